// Stage 5 where an agent's baseline cannot be read, on a real database.

import { eachDatabase } from "@portcullis/testkit";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DECISION_CONFIG, type DecisionFixture, openDecisionFixture } from "../decision-fixture.js";
import { TenantFactsCache } from "../facts/tenant-facts.js";
import { DecisionService } from "../service.js";

eachDatabase("a behaviour that cannot be read", (database) => {
  let fixture: DecisionFixture;
  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  it.each([
    ["allow", { verdict: "permit", decision: { findings: ["behavior_degraded"] } }],
    ["block_all", { verdict: "refuse", code: "behavior_unavailable" }],
  ])("is what the tenant's degraded mode %s makes of it, and the log says why", async (degraded_mode, expected) => {
    const lines: string[] = [];
    const { store, ledger } = fixture;
    const service = new DecisionService({
      store,
      ledger,
      facts: new TenantFactsCache({ store }),
      config: DECISION_CONFIG,
      log: pino({}, { write: (line) => void lines.push(line) }),
    });
    const world = await fixture.createWorld({ tenant: { settings: JSON.stringify({ degraded_mode }) } });
    await store.write(world.tenantId, ({ query, tenantId: tenant_id, nowMs: updated_at }) =>
      query
        .insertInto("behavior_profiles")
        .values({ tenant_id, agent_id: world.agentId, profile: "half a profi", updated_at })
        .execute(),
    );
    const answers = await service.decide(world.tenantId, world.instance, [world.call()]);
    expect(answers).toMatchObject([expected]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { tenant_id: world.tenantId, err: { type: "SyntaxError" } },
    ]);
    await service.close();
  });
});
