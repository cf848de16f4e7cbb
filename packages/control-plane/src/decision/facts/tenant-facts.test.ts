import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../../db/state.js";
import { type DecisionFixture, openDecisionFixture, type World } from "../decision-fixture.js";
import { loadFacts } from "./facts-loader.js";
import { TenantFactsCache } from "./tenant-facts.js";

eachDatabase("TenantFactsCache", (database) => {
  let fixture: DecisionFixture;
  let cache: TenantFactsCache;

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    cache = new TenantFactsCache({ store: fixture.store, maxTenants: 3 });
  });
  afterAll(async () => {
    cache.close();
    await fixture.store.close();
  });

  /** One random change of the registry, stamped as the handlers do. */
  const change = (world: World, kind: number) =>
    fixture.store.write(world.tenantId, async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const { tenantId: tenant_id, nowMs } = tx;
      const ofAgent = () =>
        tx.query.updateTable("agents").where("tenant_id", "=", tenant_id).where("id", "=", world.agentId);
      if (kind === 0) await ofAgent().set({ state_version, status: "QUARANTINED" }).execute();
      if (kind === 1) {
        await tx.query
          .deleteFrom("agent_permissions")
          .where("tenant_id", "=", tenant_id)
          .where("tool_name", "=", "pay")
          .execute();
        await ofAgent().set({ state_version }).execute();
      }
      if (kind === 2) {
        await tx.query
          .updateTable("tools")
          .set({ state_version, deleted_at: nowMs })
          .where("tenant_id", "=", tenant_id)
          .execute();
      }
      if (kind === 3) {
        const id = randomUUID();
        await tx.query
          .insertInto("agents")
          .values({
            tenant_id,
            id,
            name: id,
            status: "ACTIVE",
            risk_level: "low",
            metadata: "{}",
            state_version,
            created_at: nowMs,
            updated_at: nowMs,
          })
          .execute();
      }
      if (kind === 4) await ofAgent().set({ state_version, status: "DELETED" }).execute();
      return state_version;
    });

  it("reads only what changed, and comes to the same facts as reading everything", async () => {
    const world = await fixture.createWorld({ tools: [{ tool_name: "search", price_nano: 5n }, { tool_name: "pay" }] });
    let before = await cache.get(world.tenantId);
    for (const kind of [0, 3, 1, 2, 4]) {
      const version = await change(world, kind);
      expect((await cache.get(world.tenantId)).stateVersion).toBe(before.stateVersion);
      const after = await cache.get(world.tenantId, version);
      const { policies: _policies, ...all } = await fixture.store.read(world.tenantId, (db) => loadFacts(db));
      const { policy: _policy, ...read } = after;
      expect(read).toEqual(all);
      before = after;
    }
    expect(before.agents.has(world.agentId)).toBe(false);
    expect(before.tools.size).toBe(0);
  });

  it("loads once for everyone who asks at once, and keeps no more tenants than it may", async () => {
    const worlds = await Promise.all(Array.from({ length: 5 }, () => fixture.createWorld()));
    for (const { tenantId } of worlds) {
      const [one, two] = await Promise.all([cache.get(tenantId), cache.get(tenantId)]);
      expect(one).toBe(two);
    }
    expect(worlds.map(({ tenantId }) => cache.peek(tenantId) !== null)).toEqual([false, false, true, true, true]);
  });

  it("has the tier's limits, burst of twice the rate, and what the tenant has set", async () => {
    const free = await fixture.createWorld({ tenant: { tier: "free", settings: "{}" } });
    const own = await fixture.createWorld({
      tenant: { tier: "pro", settings: JSON.stringify({ requests_per_second: 7 }) },
    });
    expect((await cache.get(free.tenantId)).settings).toMatchObject({
      requestsPerSecond: 10,
      burst: 20,
      dailyRequestCap: 10_000,
      monthlyRequestCap: 100_000,
      policyCacheMs: 300_000,
    });
    expect((await cache.get(own.tenantId)).settings).toMatchObject({
      requestsPerSecond: 7,
      burst: 14,
      dailyRequestCap: 1_000_000,
      approvalMinutes: 15,
      degradedMode: "block_high_risk",
    });
  });
});
