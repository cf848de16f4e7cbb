// Stage 7: every reason, and windows in UTC.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AutonomyContract } from "../types.js";
import { bindsAgent, type ContractCall, enforceContracts, isWithinWindow } from "./contracts.js";

const OTHER = "6a0f6e0e-0000-4000-8000-000000000002";
const contract = (changes: Partial<AutonomyContract> = {}): AutonomyContract => ({
  id: "c1",
  name: "contract",
  agentScope: "*",
  delegationMaxDepth: null,
  costCapNano: null,
  costCapWindowSeconds: null,
  timeWindow: null,
  crossTenantRules: [],
  onViolation: "kill",
  ...changes,
});
const at = (instant: string) => Date.parse(instant);
const call = (changes: Partial<ContractCall> = {}, readings: Partial<ContractCall["readings"]> = {}): ContractCall => ({
  tenantId: "6a0f6e0e-0000-4000-8000-000000000001",
  agent: { id: "11111111-0000-4000-8000-000000000001", name: "billing-bot" },
  toolName: "pay",
  targetTenantId: null,
  depth: 0,
  readings: {
    nowMs: at("2026-01-07T12:00:00.000Z"),
    reservationNano: 0n,
    spentInWindowNano: new Map(),
    targetConsents: false,
    ...readings,
  },
  ...changes,
});
const ALLOWED = { action: "allow", ruleId: null, reason: null, findings: [], violations: [] };

describe("enforceContracts", () => {
  it("no contract forbids nothing within the tenant", () => {
    expect(enforceContracts(call(), [])).toEqual(ALLOWED);
  });

  it.each([
    ["billing-*", true],
    ["billing-bo?", true],
    ["11111111-*", true],
    ["sales-*", false],
    ["billing", false],
  ])("the scope %s holds for the agent: %s", (agentScope, holds) => {
    const bound = contract({ agentScope, delegationMaxDepth: 0 });
    expect(enforceContracts(call({ depth: 1 }), [bound]).action).toBe(holds ? "kill" : "allow");
  });

  it("a scope has its agents however both are written: capitals, accents, spaces around them", () => {
    const writings = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) => text.normalize("NFC"),
      (text: string) => ` ${text} `,
    ];
    const written = fc.tuple(fc.constantFrom(...writings), fc.constantFrom(...writings));
    const name = fc.string({ unit: fc.constantFrom(..."abzäéñøжя-7"), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(name, fc.constantFrom("", "*", "?"), written, fc.uuid(), (own, glob, [ofScope, ofAgent], id) => {
        const agent = { id, name: ofAgent(glob === "" ? own : `${own}x`) };
        expect(bindsAgent({ agentScope: ofScope(own + glob) }, agent)).toBe(true);
        expect(bindsAgent({ agentScope: ofScope(id) }, agent)).toBe(true);
        expect(bindsAgent({ agentScope: ofScope(`${own}-other`) }, agent)).toBe(false);
      }),
    );
  });

  it.each([
    [0, 0, "allow"],
    [0, 1, "kill"],
    [2, 2, "allow"],
    [2, 3, "kill"],
  ] as const)("a depth of at most %i with %i hops: %s", (delegationMaxDepth, depth, action) => {
    const verdict = enforceContracts(call({ depth }), [contract({ delegationMaxDepth })]);
    expect(verdict.action).toBe(action);
    if (action === "kill") {
      expect(verdict.ruleId).toBe("autonomy.deny.delegation_too_deep");
      expect(verdict.violations).toEqual([
        { contractId: "c1", contractName: "contract", reason: "delegation_too_deep" },
      ]);
      expect(verdict.findings).toEqual(["delegation_too_deep"]);
    }
  });

  it("outside its time window a contract escalates or kills as it says", () => {
    const timeWindow = { days: [1, 2, 3, 4, 5], from: "13:00", to: "17:00" };
    for (const onViolation of ["escalate", "kill"] as const) {
      expect(enforceContracts(call(), [contract({ timeWindow, onViolation })])).toMatchObject({
        action: onViolation,
        ruleId: "autonomy.deny.outside_time_window",
      });
    }
  });

  it.each([
    ["below the cap", 900n, 99n, "allow"],
    ["exactly the cap", 900n, 100n, "allow"],
    ["past the cap", 900n, 101n, "kill"],
    ["a free call below the cap", 999n, 0n, "allow"],
    ["a free call once the cap is used up", 1000n, 0n, "kill"],
  ] as const)("cost: %s", (_, spent, reservationNano, action) => {
    const capped = contract({ costCapNano: 1000n, costCapWindowSeconds: 3600 });
    const verdict = enforceContracts(call({}, { reservationNano, spentInWindowNano: new Map([[3600, spent]]) }), [
      capped,
    ]);
    expect(verdict.action).toBe(action);
    if (action === "kill") expect(verdict.ruleId).toBe("autonomy.deny.contract_cost_cap_exceeded");
  });

  it("a window whose spending was not read counts as exceeded", () => {
    expect(enforceContracts(call(), [contract({ costCapNano: 1n, costCapWindowSeconds: 60 })]).action).toBe("kill");
  });

  it.each([
    ["without a contract", [], true, "kill"],
    ["with a contract for another tool", [{ tenant_id: OTHER, tools: ["read"] }], true, "kill"],
    ["with a contract for another tenant", [{ tenant_id: "x", tools: ["pay"] }], true, "kill"],
    ["with a contract and without consent", [{ tenant_id: OTHER, tools: ["pay"] }], false, "kill"],
    ["with a contract and consent", [{ tenant_id: OTHER, tools: ["pay"] }], true, "allow"],
    ["with a contract that names tools by glob", [{ tenant_id: OTHER, tools: ["P*"] }], true, "allow"],
  ] as const)("another tenant %s: %s", (_, rules, targetConsents, action) => {
    const contracts = rules.length === 0 ? [] : [contract({ crossTenantRules: rules, onViolation: "escalate" })];
    const verdict = enforceContracts(call({ targetTenantId: OTHER }, { targetConsents }), contracts);
    expect(verdict.action).toBe(action);
    if (action === "kill") expect(verdict.ruleId).toBe("autonomy.deny.cross_tenant_access");
  });

  it("a contract of another agent opens no other tenant", () => {
    const others = contract({ agentScope: "sales-*", crossTenantRules: [{ tenant_id: OTHER, tools: ["*"] }] });
    expect(enforceContracts(call({ targetTenantId: OTHER }, { targetConsents: true }), [others]).action).toBe("kill");
  });

  it("the tenant's own id as target is no other tenant", () => {
    expect(enforceContracts(call({ targetTenantId: call().tenantId }), [])).toEqual(ALLOWED);
  });

  it("a kill wins over an escalation, whatever the order", () => {
    const soft = contract({ id: "soft", delegationMaxDepth: 0, onViolation: "escalate" });
    const hard = contract({ id: "hard", timeWindow: { days: [7], from: "00:00", to: "01:00" } });
    for (const contracts of [
      [soft, hard],
      [hard, soft],
    ]) {
      const verdict = enforceContracts(call({ depth: 3 }), contracts);
      expect(verdict).toMatchObject({ action: "kill", ruleId: "autonomy.deny.outside_time_window" });
      expect(verdict.violations).toHaveLength(2);
    }
  });

  it("another contract never allows more, within the tenant", () => {
    const rank = { kill: 0, escalate: 1, allow: 2 };
    const any = fc.record({
      agentScope: fc.constantFrom("*", "billing-*", "sales-*"),
      delegationMaxDepth: fc.option(fc.nat({ max: 3 })),
      timeWindow: fc.option(
        fc.constantFrom({ days: [1, 2], from: "09:00", to: "17:00" }, { days: [3], from: "00:00", to: "00:00" }),
      ),
      onViolation: fc.constantFrom("kill" as const, "escalate" as const),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), any, fc.nat({ max: 4 }), (some, added, depth) => {
        const before = enforceContracts(call({ depth }), some.map(contract));
        const after = enforceContracts(call({ depth }), [...some, added].map(contract));
        expect(rank[after.action]).toBeLessThanOrEqual(rank[before.action]);
      }),
    );
  });
});

