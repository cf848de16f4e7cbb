import { randomUUID } from "node:crypto";
import type { DecideCall, ExecutionRecord, Permit } from "@portcullis/contract";
import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeAbandoned } from "../../workers/close-abandoned.js";
import { type DecisionFixture, openDecisionFixture, recordOf, type World } from "../decision-fixture.js";
import type { DecisionService } from "../service.js";

const USD = 1_000_000_000n;
const TOOLS = [
  { tool_name: "search", price_nano: USD / 100n },
  { tool_name: "pay", max_cost_nano: USD / 10n },
];

/** What may happen to a tenant's money, in any order. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant("decide" as const),
    tool: fc.constantFrom("search", "pay", "shell"),
    count: fc.integer({ min: 1, max: 6 }),
    tokens: fc.option(fc.integer({ min: 0, max: 20_000 })),
    key: fc.option(fc.constantFrom("k1", "k2")),
  }),
  fc.record({
    kind: fc.constant("record" as const),
    pick: fc.nat(),
    outcome: fc.constantFrom("allowed" as const, "failed" as const, "aborted" as const, "not_started" as const),
    isUnreachable: fc.boolean(),
    tokens: fc.option(fc.integer({ min: 0, max: 50_000 })),
  }),
  fc.record({ kind: fc.constant("repeat" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("abandon" as const), pick: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

eachDatabase("money", (database) => {
  let fixture: DecisionFixture;
  let services: readonly DecisionService[];

  beforeAll(async () => {
    fixture = await openDecisionFixture(database.url);
    services = [fixture.openService(), fixture.openService()];
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await fixture.store.close();
  });

  it("balances after any history: reservations are those of open calls, spend is what usage events say", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = await fixture.createWorld({ tenant: { daily_cost_cap_nano: USD / 2n }, tools: TOOLS });
        await play(world, steps);
        await expectBalance(world);
      }),
      { numRuns: database.kind === "sqlite" ? 30 : 12 },
    );
  });

  async function play(world: World, steps: readonly Step[]): Promise<void> {
    const permits: { call: DecideCall; permit: Permit }[] = [];
    const records: ExecutionRecord[] = [];
    for (const [index, each] of steps.entries()) {
      const service = services[index % 2] as DecisionService;
      if (each.kind === "decide") {
        const calls = Array.from({ length: each.count }, () =>
          world.call({
            tool_name: each.tool,
            ...(each.tokens === null ? {} : { usage: { prompt_tokens: each.tokens, completion_tokens: 0 } }),
            ...(each.key === null ? {} : { idempotency_key: each.key }),
          }),
        );
        const answers = await Promise.all(calls.map((call) => service.decide(world.tenantId, world.instance, [call])));
        for (const [place, [answer]] of answers.entries()) {
          const call = calls[place];
          if (answer?.verdict === "permit" && call !== undefined) permits.push({ call, permit: answer });
        }
      } else if (each.kind === "record") {
        const chosen = permits[each.pick % Math.max(1, permits.length)];
        if (chosen === undefined) continue;
        const record = recordOf(chosen.call, chosen.permit, {
          outcome: each.outcome,
          dispatched: each.outcome !== "not_started",
          code: each.isUnreachable && each.outcome === "failed" ? "upstream_unreachable" : null,
          usage: each.tokens === null ? null : { prompt_tokens: each.tokens, completion_tokens: 10 },
        });
        records.push(record);
        await service.record(world.tenantId, world.instance, [record]);
      } else if (each.kind === "repeat") {
        const record = records[each.pick % Math.max(1, records.length)];
        if (record === undefined) continue;
        const repeat = { ...record, record_id: randomUUID() };
        const [first, second] = services;
        await Promise.all([
          first?.record(world.tenantId, world.instance, [record, repeat]),
          second?.record(world.tenantId, world.instance, [repeat]),
        ]);
      } else {
        const chosen = permits[each.pick % Math.max(1, permits.length)];
        if (chosen === undefined) continue;
        await fixture.store.write(world.tenantId, (tx) =>
          tx.query
            .updateTable("requests")
            .set({ close_at: 0 })
            .where("tenant_id", "=", world.tenantId)
            .where("request_id", "=", chosen.call.request_id)
            .where("status", "=", "open")
            .execute(),
        );
        await closeAbandoned(fixture.store, fixture.ledger);
      }
    }
  }

  async function expectBalance(world: World): Promise<void> {
    const { tenantId } = world;
    const seen = await fixture.store.read(tenantId, async ({ query }) => ({
      requests: await query.selectFrom("requests").selectAll().where("tenant_id", "=", tenantId).execute(),
      rows: await query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenantId).execute(),
      usage: await query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", tenantId).execute(),
      costs: await query.selectFrom("cost_counters").selectAll().where("tenant_id", "=", tenantId).execute(),
      minutes: await query.selectFrom("cost_minutes").selectAll().where("tenant_id", "=", tenantId).execute(),
    }));
    const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
    const open = seen.requests.filter((row) => row.status === "open" || row.status === "unknown");
    const reserved = sum(open.map((row) => row.reservation_nano));
    const spent = sum(seen.usage.map((event) => event.amount_nano));
    for (const scope of ["tenant", world.agentId]) {
      const days = seen.costs.filter((row) => row.scope === scope);
      expect(sum(days.map((row) => row.reserved_nano))).toBe(reserved);
      expect(sum(days.map((row) => row.spent_nano))).toBe(spent);
    }
    expect(sum(seen.minutes.map((row) => row.amount_nano))).toBe(spent + reserved);
    const billable = seen.rows.filter((row) => row.billable === 1).map((row) => row.id);
    expect(billable.sort()).toEqual(seen.usage.map((event) => event.audit_id).sort());
    expect(new Set(seen.rows.map((row) => row.id)).size).toBe(seen.rows.length);
    const decided = seen.requests.filter((row) => row.status !== "open");
    for (const row of decided) expect(seen.rows.some((each) => each.id === row.audit_id)).toBe(true);
  }
});
