// Tag autonomy over HTTP: contracts through their life, violations and overrides.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

eachDatabase("autonomy", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  const path = "/autonomy/contracts";
  const create = (body: object) => fixture.call("SECURITY", "POST", path, { body });
  const contracts = async () => {
    const { app, made } = fixture;
    const { store, facts } = app.services;
    const state = await store.read(made.tenantId, ({ query, tenantId }) =>
      query
        .selectFrom("tenant_states")
        .select("state_version")
        .where("tenant_id", "=", tenantId)
        .executeTakeFirstOrThrow(),
    );
    return (await facts.get(made.tenantId, state.state_version)).contracts;
  };

  it("a contract is created, read by decisions, changed, and disabled while its row stays", async () => {
    const made = await create({
      name: "night",
      agent_scope: "billing-*",
      delegation_max_depth: 2,
      cost_cap_usd: "1.25",
      cost_cap_window_seconds: 3600,
      time_window: { days: [1, 7], from: "22:00", to: "06:00" },
      cross_tenant_rules: [{ tenant_id: randomUUID(), tools: ["pay"] }],
      on_violation: "escalate",
    });
    expect(made.status).toBe(201);
    const contract = made.body.data as { id: string; cost_cap_usd: string };
    expect(contract.cost_cap_usd).toBe("1.25");
    expect(await contracts()).toMatchObject([
      { id: contract.id, agentScope: "billing-*", costCapNano: 1_250_000_000n, onViolation: "escalate" },
    ]);
    const changed = await fixture.call("SECURITY", "PATCH", `${path}/${contract.id}`, { body: { cost_cap_usd: 2 } });
    expect(changed.body.data).toMatchObject({ cost_cap_usd: "2", name: "night", delegation_max_depth: 2 });
    expect((await fixture.call("SECURITY", "DELETE", `${path}/${contract.id}`)).status).toBe(204);
    expect(await contracts()).toEqual([]);
    const listed = await fixture.call("AUDITOR", "GET", path);
    expect((listed.body.data as { items: object[] }).items).toMatchObject([{ id: contract.id, is_active: false }]);
    await fixture.call("SECURITY", "PATCH", `${path}/${contract.id}`, { body: { is_active: true } });
    expect(await contracts()).toHaveLength(1);
  });

  it("one of several that ask for a name at once gets it", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: "wanted", agent_scope: "*" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it("changes that come at once leave no cap without its window", async () => {
    const made = await create({ name: "pair", agent_scope: "*", cost_cap_usd: 1, cost_cap_window_seconds: 60 });
    const { id } = made.body.data as { id: string };
    const change = (body: object) => fixture.call("SECURITY", "PATCH", `${path}/${id}`, { body });
    const [without, ...longer] = await Promise.all([
      change({ cost_cap_usd: null, cost_cap_window_seconds: null }),
      ...Array.from({ length: 7 }, () => change({ cost_cap_window_seconds: 120 })),
    ]);
    expect(without?.status).toBe(200);
    expect(longer.every(({ status }) => status === 200 || status === 422)).toBe(true);
    const contract = (await contracts()).find((each) => each.id === id);
    expect([contract?.costCapNano, contract?.costCapWindowSeconds]).toEqual([null, null]);
  });

  it("a name that is taken is 409, a contract that is not there 404", async () => {
    await create({ name: "taken", agent_scope: "*" });
    const again = await create({ name: "taken", agent_scope: "*" });
    expect([again.status, again.body.data]).toEqual([409, { field: "name" }]);
    const missing = await fixture.call("SECURITY", "PATCH", `${path}/${randomUUID()}`, { body: { is_active: false } });
    expect(missing.status).toBe(404);
  });

  it("a cost cap and its window go together, in changes too", async () => {
    expect((await create({ name: "half", agent_scope: "*", cost_cap_usd: "1" })).status).toBe(422);
    const made = await create({ name: "whole", agent_scope: "*", cost_cap_usd: "1", cost_cap_window_seconds: 60 });
    const { id } = made.body.data as { id: string };
    const body = { cost_cap_usd: null };
    expect((await fixture.call("SECURITY", "PATCH", `${path}/${id}`, { body })).status).toBe(422);
  });

  it("violations and overrides are listed newest first, within the minutes asked for, page by page", async () => {
    const { tenantId } = fixture.made;
    const agent = randomUUID();
    await fixture.app.services.store.write(tenantId, async ({ query, nowMs }) => {
      for (const [at, minutesAgo] of [1, 2, 90].entries()) {
        await query
          .insertInto("contract_violations")
          .values({
            tenant_id: tenantId,
            id: randomUUID(),
            contract_id: randomUUID(),
            contract_name: `c${at}`,
            agent_id: agent,
            reason: "outside_time_window",
            audit_id: randomUUID(),
            detected_at: nowMs - minutesAgo * 60_000,
          })
          .execute();
      }
    });
    type Page = { items: { contract: string }[]; next_cursor: string | null };
    const first = (await fixture.call("AUDITOR", "GET", "/autonomy/violations?minutes=60&limit=1")).body.data as Page;
    expect(first.items.map(({ contract }) => contract)).toEqual(["c0"]);
    const next = await fixture.call(
      "AUDITOR",
      "GET",
      `/autonomy/violations?minutes=60&limit=5&cursor=${first.next_cursor}`,
    );
    expect(next.body.data as Page).toMatchObject({ items: [{ contract: "c1" }], next_cursor: null });
    const overrides = await fixture.call("AUDITOR", "GET", "/autonomy/overrides");
    expect(overrides.body.data).toEqual({ items: [], next_cursor: null });
  });
});
