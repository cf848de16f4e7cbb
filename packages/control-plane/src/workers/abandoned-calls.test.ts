import { randomUUID } from "node:crypto";
import { auditIdOf, utcDay } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Decided } from "../decision/calls/decided.js";
import { type LedgerFixture, openLedgerFixture } from "../ledger/ledger-fixture.js";
import { verifyChain } from "../ledger/verify.js";
import { closeAbandoned } from "./close-abandoned.js";
import { settleUnknown } from "./settle-unknown.js";
import { sweep } from "./sweep.js";
import { drainTenant } from "./usage-drain.js";

const DAY_MS = 86_400_000;
const AGENT = randomUUID();
const DECIDED: Decided = {
  actor: `agent:${AGENT}`,
  role: "agent",
  rule_id: null,
  score: 0.25,
  findings: ["encoded_payload"],
  fields: { request_hash: "ab".repeat(32), policy_revision: "r1" },
  stages: [],
  tool_timeout_ms: 30_000,
  edge_type: "writes",
  delegators: [],
  usage: null,
  unbounded: false,
};

eachDatabase("calls whose end never came", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  /** A permitted call as `decide` leaves it, with 40 nano-dollars reserved. */
  const begin = async (tenant: string, closeAtMs: number): Promise<{ requestId: string; auditId: string }> => {
    const requestId = randomUUID();
    const auditId = auditIdOf(tenant, requestId);
    const nowMs = Date.now();
    const day = utcDay(nowMs);
    await fixture.store.write(tenant, async ({ query }) => {
      for (const scope of ["tenant", AGENT]) {
        await query
          .insertInto("cost_counters")
          .values({
            tenant_id: tenant,
            scope,
            day,
            spent_nano: 1n,
            reserved_nano: 40n,
            warned_at: null,
            blocked_at: null,
          })
          .onConflict((conflict) =>
            conflict
              .columns(["tenant_id", "scope", "day"])
              .doUpdateSet((eb) => ({ reserved_nano: eb("cost_counters.reserved_nano", "+", 40n) })),
          )
          .execute();
      }
      await query
        .insertInto("requests")
        .values({
          tenant_id: tenant,
          request_id: requestId,
          audit_id: auditId,
          status: "open",
          instance: randomUUID(),
          agent_id: AGENT,
          tool_name: "mail",
          permit_id: randomUUID(),
          answer: "{}",
          decided: JSON.stringify(DECIDED),
          idempotency_key: "k",
          counter_day: day,
          minute: 1,
          reservation_nano: 40n,
          price_nano: null,
          rate_revision: "rates-1",
          created_at: nowMs,
          close_at: closeAtMs,
          closed_at: null,
        })
        .execute();
      await query
        .insertInto("decision_inputs")
        .values({ tenant_id: tenant, created_at: nowMs, request_id: requestId, inputs: "{}" })
        .execute();
      await query
        .insertInto("idempotency_keys")
        .values({
          tenant_id: tenant,
          agent_id: AGENT,
          key: requestId,
          body_hash: "h",
          request_id: requestId,
          status: "running",
          answer_status: null,
          answer_body: null,
          expires_at: null,
        })
        .execute();
    });
    return { requestId, auditId };
  };
  const readAll = (tenant: string) =>
    fixture.store.read(tenant, async ({ query }) => ({
      rows: await query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenant).orderBy("seq").execute(),
      requests: await query.selectFrom("requests").selectAll().where("tenant_id", "=", tenant).execute(),
      inputs: await query.selectFrom("decision_inputs").selectAll().where("tenant_id", "=", tenant).execute(),
      costs: await query.selectFrom("cost_counters").selectAll().where("tenant_id", "=", tenant).execute(),
      keys: await query.selectFrom("idempotency_keys").selectAll().where("tenant_id", "=", tenant).execute(),
      pending: await query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", tenant).execute(),
    }));

  it("an overdue call becomes one unbilled row with outcome unknown; its reservation and its key's claim stay", async () => {
    const tenant = await fixture.createTenant();
    const { auditId } = await begin(tenant, Date.now() - 1);
    await begin(tenant, Date.now() + 60_000);
    await Promise.all([closeAbandoned(fixture.store, fixture.ledger), closeAbandoned(fixture.store, fixture.ledger)]);
    const { rows, requests, costs, keys, pending } = await readAll(tenant);
    expect(rows).toMatchObject([
      { id: auditId, action: "execute", outcome: "unknown", billable: 0, agent_id: AGENT, tool_name: "mail" },
    ]);
    expect(JSON.parse(rows[0]?.content ?? "")).toMatchObject({ policy_revision: "r1", reservation_usd: "0.00000004" });
    expect(requests.map((request) => request.status).sort()).toEqual(["open", "unknown"]);
    expect(costs.map((cost) => cost.reserved_nano)).toEqual([80n, 80n]);
    expect(keys.map((key) => key.status).sort()).toEqual(["running", "unknown"]);
    expect(pending).toEqual([]);
  });

  it("the key of a call that a clock put forward has closed is claimed until its tool cannot run any more", async () => {
    const tenant = await fixture.createTenant();
    await begin(tenant, Date.now() - 1);
    await closeAbandoned(fixture.store, fixture.ledger);
    const { requests, keys } = await readAll(tenant);
    const closedAt = requests[0]?.closed_at ?? 0;
    expect(keys).toMatchObject([{ status: "unknown", expires_at: closedAt + DECIDED.tool_timeout_ms + 60_000 }]);
  });

  it("after the days of waiting the reservation is billed once, by a row that links to the first", async () => {
    const tenant = await fixture.createTenant();
    const { auditId } = await begin(tenant, Date.now() - 1);
    await closeAbandoned(fixture.store, fixture.ledger);
    await settleUnknown(fixture.store, fixture.ledger, 7 * DAY_MS);
    expect((await readAll(tenant)).rows).toHaveLength(1);
    await settleUnknown(fixture.store, fixture.ledger, 0);
    await settleUnknown(fixture.store, fixture.ledger, 0);
    const { rows, requests, costs, pending } = await readAll(tenant);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ action: "outcome_settled", billable: 1, amount_nano: 40n });
    expect(JSON.parse(rows[1]?.content ?? "")).toMatchObject({ settles: auditId, settled_by: "worker" });
    expect(requests).toMatchObject([{ status: "closed", decided: null }]);
    expect(costs.map((cost) => [cost.spent_nano, cost.reserved_nano])).toEqual([
      [41n, 0n],
      [41n, 0n],
    ]);
    expect(pending).toMatchObject([{ amount_nano: 40n, audit_id: rows[1]?.id }]);
    expect(await drainTenant(fixture.store, tenant, 10)).toMatchObject({ recorded: 1 });
    expect(await verifyChain(fixture.store, fixture.keys, tenant)).toMatchObject({ valid: true, rows: 2 });
  });

  it("a halted chain keeps its calls open and holds up no other tenant's", async () => {
    const [halted, healthy] = [await fixture.createTenant(), await fixture.createTenant()];
    await begin(halted, Date.now() - 1);
    await begin(healthy, Date.now() - 1);
    await fixture.store.write(halted, ({ query }) =>
      query.updateTable("chain_heads").set({ halted: "chain_rolled_back" }).where("tenant_id", "=", halted).execute(),
    );
    await closeAbandoned(fixture.store, fixture.ledger);
    expect((await readAll(halted)).requests).toMatchObject([{ status: "open" }]);
    expect((await readAll(healthy)).requests).toMatchObject([{ status: "unknown" }]);
  });

  it("a call that cannot be ended is told of, and holds up no other tenant's", async () => {
    const tenants = [await fixture.createTenant(), await fixture.createTenant(), await fixture.createTenant()];
    // Whichever comes first.
    const [one, broken, other] = tenants.toSorted() as [string, string, string];
    for (const tenant of tenants) await begin(tenant, Date.now() - 1);
    await fixture.store.write(broken, ({ query }) =>
      query.updateTable("requests").set({ decided: null }).where("tenant_id", "=", broken).execute(),
    );
    await expect(closeAbandoned(fixture.store, fixture.ledger)).rejects.toThrow("lost what was decided");
    for (const tenant of [one, other]) expect((await readAll(tenant)).requests).toMatchObject([{ status: "unknown" }]);
    expect((await readAll(broken)).requests).toMatchObject([{ status: "open" }]);
    // The tests share a database.
    await fixture.store.write(broken, ({ query }) =>
      query.deleteFrom("requests").where("tenant_id", "=", broken).execute(),
    );
  });

  it("sweeping removes old answers of refused calls, inputs, expired tokens and keys, and nothing else", async () => {
    const tenant = await fixture.createTenant();
    const [fresh, old, ancient, running] = [
      await begin(tenant, Date.now() + 60_000),
      await begin(tenant, Date.now() + 60_000),
      await begin(tenant, Date.now() + 60_000),
      await begin(tenant, Date.now() + 60_000),
    ];
    const nowMs = Date.now();
    await fixture.store.write(tenant, async ({ query }) => {
      const age = async (requestId: string, createdAtMs: number) => {
        for (const table of ["requests", "decision_inputs"] as const) {
          await query
            .updateTable(table)
            .set({ created_at: createdAtMs })
            .where("tenant_id", "=", tenant)
            .where("request_id", "=", requestId)
            .execute();
        }
      };
      await age(old.requestId, nowMs - 11 * 60_000);
      await age(running.requestId, nowMs - 11 * 60_000);
      await age(ancient.requestId, nowMs - 31 * DAY_MS);
      await query
        .updateTable("requests")
        .set({ status: "refused" })
        .where("tenant_id", "=", tenant)
        .where("request_id", "<>", running.requestId)
        .execute();
      await query
        .insertInto("tokens")
        .values([tokenOf(tenant, "expired", nowMs - 120_000), tokenOf(tenant, "valid", nowMs + 60_000)])
        .execute();
      await query
        .updateTable("idempotency_keys")
        .set({ expires_at: nowMs - 1 })
        .where("tenant_id", "=", tenant)
        .where("request_id", "=", old.requestId)
        .execute();
    });
    await sweep(fixture.store);
    await sweep(fixture.store);
    const { requests, inputs, keys } = await readAll(tenant);
    const answers = new Map(requests.map((request) => [request.request_id, request.answer]));
    expect(answers).toEqual(
      new Map([
        [fresh.requestId, "{}"],
        [old.requestId, null],
        [ancient.requestId, null],
        [running.requestId, "{}"],
      ]),
    );
    expect(new Set(inputs.map((row) => row.request_id))).toEqual(
      new Set([fresh.requestId, old.requestId, running.requestId]),
    );
    expect(requests.every((request) => request.decided !== null)).toBe(true);
    expect(keys.map((key) => key.request_id).sort()).toEqual(
      [fresh.requestId, ancient.requestId, running.requestId].sort(),
    );
    const tokens = await fixture.store.read(tenant, ({ query }) =>
      query.selectFrom("tokens").select("jti").where("tenant_id", "=", tenant).execute(),
    );
    expect(tokens).toEqual([{ jti: "valid" }]);
  });

  it("sweeping ends connections that nobody has seen for a day, and forgets instances after 90, but for those that calls without an end wait for", async () => {
    const tenant = await fixture.createTenant();
    const open = await begin(tenant, Date.now() + 60_000);
    const unknown = await begin(tenant, Date.now() - 1);
    await closeAbandoned(fixture.store, fixture.ledger);
    const longAgo = Date.now() - 90 * DAY_MS - 60_000;
    const instances: readonly [instance: string, seenAt: number, connectedAt: number | null][] = [
      ["silent", longAgo, null],
      ["seen", longAgo + 120_000, null],
      ["connected", Date.now() - DAY_MS + 60_000, longAgo],
      ["left", Date.now() - DAY_MS - 60_000, longAgo],
      ["left-long-ago", longAgo, longAgo],
      ["of-open", longAgo, null],
      ["of-unknown", longAgo, null],
    ];
    await fixture.store.write(tenant, async ({ query }) => {
      for (const [call, instance] of [
        [open, "of-open"],
        [unknown, "of-unknown"],
      ] as const) {
        const { requestId } = call;
        await query.updateTable("requests").set({ instance }).where("request_id", "=", requestId).execute();
      }
      for (const [instance, last_seen_at, connected_at] of instances) {
        const row = { tenant_id: tenant, instance, api_key_id: "", home: "sidecar", version: "1", folder_hash: null };
        const state = { successor: null, connected_at, last_seen_at, acknowledged_version: 0 };
        await query
          .insertInto("edge_instances")
          .values({ ...row, ...state })
          .execute();
      }
    });
    await sweep(fixture.store);
    const kept = await fixture.store.read(tenant, ({ query }) =>
      query
        .selectFrom("edge_instances")
        .select(["instance", "connected_at"])
        .where("tenant_id", "=", tenant)
        .orderBy("instance")
        .execute(),
    );
    expect(kept.map(({ instance, connected_at }) => [instance, connected_at !== null])).toEqual([
      ["connected", true],
      ["left", false],
      ["of-open", false],
      ["of-unknown", false],
      ["seen", false],
    ]);
  });

  it("sweeping keys removes a few large answers at a time, all in the end, and none whose time is not over", async () => {
    const tenant = await fixture.createTenant();
    const answer_body = "x".repeat(3 * 1024 * 1024);
    const keyAt = (at: number) => {
      const ended = Date.now() - 1000 + at;
      const name = { tenant_id: tenant, agent_id: AGENT, key: `k${at}`, body_hash: "", request_id: `r${at}` };
      return { ...name, status: "finished" as const, answer_status: 200, answer_body, expires_at: ended };
    };
    await fixture.store.write(tenant, async ({ query }) => {
      for (const at of [1, 2, 3, 4, 5, 60_000]) await query.insertInto("idempotency_keys").values(keyAt(at)).execute();
    });
    const left: string[][] = [];
    let hasMore = true;
    while (hasMore) {
      hasMore = await sweep(fixture.store);
      left.push((await readAll(tenant)).keys.map(({ key }) => key).sort());
    }
    expect(left.slice(0, 3)).toEqual([["k3", "k4", "k5", "k60000"], ["k5", "k60000"], ["k60000"]]);
    expect(left.at(-1)).toEqual(["k60000"]);
  });

  it.each(["decision_inputs", "tokens", "idempotency_keys", "signal_minutes", "cost_highs", "cost_minutes"] as const)(
    "sweeping %s goes on until nothing old is left, however much there is, a batch at a time",
    async (table) => {
      const tenant = await fixture.createTenant();
      const longAgoMs = Date.now() - 400 * DAY_MS;
      const own = { tenant_id: tenant, agent_id: AGENT };
      await fixture.store.write(tenant, async ({ query }) => {
        const agent = { name: "a", status: "ACTIVE", risk_level: "low", metadata: "{}", state_version: 1 } as const;
        const values = { tenant_id: tenant, id: AGENT, ...agent, created_at: 0, updated_at: 0 };
        await query.insertInto("agents").values(values).execute();
        for (let at = 0; at <= 450; at++) {
          // The time of the last one is not over.
          const [name, atMs] = [`r-${at}`, at < 450 ? longAgoMs + at : Date.now() + 60_000];
          const key = { key: name, body_hash: "", request_id: name, status: "finished", expires_at: atMs };
          const rows = {
            decision_inputs: { tenant_id: tenant, created_at: atMs, request_id: name, inputs: "{}" },
            tokens: tokenOf(tenant, name, atMs),
            idempotency_keys: { ...own, ...key, answer_status: 200, answer_body: null },
            signal_minutes: {
              ...own,
              minute: Math.floor(atMs / 60_000),
              finding: "encoded_payload",
              shape_hash: name,
              events: 1,
            },
            cost_highs: { ...own, tool_name: name, day: utcDay(atMs), high_nano: 1n },
            cost_minutes: { ...own, minute: Math.floor(atMs / 60_000) - (at % 450), amount_nano: 1n },
          };
          await query
            .insertInto(table)
            .values(rows[table] as never)
            .execute();
        }
      });
      let looks = 1;
      while (await sweep(fixture.store)) looks += 1;
      expect(looks).toBe(3);
      const left = await fixture.store.read(tenant, ({ query }) =>
        query.selectFrom(table).select("tenant_id").where("tenant_id", "=", tenant).execute(),
      );
      expect(left).toHaveLength(1);
    },
  );
});

function tokenOf(tenantId: string, jti: string, expiresAtMs: number) {
  return {
    tenant_id: tenantId,
    jti,
    kind: "user" as const,
    subject: "u",
    credential_id: null,
    role: "ADMIN",
    permissions: "[]",
    act: "[]",
    issued_at: 0,
    expires_at: expiresAtMs,
    first_used_at: null,
    first_used_address: null,
    first_used_edge: null,
    revoked_at: null,
    state_version: 1,
  };
}
