// Stages 4 to 7 together.

import type { DecideCall } from "@portcullis/contract";
import { anyDecideCall } from "@portcullis/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRecord } from "../types.js";
import {
  AGENT,
  ASK,
  agentOf,
  caller,
  contractOf,
  factsOf,
  found,
  HOP,
  judge,
  LIMIT,
  OWN_CALL,
  readingsOf,
} from "./judge-fixture.js";

const callOf = (changes: Partial<DecideCall> = {}) => anyDecideCall({ ...OWN_CALL, ...changes });

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
