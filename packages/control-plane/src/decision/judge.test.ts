// Stages 4 to 7 together, the cache before stage 4, and the inputs that simulations replay.

import type { DecideCall } from "@portcullis/contract";
import { anyDecideCall } from "@portcullis/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_WEIGHTS } from "./combine.js";
import { keepInputs, pathsFor, replayInputs, requestAtPointers } from "./inputs.js";
import { createJudge } from "./judge.js";
import { createPolicyEngine } from "./policy/index.js";
import { cacheKeyOf, createPolicyCache } from "./policy-cache.js";
import { policyRequestOf } from "./policy-request.js";
import type { AgentRecord, CallerFacts, Readings, TenantFacts } from "./types.js";

const TENANT = "6a0f6e0e-0000-4000-8000-000000000001";
const AGENT = "11111111-0000-4000-8000-000000000001";
const HOP = "11111111-0000-4000-8000-000000000002";
const NOW = Date.parse("2026-01-07T12:00:00.000Z");
const tools = [
  {
    tool_name: "pay",
    inputSchema: { type: "object", properties: { amount: { type: "integer" }, to: { type: "string" } } },
  },
];

const agentOf = (id: string, changes: Partial<AgentRecord> = {}): AgentRecord => ({
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
const factsOf = (source = "", changes: Partial<TenantFacts> = {}): TenantFacts => ({
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
  policy: createPolicyEngine({ tenantId: TENANT, policies: [{ name: "main", source }], tools }),
  contracts: [],
  weights: DEFAULT_WEIGHTS,
  rates: { revision: "r", rates: {}, default: { prompt_usd_per_million: "0", completion_usd_per_million: "0" } },
  ...changes,
});
const caller: CallerFacts = {
  jti: "22222222-0000-4000-8000-000000000001",
  role: "agent",
  subject: AGENT,
  permissions: [{ tool_name: "pay", action: "ALLOW" }],
  act: [],
};
const callOf = (changes: Partial<DecideCall> = {}): DecideCall =>
  anyDecideCall({ jti: caller.jti, agent_id: AGENT, tool_name: "pay", ...changes });
const readingsOf = (changes: Partial<Readings> = {}): Readings => ({
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
const found = (code: DecideCall["findings"][number]["code"]): DecideCall["findings"] => [
  { code, severity: "high", score: 1, path: "/q", start: 0, end: 1, view: "plain", rule_id: "r" },
];
const judge = createJudge(createPolicyCache());
const LIMIT =
  '@id("limit") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 100 };';
const ASK =
  '@id("ask") @action("escalate") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 10 };';

describe("judge", () => {
  it("a granted, harmless call is allowed, with a null rule and the four stages timed", () => {
    const verdict = judge(callOf(), caller, factsOf(), readingsOf());
    expect(verdict).toMatchObject({
      action: "allow",
      ruleId: null,
      findings: [],
      score: 0,
      approvalUsed: false,
      reason: null,
    });
    expect(verdict.timeline.map(({ stage, decision }) => [stage, decision])).toEqual([
      ["policy", "allow"],
      ["behavior", "pass"],
      ["decision", "ALLOW"],
      ["autonomy", "allow"],
    ]);
    for (const { startMs, endMs } of verdict.timeline) expect(endMs).toBeGreaterThanOrEqual(startMs);
  });

  it("a finding that denies is a denial with all signals evaluated", () => {
    const verdict = judge(callOf({ findings: found("destructive_sql"), risk: 0.9 }), caller, factsOf(), readingsOf());
    expect(verdict).toMatchObject({
      action: "deny",
      ruleId: "agent.deny.destructive_sql",
      findings: ["destructive_sql"],
      score: 1,
      signals_evaluated: {
        inference: { score: 0.9, triggered: true },
        policy: { score: 1, triggered: true },
        behavior: { score: 0, triggered: false },
      },
    });
  });

  it("a grant counts only while token, registry and every hop hold it", () => {
    const hop = { act: [{ sub: HOP, jti: "j" }] };
    const withHop = (grants: AgentRecord["grants"]) =>
      factsOf("", {
        agents: new Map([
          [AGENT, agentOf(AGENT)],
          [HOP, agentOf(HOP, { grants })],
        ]),
      });
    const denied = { action: "deny", ruleId: "agent.deny.tool_not_granted" };
    expect(judge(callOf(), { ...caller, permissions: [] }, factsOf(), readingsOf())).toMatchObject(denied);
    const bare = factsOf("", { agents: new Map([[AGENT, agentOf(AGENT, { grants: [] })]]) });
    expect(judge(callOf(), caller, bare, readingsOf())).toMatchObject(denied);
    expect(judge(callOf(), { ...caller, permissions: null }, bare, readingsOf())).toMatchObject(denied);
    expect(judge(callOf(), { ...caller, ...hop }, withHop([]), readingsOf())).toMatchObject(denied);
    expect(judge(callOf(), { ...caller, ...hop }, factsOf(), readingsOf())).toMatchObject(denied);
    const allowed = judge(
      callOf(),
      { ...caller, ...hop },
      withHop([{ tool_name: "PAY", action: "ALLOW" }]),
      readingsOf(),
    );
    expect(allowed.action).toBe("allow");
    const hopDenies = withHop([{ tool_name: "pay", action: "DENY" }]);
    expect(judge(callOf(), { ...caller, ...hop }, hopDenies, readingsOf()).ruleId).toBe("agent.deny.tool_denied");
    const hopEscalates = withHop([{ tool_name: "pay", action: "ESCALATE" }]);
    expect(judge(callOf(), { ...caller, ...hop }, hopEscalates, readingsOf()).action).toBe("escalate");
    // As such a token is issued: it has no more than the hop.
    const permissions = [{ tool_name: "pay", action: "ESCALATE" }] as const;
    expect(judge(callOf(), { ...caller, ...hop, permissions }, hopEscalates, readingsOf())).toMatchObject({
      action: "escalate",
      ruleId: "agent.escalate.tool_grant",
    });
  });

  it("a grant that begins to ask counts for tokens that were issued before", () => {
    const grants = [{ tool_name: "pay", action: "ALLOW" } as const, { tool_name: "pay", action: "ESCALATE" } as const];
    const facts = factsOf("", { agents: new Map([[AGENT, agentOf(AGENT, { grants })]]) });
    expect(judge(callOf(), caller, facts, readingsOf()).action).toBe("escalate");
  });

  it("an escalation says why, and an approval lifts it once judged again", () => {
    const call = callOf({ arguments: { "/amount": 50 } });
    expect(judge(call, caller, factsOf(ASK), readingsOf())).toMatchObject({
      action: "escalate",
      ruleId: "ask",
      findings: ["policy_escalation"],
      reason: 'policy rule "ask" asks for a person',
      approvalUsed: false,
    });
    expect(judge(call, caller, factsOf(ASK), readingsOf({ approved: true }))).toMatchObject({
      action: "allow",
      ruleId: "ask",
      approvalUsed: true,
    });
  });

  it("an approval never overrides a denial, and is not used up by it", () => {
    const call = callOf({ arguments: { "/amount": 500 } });
    expect(judge(call, caller, factsOf(`${LIMIT}\n${ASK}`), readingsOf({ approved: true }))).toMatchObject({
      action: "deny",
      ruleId: "limit",
      approvalUsed: false,
    });
    const killing = { depth: 0, onViolation: "kill" as const };
    const contracts = [contractOf({ onViolation: killing.onViolation })];
    expect(judge(callOf(), caller, factsOf("", { contracts }), readingsOf({ approved: true }))).toMatchObject({
      action: "deny",
      ruleId: "autonomy.deny.outside_time_window",
      approvalUsed: false,
    });
  });

  it("a contract escalates an allow and records the violation", () => {
    const contracts = [contractOf({ onViolation: "escalate" })];
    expect(judge(callOf(), caller, factsOf("", { contracts }), readingsOf())).toMatchObject({
      action: "escalate",
      ruleId: "autonomy.deny.outside_time_window",
      findings: ["outside_time_window"],
      violations: [{ contractId: "c", reason: "outside_time_window" }],
    });
  });

  it("a denial of stage 4 is not changed by a contract", () => {
    const contracts = [contractOf({ onViolation: "escalate" })];
    const verdict = judge(
      callOf({ findings: found("destructive_sql") }),
      caller,
      factsOf("", { contracts }),
      readingsOf(),
    );
    expect(verdict).toMatchObject({ action: "deny", ruleId: "agent.deny.destructive_sql" });
  });

  it("made again for another spend or an approval, comes to what it would have come to, and asks the policies nothing", () => {
    const capped = contractOf({ timeWindow: null, costCapNano: 10n, costCapWindowSeconds: 60 });
    const spent = fc.bigInt({ min: 0n, max: 20n }).map((nano) => new Map([[60, nano]]));
    const moving = fc.record({ approved: fc.boolean(), spentInWindowNano: spent });
    const settings = { ...factsOf().settings, policyCacheMs: 0 };
    const { policy: never } = factsOf('@id("no") forbid (principal, action, resource);');
    fc.assert(
      fc.property(
        fc.constantFrom("", LIMIT, ASK),
        fc.constantFrom("kill" as const, "escalate" as const),
        fc.integer({ min: 0, max: 200 }),
        moving,
        moving,
        (source, onViolation, amount, first, then) => {
          const facts = factsOf(source, { settings, contracts: [{ ...capped, onViolation }] });
          const call = callOf({ arguments: { "/amount": amount } });
          const before = judge(call, caller, facts, readingsOf(first));
          const { timeline, ...again } = judge(call, caller, { ...facts, policy: never }, readingsOf(then), before);
          const { timeline: _, ...anew } = judge(call, caller, facts, readingsOf(then));
          expect(again).toEqual(anew);
          expect(timeline.map(({ stage }) => stage)).toEqual(["policy", "behavior", "decision", "autonomy"]);
          for (const [at, { startMs }] of timeline.entries()) {
            expect(startMs).toBeGreaterThanOrEqual(timeline[at - 1]?.endMs ?? 0);
          }
        },
      ),
    );
  });

  it("an unhealthy behaviour stage refuses high-risk agents in the default mode", () => {
    const agents = new Map([[AGENT, agentOf(AGENT, { risk_level: "high" })]]);
    const verdict = judge(callOf(), caller, factsOf("", { agents }), readingsOf({ behaviorHealthy: false }));
    expect(verdict).toMatchObject({
      action: "deny",
      ruleId: "agent.deny.behavior_degraded",
      behavior: { refuse: true },
    });
  });

  it("an approval or its absence never turns a deny into anything else", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const code = fc.constantFrom("destructive_sql" as const, "encoded_payload" as const, "deep_json" as const);
    const contracts = [[], [contractOf({ onViolation: "kill" })], [contractOf({ onViolation: "escalate" })]];
    fc.assert(
      fc.property(
        unit,
        code,
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom(...contracts),
        (risk, finding, amount, bound) => {
          const facts = factsOf(`${LIMIT}\n${ASK}`, { contracts: bound });
          const call = callOf({ risk, findings: found(finding), arguments: { "/amount": amount } });
          const plain = judge(call, caller, facts, readingsOf());
          const approved = judge(call, caller, facts, readingsOf({ approved: true }));
          expect(approved.action).toBe(plain.action === "escalate" ? "allow" : plain.action);
          expect(approved.approvalUsed).toBe(plain.action === "escalate");
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the policy cache", () => {
  const requestOf = (facts: TenantFacts, call: DecideCall, readings = readingsOf()) =>
    policyRequestOf({ call, caller, facts, readings, agent: agentOf(AGENT), behaviorScore: 0 });

  it("gives the kept verdict for an equal request until its time is over", () => {
    const cache = createPolicyCache();
    const facts = factsOf(LIMIT);
    const ask = (nowMs: number) =>
      cache.evaluate({
        tenantId: TENANT,
        engine: facts.policy,
        request: requestOf(facts, callOf(), readingsOf({ nowMs })),
        ttlMs: 1000,
      }).cached;
    expect([ask(NOW), ask(NOW + 1), ask(NOW + 999), ask(NOW + 1000), ask(NOW + 1001)]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it("keys on what the verdict depends on, and on nothing else", () => {
    const facts = factsOf(LIMIT);
    const key = (call: DecideCall, readings = readingsOf(), tenantId = TENANT, engine = facts.policy) =>
      cacheKeyOf({ tenantId, engine, request: requestOf(facts, call, readings) });
    const base = key(callOf({ arguments: { "/amount": 1 } }));
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    const same = [
      key(callOf({ arguments: { "/amount": 1, "/to": "x" }, request_id: "r-2", risk: 0.5 })),
      key(callOf({ arguments: { "/amount": 1 } }), readingsOf({ nowMs: NOW + 5, reservationNano: 9n })),
    ];
    const different = [
      key(callOf({ arguments: { "/amount": 2 } })),
      key(callOf({ arguments: {} })),
      key(callOf({ arguments: { "/amount": 1 }, findings: found("deep_json") })),
      key(callOf({ arguments: { "/amount": 1 }, target_tenant_id: TENANT })),
      key(callOf({ arguments: { "/amount": 1 } }), readingsOf(), "another"),
      key(callOf({ arguments: { "/amount": 1 } }), readingsOf(), TENANT, factsOf(ASK).policy),
    ];
    for (const other of same) expect(other).toBe(base);
    for (const other of different) expect(other).not.toBe(base);
  });

  it("keeps nothing that read time, cost, risk or behaviour, and no failure", () => {
    const cache = createPolicyCache();
    for (const condition of [
      "context.time.hour == 3",
      'context.cost.greaterThan(decimal("1.0"))',
      'context.spent_today.greaterThan(decimal("1.0"))',
      'context.risk.greaterThan(decimal("0.5"))',
      'context.behavior.greaterThan(decimal("0.5"))',
    ]) {
      const facts = factsOf(`@id("v") forbid (principal, action, resource) when { ${condition} };`);
      cache.evaluate({ tenantId: TENANT, engine: facts.policy, request: requestOf(facts, callOf()), ttlMs: 1000 });
    }
    const facts = factsOf(LIMIT);
    const wrong = requestOf(facts, callOf({ arguments: { "/amount": "1" } }));
    cache.evaluate({ tenantId: TENANT, engine: facts.policy, request: wrong, ttlMs: 1000 });
    expect(cache.size).toBe(0);
  });

  it("stays within its bound", () => {
    const cache = createPolicyCache({ maxEntries: 10 });
    const facts = factsOf(LIMIT);
    for (let amount = 0; amount < 50; amount++) {
      const request = requestOf(facts, callOf({ arguments: { "/amount": amount } }));
      cache.evaluate({ tenantId: TENANT, engine: facts.policy, request, ttlMs: 1000 });
    }
    expect(cache.size).toBe(10);
  });
});

describe("kept inputs", () => {
  const facts = factsOf(LIMIT);
  const call = callOf({ arguments: { "/amount": 50 } });
  const verdict = judge(call, caller, facts, readingsOf({ reservationNano: 5n }));
  const kept = replayInputs(keepInputs(call, caller, facts, readingsOf({ reservationNano: 5n }), verdict) ?? "");

  it("come back as the question that was asked, with the verdict of then", () => {
    expect(kept).toMatchObject({ paths: ["/amount"] });
    expect(kept?.request).toMatchObject({ toolName: "pay", costNano: 5n, arguments: { "/amount": 50 } });
  });

  it("replay a draft that reads the same values", () => {
    const draft = factsOf(ASK).policy;
    const request = kept && requestAtPointers(kept, pathsFor(draft.argumentPaths, "pay"));
    expect(request && draft.evaluate(request)).toMatchObject({ decision: "escalate", ruleId: "ask" });
  });

  it("cannot replay a draft that reads a value which was not asked for", () => {
    const draft = factsOf(
      '@id("to") forbid (principal, action == Action::"pay", resource) when { context.args has to };',
    );
    expect(kept && requestAtPointers(kept, pathsFor(draft.policy.argumentPaths, "pay"))).toBeNull();
  });

  it("a value below one that was kept is taken from it", () => {
    const whole = kept && {
      ...kept,
      paths: [""],
      request: { ...kept.request, arguments: { "": { a: { "b/c": 1 } } } },
    };
    expect(whole && requestAtPointers(whole, ["/a/b~1c", "/x"])?.arguments).toEqual({ "/a/b~1c": 1 });
  });

  it("text of another shape replays nothing", () => {
    for (const text of ["", "null", "[]", '{"v":2}', "{"]) expect(replayInputs(text)).toBeNull();
  });
});

function contractOf(changes: Partial<TenantFacts["contracts"][number]>): TenantFacts["contracts"][number] {
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
