// What options mean and look like, where the contract leaves it to a member's name: the words of `--help`, by the member's
// name, and by operation where one name means several things. Not a source of rules: those are the contract's.

export interface MemberWords {
  readonly text: string;
  /** A value that a person might type. */
  readonly sample?: string;
}

/** The words for a member of an operation; nothing where its name says it all. */
export function wordsOf(operationId: string, member: string): MemberWords | undefined {
  return OF_OPERATIONS[`${operationId} ${member}`] ?? OF_MEMBERS[member];
}

const words = (text: string, sample?: string): MemberWords => (sample === undefined ? { text } : { text, sample });

const OF_MEMBERS: Readonly<Record<string, MemberWords>> = {
  access: words("what the tool does to the world"),
  action: words("only rows of this action"),
  agent_id: words("only of this agent", "<agent-id>"),
  approval_minutes: words("how long a person has to decide on an escalated call", "30"),
  behavior: words("weight of the agent's behaviour", "0.5"),
  behavior_cross_tenant_enabled: words("give signals of behaviour to other tenants, and get theirs"),
  burst: words("calls that may come at once", "200"),
  consent_tenants: words("tenants whose agents may call this tool", "<tenant-id>"),
  cursor: words("next_cursor of the page before"),
  daily_inference_cost_cap_usd: words("dollars that the tenant may spend in a UTC day", "25"),
  daily_request_cap: words("calls in a UTC day", "10000"),
  days: words("how many days back", "7"),
  decision: words("only what was decided so"),
  decision_inputs_days: words("days that what decisions were made from is kept, for simulations", "30"),
  definition_hash: words("definition that may be offered and called", "<sha-256>"),
  degraded_mode: words("what happens to calls when behaviour or risk cannot be read"),
  description: words("what the tool does", "Runs a query."),
  disengaged_by: words("a note; who is signed in is kept in any case"),
  email: words("address that the user signs in with"),
  engaged_by: words("a note; who is signed in is kept in any case"),
  from_seq: words("first row; the chain's first, unless given", "1"),
  hours: words("how many hours back", "24"),
  inference: words("weight of what was found in the payload", "0.6"),
  input_schema: words("JSON schema of the payload", "@schema.json"),
  is_active: words("false suspends it"),
  limit: words("how many at most", "20"),
  max_cost_usd: words("the most that one call can cost, in dollars", "0.50"),
  metadata: words("limits of its own, such as daily_cost_cap_usd", `{"daily_cost_cap_usd":"5"}`),
  minutes: words("how many minutes back", "60"),
  monthly_request_cap: words("calls in a UTC month", "100000"),
  name: words("what people call it"),
  on_violation: words("what a violation does"),
  outcome: words("only calls that ended so"),
  overlap_seconds: words("how long the old secret stays good", "3600"),
  password: words("12 to 72 bytes", "…"),
  payload: words("the tool's arguments", `{"sql":"SELECT 1"}`),
  pending: words("only tools with a definition that waits for approval", "true"),
  policy: words("Cedar policies", "@main.cedar"),
  policy_cache_seconds: words("how long a verdict of the policies may be used again", "60"),
  price_usd: words("what one call costs, in dollars", "0.01"),
  reason: words("why; kept in the audit trail", "ticket-4711"),
  receipt: words("receipt in JSON", "@receipt.json"),
  redaction: words("what the output filter takes out"),
  request_id: words("only the call with this id"),
  requests_per_second: words("calls a second, over all edges", "100"),
  retry_safe: words("whether running it twice does no harm"),
  risk_level: words("moves the thresholds of the decision"),
  role: words("what the user may do"),
  scan: words("what the scanner looks for"),
  scopes: words("what the key may be used for", "execute,read"),
  secret: words("the agent's secret", "…"),
  since: words("from when on"),
  status: words("only those with this status"),
  strict_caps: words("run one call without a declared maximum at a time"),
  subject_token: words("token of the agent that delegates to this one"),
  tests: words("list of test cases", "@cases.json"),
  tier: words("sets the limits that are not given", "pro"),
  target_tenant_id: words("another tenant that the call reaches", "<tenant-id>"),
  timeout_ms: words("how long a call may take, in milliseconds", "30000"),
  to_seq: words("last row; the chain's newest, unless given", "200000"),
  token: words("the token", "<token>"),
  tool_name: words("folded name of the tool", "customers.query"),
  until: words("up to when; now, unless given"),
  usage: words("model, tokens or cost of the call, for billing"),
};

const RATE = '{"prompt_usd_per_million":"5","completion_usd_per_million":"15"}';

const OF_OPERATIONS: Readonly<Record<string, MemberWords>> = {
  "agents.create name": words("unique in the tenant", "billing-bot"),
  "agents.grantPermission action": words("what the grant does"),
  "agents.update name": words("its new name", "billing-bot"),
  "agents.update status": words("a quarantined agent's calls are refused", "QUARANTINED"),
  "apiKeys.create name": words("what it is for", "ci"),
  "apiKeys.validate api_key": words("the key", "acp_…"),
  "auth.agentToken agent_id": words("the agent that signs in", "<agent-id>"),
  "auth.createCredentials agent_id": words("the agent that gets the secret", "<agent-id>"),
  "auth.createUser password": words("12 to 72 bytes", "…"),
  "auth.revoke jti": words("the token's id", "<uuid>"),
  "auth.saveTenant admin": words("first user: e-mail address and password"),
  "auth.saveTenant id": words("the tenant's id; one is made, unless given", "<uuid>"),
  "auth.saveTenant name": words("the tenant's name", "Acme"),
  "autonomy.createContract name": words("the contract's name", "night-shift"),
  "billing.setRates default": words("rate of models that have none of their own", RATE),
  "billing.setRates rates": words("dollars per model", `{"gpt-4o":${RATE}}`),
  "policy.simulate limit": words("how many calls are replayed at most", "1000"),
  "policy.simulate name": words("", "main"),
  "policy.test name": words("", "main"),
  "policy.upload name": words("the file's name; a new upload takes its place", "main"),
  "registry.createTool tool_name": words("folded name of the tool", "crm.search"),
  "risk.setSignalWeights policy": words("weight of what the policies said", "1"),
};
