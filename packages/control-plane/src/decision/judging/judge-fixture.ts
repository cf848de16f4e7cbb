// A tenant, an agent with a grant for `pay`, its calls and what was read for them: for tests of stages 4 to 7 without a store.

import type { DecideCall } from "@portcullis/contract";
import { createPolicyEngine } from "../policy/index.js";
import type { AgentRecord, CallerFacts, Readings, TenantFacts } from "../types.js";
import { DEFAULT_WEIGHTS } from "./combine.js";
import { createJudge } from "./judge.js";
import { createPolicyCache } from "./policy-cache.js";

export const TENANT = "6a0f6e0e-0000-4000-8000-000000000001";
export const AGENT = "11111111-0000-4000-8000-000000000001";
export const HOP = "11111111-0000-4000-8000-000000000002";
export const NOW = Date.parse("2026-01-07T12:00:00.000Z");
const tools = [
  {
    tool_name: "pay",
    inputSchema: { type: "object", properties: { amount: { type: "integer" }, to: { type: "string" } } },
  },
];

export const agentOf = (id: string, changes: Partial<AgentRecord> = {}): AgentRecord => ({
  agent_id: id,
  name: "bot",
  status: "ACTIVE",
  risk_level: "medium",
  grants: [{ tool_name: "pay", action: "ALLOW" }],
  requests_per_second: null,
  burst: null,
  dailyCostCapNano: null,
  ...changes,
});
export const factsOf = (source = "", changes: Partial<TenantFacts> = {}): TenantFacts => ({
  tenantId: TENANT,
  stateVersion: 1,
  killSwitch: { engaged: false, engaged_at: null, engaged_by: null, reason: null },
  settings: {
    name: "tenant",
    tier: "free",
    requestsPerSecond: 10,
    burst: 20,
    dailyRequestCap: null,
    monthlyRequestCap: null,
    dailyCostCapNano: null,
    strictCaps: false,
    crossTenantSignals: true,
    degradedMode: "block_high_risk",
    policyCacheMs: 300_000,
    approvalMinutes: 15,
    decisionInputsDays: 30,
    redaction: {},
    scan: {},
  },
  agents: new Map([[AGENT, agentOf(AGENT)]]),
  tools: new Map(),
  policy: createPolicyEngine({ policies: [{ name: "main", source }], tools }),
  contracts: [],
  weights: DEFAULT_WEIGHTS,
  rates: { revision: "r", rates: {}, default: { prompt_usd_per_million: "0", completion_usd_per_million: "0" } },
  ...changes,
});
export const caller: CallerFacts = {
  jti: "22222222-0000-4000-8000-000000000001",
  role: "agent",
  subject: AGENT,
  permissions: [{ tool_name: "pay", action: "ALLOW" }],
  act: [],
};
/** Of the agent with its token: what any call of a test starts from. */
export const OWN_CALL = { jti: caller.jti, agent_id: AGENT, tool_name: "pay" };
export const readingsOf = (changes: Partial<Readings> = {}): Readings => ({
  nowMs: NOW,
  profile: null,
  correlation: { coordinatedRisk: 0, anomalyFrequency: 0, peerCount: 0 },
  behaviorHealthy: true,
  agentSpentTodayNano: 0n,
  reservationNano: 0n,
  spentInWindowNano: new Map(),
  targetConsents: false,
  approved: false,
  tokenElsewhere: false,
  ...changes,
});
export const found = (code: DecideCall["findings"][number]["code"]): DecideCall["findings"] => [
  { code, severity: "high", score: 1, path: "/q", start: 0, end: 1, view: "plain", rule_id: "r" },
];
export const judge = createJudge(createPolicyCache());
export const LIMIT =
  '@id("limit") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 100 };';
export const ASK =
  '@id("ask") @action("escalate") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 10 };';

export function contractOf(changes: Partial<TenantFacts["contracts"][number]>): TenantFacts["contracts"][number] {
  return {
    id: "c",
    name: "weekend only",
    agentScope: "*",
    delegationMaxDepth: null,
    costCapNano: null,
    costCapWindowSeconds: null,
    timeWindow: { days: [6, 7], from: "00:00", to: "00:00" },
    crossTenantRules: [],
    onViolation: "kill",
    ...changes,
  };
}
