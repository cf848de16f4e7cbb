// The cache before stage 4.

import type { DecideCall } from "@portcullis/contract";
import { anyDecideCall } from "@portcullis/testkit";
import { describe, expect, it } from "vitest";
import type { TenantFacts } from "../types.js";
import {
  AGENT,
  ASK,
  agentOf,
  caller,
  factsOf,
  found,
  LIMIT,
  NOW,
  OWN_CALL,
  readingsOf,
  TENANT,
} from "./judge-fixture.js";
import { cacheKeyOf, createPolicyCache } from "./policy-cache.js";
import { policyRequestOf } from "./policy-request.js";

const callOf = (changes: Partial<DecideCall> = {}) => anyDecideCall({ ...OWN_CALL, ...changes });

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
