// The tags of the operations, in the order in which people read about them. Which operation has which tag stands with it.

/** What each tag is about, for /docs and /redoc. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  execution: "Tool calls through the eleven stages.",
  auth: "Signing in as a user or an agent; users, agents' secrets and tenants.",
  users: "Who may sign in to the tenant.",
  "api-keys": "Keys for programs, with scopes.",
  agents: "Agents, and which tools they were granted.",
  registry: "The tools that are known: schema, price, timeout.",
  policy: "The tenant's Cedar policies: upload, test, simulate.",
  risk: "Weights and thresholds of the decision.",
  autonomy: "Contracts that bound what agents do alone, and their violations.",
  "auto-response": "Escalated calls that wait for a person.",
  "kill-switch": "Stopping every tool call of the tenant, running ones included.",
  decision: "What was decided, in counts and in order.",
  audit: "The signed, hash-chained trail: rows, search, verification.",
  receipts: "Signed receipts of executions, for verification by anyone.",
  transparency: "The public keys to pin, so that receipts can be verified offline.",
  billing: "Spend, rates and gaps.",
  events: "Decisions as they are appended, as server-sent events.",
  tenant: "The tenant's settings and quota.",
  operations: "Health, status, metrics and the description of the API.",
  edge: "Between sidecars or embedded edges and the control plane; not for other clients.",
};