describe("isWithinWindow", () => {
  it.each([
    ["2026-01-05T09:00:00.000Z", true],
    ["2026-01-05T08:59:59.999Z", false],
    ["2026-01-05T16:59:59.999Z", true],
    ["2026-01-05T17:00:00.000Z", false],
    ["2026-01-04T12:00:00.000Z", false],
    ["2026-01-10T12:00:00.000Z", false],
  ])("working hours have %s: %s", (instant, within) => {
    expect(isWithinWindow({ days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }, at(instant))).toBe(within);
  });

  it.each([
    ["2026-01-05T22:00:00.000Z", true],
    ["2026-01-06T05:59:00.000Z", true],
    ["2026-01-06T06:00:00.000Z", false],
    ["2026-01-06T22:00:00.000Z", false],
    ["2026-01-05T05:00:00.000Z", false],
  ])("a night that opens on Monday has %s: %s", (instant, within) => {
    expect(isWithinWindow({ days: [1], from: "22:00", to: "06:00" }, at(instant))).toBe(within);
  });

  it("a night that opens on Sunday ends on Monday", () => {
    expect(isWithinWindow({ days: [7], from: "22:00", to: "06:00" }, at("2026-01-05T01:00:00.000Z"))).toBe(true);
  });

  it("equal times are 24 hours", () => {
    const window = { days: [1], from: "12:00", to: "12:00" };
    expect(isWithinWindow(window, at("2026-01-05T12:00:00.000Z"))).toBe(true);
    expect(isWithinWindow(window, at("2026-01-06T11:59:59.999Z"))).toBe(true);
    expect(isWithinWindow(window, at("2026-01-06T12:00:00.000Z"))).toBe(false);
  });

  it("a window and its complement share every instant of every day between them", () => {
    const clock = fc
      .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
    const days = [1, 2, 3, 4, 5, 6, 7];
    fc.assert(
      fc.property(clock, clock, fc.integer({ min: 0, max: 4_000_000_000_000 }), (from, to, nowMs) => {
        if (from === to) return;
        const inside = isWithinWindow({ days, from, to }, nowMs);
        expect(isWithinWindow({ days, from: to, to: from }, nowMs)).toBe(!inside);
      }),
    );
  });
});
