import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDatabaseUrl } from "../db/database-url.js";
import { findBillingGaps } from "../domains/audit/billing-gaps.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../ledger/ledger-fixture.js";
import { replayDeadLetter } from "./usage-dead-letter.js";
import { drainTenant, drainUsage } from "./usage-drain.js";

/** Makes the money ledger refuse the records of one tool, as a fault in it would. */
async function refuseRecordsOf(url: string, toolName: string): Promise<void> {
  const address = parseDatabaseUrl(url);
  if (address.dialect === "sqlite") {
    const database = new (loadSqliteDriver())(address.path);
    database.exec(`create trigger broken before insert on usage_records when new.tool_name = '${toolName}'
      begin select raise(abort, 'the ledger is broken'); end`);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create function broken() returns trigger language plpgsql as
      $$ begin raise exception 'the ledger is broken'; end $$;
    create trigger broken before insert on usage_records for each row
      when (new.tool_name = '${toolName}') execute function broken()`);
  await client.end();
}

eachDatabase("usage drain", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
    await refuseRecordsOf(database.url, "poison");
  });
  afterAll(() => fixture.store.close());

  /** Counts and dollars of the four places, in one snapshot. */
  const readBooks = (tenant: string) =>
    fixture.store.read(tenant, async ({ query }) => {
      const sumOf = (table: "usage_records" | "pending_usage_events" | "pending_billing_events" | "usage_days") =>
        query
          .selectFrom(table)
          .select((eb) => [
            eb.fn.countAll<number>().as("rows"),
            eb.fn.sum<bigint | null>("amount_nano").as("total_nano"),
          ])
          .where("tenant_id", "=", tenant)
          .executeTakeFirstOrThrow();
      const billable = await query
        .selectFrom("audit_logs")
        .select((eb) => [eb.fn.countAll<number>().as("rows"), eb.fn.sum<bigint | null>("amount_nano").as("total_nano")])
        .where("tenant_id", "=", tenant)
        .where("billable", "=", 1)
        .executeTakeFirstOrThrow();
      const [recorded, pending, dead, days] = [
        await sumOf("usage_records"),
        await sumOf("pending_usage_events"),
        await sumOf("pending_billing_events"),
        await sumOf("usage_days"),
      ];
      return { billable, recorded, pending, dead, days };
    });
  const expectBalanced = async (tenant: string) => {
    const { billable, recorded, pending, dead, days } = await readBooks(tenant);
    const nano = (sum: { total_nano: bigint | null }) => sum.total_nano ?? 0n;
    expect(recorded.rows + pending.rows + dead.rows).toBe(billable.rows);
    expect(nano(recorded) + nano(pending) + nano(dead)).toBe(nano(billable));
    expect(nano(days)).toBe(nano(recorded));
  };

  it("at any instant pending, recorded and dead usage are the billable rows, in count and in dollars", async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("append" as const),
          amounts: fc.array(fc.bigInt(0n, 10n ** 15n), { maxLength: 5 }),
          tool: fc.constantFrom("search", "mail", "poison"),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("drain" as const),
          replicas: fc.integer({ min: 1, max: 3 }),
          size: fc.integer({ min: 1, max: 8 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("free call" as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const tenant = await fixture.createTenant();
        for (const now of steps) {
          if (now.kind === "append") {
            const drafts = now.amounts.map((amount) => callDraft(tenant, amount, { toolName: now.tool }));
            await fixture.append(tenant, drafts);
          } else if (now.kind === "free call") {
            await fixture.append(tenant, [callDraft(tenant)]);
          } else {
            const drains = Array.from({ length: now.replicas }, () => drainTenant(fixture.store, tenant, now.size));
            await Promise.all([...drains, expectBalanced(tenant)]);
          }
          await expectBalanced(tenant);
        }
      }),
      { numRuns: 15 },
    );
  });

  it("leaves events alone that another replica has, unless their lease is of a clock that was set back", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant, 3n)]);
    const leaseUntil = (fromNowMs: number) =>
      fixture.store.write(tenant, ({ query, nowMs }) =>
        query
          .updateTable("pending_usage_events")
          .set({ leased_until: nowMs + fromNowMs })
          .where("tenant_id", "=", tenant)
          .execute(),
      );
    await leaseUntil(30_000);
    await drainUsage(fixture.store, 25);
    expect((await readBooks(tenant)).recorded.rows).toBe(0);
    await leaseUntil(7_200_000);
    await drainUsage(fixture.store, 25);
    expect((await readBooks(tenant)).recorded.rows).toBe(1);
    await expectBalanced(tenant);
  });

  it("several replicas record each event once", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(
      tenant,
      Array.from({ length: 60 }, () => callDraft(tenant, 3n)),
    );
    await Promise.all(Array.from({ length: 6 }, () => drainTenant(fixture.store, tenant, 25)));
    const { recorded, pending, days } = await readBooks(tenant);
    expect({ recorded, pending: pending.rows, days: days.total_nano }).toEqual({
      recorded: { rows: 60, total_nano: 180n },
      pending: 0,
      days: 180n,
    });
    expect(await findBillingGaps(fixture.store, tenant)).toEqual({
      audit_without_usage: [],
      usage_without_audit: [],
      checked_rows: 60,
    });
  });

  it("an event that fails three times becomes a dead letter and holds up no other; a replay keeps its id", async () => {
    const tenant = await fixture.createTenant();
    const poison = callDraft(tenant, 9n, { toolName: "poison" });
    await fixture.append(tenant, [callDraft(tenant, 1n), poison, callDraft(tenant, 2n)]);
    expect(await drainTenant(fixture.store, tenant, 10)).toEqual({ recorded: 2, failed: 1, dead: 0 });
    expect(await drainTenant(fixture.store, tenant, 10)).toEqual({ recorded: 0, failed: 1, dead: 0 });
    expect(await drainTenant(fixture.store, tenant, 10)).toEqual({ recorded: 0, failed: 0, dead: 1 });
    const [letter] = await fixture.store.read(tenant, ({ query }) =>
      query.selectFrom("pending_billing_events").selectAll().where("tenant_id", "=", tenant).execute(),
    );
    expect(letter).toMatchObject({ audit_id: poison.auditId, amount_nano: 9n, retry_count: 3 });
    expect(letter?.error_reason).toContain("the ledger is broken");
    expect((await findBillingGaps(fixture.store, tenant)).audit_without_usage).toMatchObject([
      { audit_id: poison.auditId, seq: "2" },
    ]);
    expect(await replayDeadLetter(fixture.store, tenant, poison.auditId)).toBe(true);
    expect(await replayDeadLetter(fixture.store, tenant, poison.auditId)).toBe(false);
    const [event] = await fixture.store.read(tenant, ({ query }) =>
      query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", tenant).execute(),
    );
    expect(event).toMatchObject({ audit_id: poison.auditId, amount_nano: 9n, attempts: 0, seq: 2 });
    await expectBalanced(tenant);
  });

  it("the same audit row with another amount is an error, with the same amount nothing", async () => {
    const tenant = await fixture.createTenant();
    const [same, other] = [callDraft(tenant, 5n), callDraft(tenant, 6n)];
    await fixture.append(tenant, [same, other]);
    await fixture.store.write(tenant, ({ query }) =>
      query
        .insertInto("usage_records")
        .values(
          [same, other].map((draft, index) => ({
            tenant_id: tenant,
            audit_id: draft.auditId,
            seq: index + 1,
            agent_id: draft.agentId ?? "",
            tool_name: "search",
            model_name: null,
            prompt_tokens: 0,
            completion_tokens: 0,
            amount_nano: 5n,
            rate_revision: "r",
            created_at: 0,
          })),
        )
        .execute(),
    );
    expect(await drainTenant(fixture.store, tenant, 10)).toEqual({ recorded: 1, failed: 1, dead: 0 });
    const [event] = await fixture.store.read(tenant, ({ query }) =>
      query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", tenant).execute(),
    );
    expect(event).toMatchObject({ audit_id: other.auditId, last_error: expect.stringContaining("another amount") });
  });

  it("usage without a billable row is a gap", async () => {
    const tenant = await fixture.createTenant();
    const draft = callDraft(tenant);
    await fixture.append(tenant, [draft]);
    await fixture.store.write(tenant, ({ query }) =>
      query
        .insertInto("usage_records")
        .values({
          tenant_id: tenant,
          audit_id: draft.auditId,
          seq: 1,
          agent_id: "a",
          tool_name: "search",
          model_name: null,
          prompt_tokens: 0,
          completion_tokens: 0,
          amount_nano: 1_500_000_000n,
          rate_revision: "r",
          created_at: 0,
        })
        .execute(),
    );
    const gaps = await findBillingGaps(fixture.store, tenant);
    expect(gaps.usage_without_audit).toMatchObject([{ audit_id: draft.auditId, amount_usd: "1.5" }]);
  });

  it("one look drains every tenant", async () => {
    const tenants = [await fixture.createTenant(), await fixture.createTenant()];
    for (const tenant of tenants) await fixture.append(tenant, [callDraft(tenant, 1n)]);
    await drainUsage(fixture.store, 100);
    for (const tenant of tenants) expect((await readBooks(tenant)).recorded.rows).toBe(1);
  });
});
