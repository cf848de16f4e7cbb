import { randomUUID } from "node:crypto";
import { type ChainRow, sha256Hex, verifyRows } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chainRowOf } from "./chain-row.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "./ledger-fixture.js";
import { listRows } from "./read.js";

eachDatabase("ledger append", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const rowsOf = (tenantId: string) =>
    fixture.store.read(tenantId, ({ query }) =>
      query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenantId).orderBy("seq").execute(),
    );
  const chainOf = async (tenantId: string): Promise<ChainRow[]> => (await rowsOf(tenantId)).map(chainRowOf);
  const publicKeys = () => fixture.keys.publicKeys().map((key) => key.jwk);

  it("batches and single rows make one chain that verifies with the published key", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant, 5n), callDraft(tenant)]);
    const [third] = await fixture.append(tenant, [callDraft(tenant, 9_007_199_254_740_993n)]);
    expect(third?.seq).toBe(3);
    const chain = await chainOf(tenant);
    const { violations, rowsChecked } = verifyRows(chain, publicKeys());
    expect({ violations, rowsChecked }).toEqual({ violations: [], rowsChecked: 3 });
    expect(chain[2]?.eventHash).toBe(third?.eventHash);
    expect(chain[0]?.contentHash).toBe(sha256Hex(chain[0]?.content ?? ""));
  });

  it("concurrent writers of one tenant never fork the chain", async () => {
    const tenant = await fixture.createTenant();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        fixture.append(
          tenant,
          Array.from({ length: (n % 3) + 1 }, () => callDraft(tenant)),
        ),
      ),
    );
    const { violations, rowsChecked } = verifyRows(await chainOf(tenant), publicKeys());
    expect({ violations, rowsChecked }).toEqual({ violations: [], rowsChecked: 60 });
  });

  it("a billable row leaves its usage event in the same transaction, and keeps the stages and the edge of its call", async () => {
    const tenant = await fixture.createTenant();
    const billable = callDraft(tenant, 42n);
    await fixture.append(tenant, [billable, callDraft(tenant)]);
    const found = await fixture.store.read(tenant, async ({ query }) => ({
      usage: await query.selectFrom("pending_usage_events").selectAll().where("tenant_id", "=", tenant).execute(),
      rows: await query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenant).orderBy("seq").execute(),
    }));
    expect(found.usage).toMatchObject([{ audit_id: billable.auditId, amount_nano: 42n, attempts: 0, seq: 1 }]);
    expect(found.rows.map(({ stages }) => JSON.parse(stages ?? ""))).toEqual([
      [["auth", 0, 1, "ok"]],
      [["auth", 0, 1, "ok"]],
    ]);
    expect(JSON.parse(found.rows[0]?.edge ?? "")).toEqual(billable.edge);
  });

  it("a transaction that fails after the append leaves no row and no gap", async () => {
    const tenant = await fixture.createTenant();
    const failing = fixture.store.write(tenant, async (tx) => {
      await fixture.ledger.append(tx, [callDraft(tenant, 1n)]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const [row] = await fixture.append(tenant, [callDraft(tenant)]);
    expect(row?.seq).toBe(1);
  });

  it("the same audit id again is refused by the database", async () => {
    const tenant = await fixture.createTenant();
    const draft = callDraft(tenant);
    await fixture.append(tenant, [draft]);
    await expect(fixture.append(tenant, [draft])).rejects.toThrow();
    expect(await rowsOf(tenant)).toHaveLength(1);
  });

  it("a second row after the same row is refused by the database", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant), callDraft(tenant)]);
    const [, second] = await rowsOf(tenant);
    if (second === undefined) throw new Error("There is no second row.");
    const fork = { ...second, seq: 3, id: randomUUID(), event_hash: "ab".repeat(32) };
    await expect(
      fixture.store.write(tenant, ({ query }) => query.insertInto("audit_logs").values(fork).execute()),
    ).rejects.toThrow();
    expect(await rowsOf(tenant)).toHaveLength(2);
  });

  it("every row of a request is found by the request's id, whatever it says and wherever it stands", async () => {
    const tenant = await fixture.createTenant();
    const call = callDraft(tenant);
    const { requestId } = call;
    const others = [
      { action: "outcome_settled" },
      { action: "execute", outcome: "denied", decision: "deny" },
      { action: "agents.create" },
    ] as const;
    await fixture.append(tenant, [call, callDraft(tenant)]);
    for (const other of others) {
      await fixture.append(tenant, [callDraft(tenant, undefined, { requestId, auditId: randomUUID(), ...other })]);
    }
    const found = await fixture.store.read(tenant, (db) => listRows(db, { requestId }, { limit: 10, beforeSeq: null }));
    expect(found.map((row) => row.seq)).toEqual([5, 4, 3, 1]);
    const settled = await fixture.store.read(tenant, (db) =>
      listRows(db, { action: "outcome_settled" }, { limit: 10, beforeSeq: null }),
    );
    expect(settled.map((row) => row.seq)).toEqual([3]);
  });

  it("a further field cannot take a fixed member's name", async () => {
    const tenant = await fixture.createTenant();
    const draft = callDraft(tenant, undefined, { fields: { tenant: "another" } });
    await expect(fixture.append(tenant, [draft])).rejects.toThrow(/"tenant" of an audit row is the ledger's own/);
  });

  it("a halted chain and a clock that went back refuse, and leave the chain as it was", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant)]);
    const setHead = (values: { halted?: string; at?: number }) =>
      fixture.store.write(tenant, ({ query }) =>
        query.updateTable("chain_heads").set(values).where("tenant_id", "=", tenant).execute(),
      );
    await setHead({ at: Date.now() + 6 * 60_000 });
    await expect(fixture.append(tenant, [callDraft(tenant)])).rejects.toMatchObject({ code: "chain_halted" });
    await setHead({ at: Date.now() + 60_000 });
    const [row] = await fixture.append(tenant, [callDraft(tenant)]);
    expect(row?.atMs).toBeGreaterThan(Date.now() + 30_000);
    await setHead({ halted: "chain_rolled_back" });
    await expect(fixture.append(tenant, [callDraft(tenant)])).rejects.toMatchObject({ code: "chain_halted" });
    expect(await rowsOf(tenant)).toHaveLength(2);
  });

  it("text of every kind comes back byte for byte", async () => {
    const tenant = await fixture.createTenant();
    const odd = "\u0000\u001f\"\\ é \u{1f600} \u2028 ' $1 {}";
    await fixture.append(tenant, [callDraft(tenant, undefined, { fields: { odd } })]);
    const [row] = await rowsOf(tenant);
    expect(JSON.parse(row?.content ?? "").odd).toBe(odd);
    expect(row?.content_hash).toBe(sha256Hex(row?.content ?? ""));
  });

  it("the database refuses to change or remove a row, whoever asks", async () => {
    const tenant = await fixture.createTenant();
    await fixture.append(tenant, [callDraft(tenant)]);
    const asTenant = (text: string) => fixture.store.write(tenant, ({ query }) => sql.raw(text).execute(query));
    const asPlatform = (text: string) =>
      fixture.store.platform("tenants with work for workers", ({ query }) => sql.raw(text).execute(query));
    for (const run of [asTenant, asPlatform]) {
      await expect(run("update audit_logs set outcome = 'denied'")).rejects.toThrow();
      await expect(run("delete from audit_logs")).rejects.toThrow();
    }
    expect(await rowsOf(tenant)).toMatchObject([{ outcome: "allowed" }]);
  });

  it("readers of a tenant hear of its rows once per turn, and no longer after they stop", async () => {
    const tenant = await fixture.createTenant();
    let calls = 0;
    const heard = new Promise<void>((resolve) => {
      const stop = fixture.ledger.onAppended(tenant, () => {
        calls++;
        stop();
        resolve();
      });
    });
    fixture.ledger.notifyAppended(tenant);
    fixture.ledger.notifyAppended(tenant);
    await heard;
    fixture.ledger.notifyAppended(tenant);
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(1);
  });
});
