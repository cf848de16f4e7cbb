import { type OperationId, operations } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { administratorContext } from "../../http/context-fixture.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../../ledger/ledger-fixture.js";
import { drainTenant } from "../../workers/usage-drain.js";
import { auditHandlers } from "../audit/index.js";
import { billingHandlers } from "./index.js";

eachDatabase("billing over its handlers", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const contextOf = (tenantId: string, id: OperationId) => administratorContext(fixture, database.url, tenantId, id);

  const summary = (tenant: string) =>
    billingHandlers["billing.summary"](contextOf(tenant, "billing.summary"), {
      params: undefined,
      query: { days: 30 },
      body: undefined,
    });

  it("the summary adds up, before and after the drain", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [
      callDraft(tenant, 1_500_000_000n),
      callDraft(tenant, 250_000_000n, { toolName: "mail" }),
      callDraft(tenant),
    ]);
    expect(await summary(tenant)).toMatchObject({ total_usd: "0", pending_usd: "1.75", calls: 0, by_agent: [] });
    await drainTenant(fixture.store, tenant, 10);
    const after = operations["billing.summary"].data.parse(await summary(tenant));
    expect(after).toMatchObject({ total_usd: "1.75", pending_usd: "0", calls: 2 });
    expect(after.by_tool).toEqual([
      { tool_name: "search", amount_usd: "1.5", calls: 1 },
      { tool_name: "mail", amount_usd: "0.25", calls: 1 },
    ]);
    expect(after.daily).toEqual([{ day: after.to, amount_usd: "1.75", calls: 2 }]);
    expect(after.today).toEqual({ spent_usd: "0", reserved_usd: "0", cap_usd: null, percent_of_cap: null });
  });

  it("today's counter is shown against the cap", async () => {
    const tenant = await fixture.createTenant();
    const { to } = await summary(tenant);
    await fixture.store.platform("tenants", async ({ query }) => {
      await query.updateTable("tenants").set({ daily_cost_cap_nano: 3n }).where("id", "=", tenant).execute();
      await query
        .insertInto("cost_counters")
        .values({
          tenant_id: tenant,
          scope: "tenant",
          day: to,
          spent_nano: 1n,
          reserved_nano: 1n,
          warned_at: null,
          blocked_at: null,
        })
        .execute();
    });
    expect((await summary(tenant)).today).toMatchObject({ percent_of_cap: 66.66 });
  });

  it("rates are the built-in ones until they are set; setting them is a row, a new revision and a new state", async () => {
    const tenant = await fixture.createTenant();
    const get = () =>
      billingHandlers["billing.getRates"](contextOf(tenant, "billing.getRates"), {
        params: undefined,
        query: undefined,
        body: undefined,
      });
    const set = (price: string | number) =>
      billingHandlers["billing.setRates"](contextOf(tenant, "billing.setRates"), {
        params: undefined,
        query: undefined,
        body: {
          default: { prompt_usd_per_million: price, completion_usd_per_million: "2.50" },
          rates: { m: { prompt_usd_per_million: 1, completion_usd_per_million: "2", call_usd: "0.1" } },
        },
      });
    expect(await get()).toMatchObject({ revision: "builtin-1", updated_at: null });
    const first = await set("1.0");
    expect(first.default).toEqual({ prompt_usd_per_million: "1", completion_usd_per_million: "2.5" });
    const second = await set(3);
    expect(second.revision).not.toBe(first.revision);
    expect((await set(1)).revision).toBe(first.revision);
    expect(operations["billing.getRates"].data.parse(await get())).toMatchObject({ revision: first.revision });
    await expect(set(999_999_999)).rejects.toMatchObject({ code: "validation_failed" });
    const { items: rows } = await auditHandlers["audit.list"](contextOf(tenant, "audit.list"), {
      params: undefined,
      query: { limit: 50 },
      body: undefined,
    });
    expect(rows.map((row) => row.action)).toEqual(["rates_changed", "rates_changed", "rates_changed"]);
    expect(rows[0]?.metadata_json).toMatchObject({
      old_revision: second.revision,
      new_revision: first.revision,
      models: 1,
    });
    const state = await fixture.store.read(tenant, ({ query }) =>
      query.selectFrom("tenant_states").select("state_version").where("tenant_id", "=", tenant).executeTakeFirst(),
    );
    expect(state?.state_version).toBe(4);
  });
});
