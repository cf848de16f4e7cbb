import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import { eachDatabase } from "@portcullis/testkit";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseDatabaseUrl } from "../db/database-url.js";
import type { Store } from "../db/tx.js";
import { openKeyRing } from "../keys/open-key-ring.js";
import { rotateRowKey } from "../keys/rotate-row-key.js";
import { guardHeads, restoreChain } from "./guard-heads.js";
import { callDraft, type LedgerFixture, openLedgerFixture } from "./ledger-fixture.js";
import { openLedger } from "./open-ledger.js";
import { verifyChain } from "./verify.js";

/** Runs SQL as somebody who owns the database and has put its guards aside. */
async function tamper(url: string, statements: readonly string[]): Promise<void> {
  const address = parseDatabaseUrl(url);
  if (address.dialect === "sqlite") {
    const database = new (loadSqliteDriver())(address.path);
    database.exec("drop trigger if exists audit_logs_refuse_update; drop trigger if exists audit_logs_refuse_delete");
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter table audit_logs disable trigger all");
  for (const statement of statements) await client.query(statement);
  await client.end();
}

eachDatabase("chain verification", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  const verify = (tenant: string, range = {}) => verifyChain(fixture.store, fixture.keys, tenant, range);
  const chainOf = async (rows: number): Promise<string> => {
    const tenant = await fixture.createTenant();
    for (let n = 0; n < rows; n++) await fixture.append(tenant, [callDraft(tenant, BigInt(n))]);
    return tenant;
  };

  it("a chain as it was appended is valid, whole and in part", async () => {
    const tenant = await chainOf(1);
    await fixture.append(
      tenant,
      Array.from({ length: 119 }, () => callDraft(tenant)),
    );
    expect(await verify(tenant)).toMatchObject({ valid: true, violations: [], rows: 120, fromSeq: 1, toSeq: 120 });
    expect(await verify(tenant, { fromSeq: 40, toSeq: 95 })).toMatchObject({ valid: true, rows: 56, toSeq: 95 });
  });

  it("nothing to verify is not valid", async () => {
    const tenant = await fixture.createTenant();
    expect(await verify(tenant)).toMatchObject({ valid: false, violations: [], rows: 0, headHash: null });
  });

  const forgeries: [string, (tenant: string) => string[], string[]][] = [
    [
      "an edited content",
      (t) => [
        `update audit_logs set content = replace(content, '"search"', '"remove"') where tenant_id = '${t}' and seq = 2`,
      ],
      ["content_hash_mismatch", "event_hash_mismatch", "column_mismatch"],
    ],
    [
      "an edited column",
      (t) => [`update audit_logs set outcome = 'denied' where tenant_id = '${t}' and seq = 2`],
      ["column_mismatch"],
    ],
    [
      "an edited amount",
      (t) => [`update audit_logs set amount_nano = 7 where tenant_id = '${t}' and seq = 2`],
      ["column_mismatch"],
    ],
    [
      "an edited time",
      (t) => [`update audit_logs set created_at = created_at - 1 where tenant_id = '${t}' and seq = 2`],
      ["column_mismatch"],
    ],
    ["a row taken out", (t) => [`delete from audit_logs where tenant_id = '${t}' and seq = 2`], ["seq_gap"]],
    ["a cut tail", (t) => [`delete from audit_logs where tenant_id = '${t}' and seq = 3`], ["cut_tail"]],
    [
      "a cut tail with its head",
      (t) => [
        `delete from audit_logs where tenant_id = '${t}' and seq = 3`,
        `update chain_heads set seq = 2 where tenant_id = '${t}'`,
      ],
      ["head_mismatch"],
    ],
    [
      "a signature of another row",
      (t) => [
        `update audit_logs set signature = (select o.signature from audit_logs o where o.tenant_id = '${t}' and o.seq = 1)
         where tenant_id = '${t}' and seq = 2`,
      ],
      ["bad_signature"],
    ],
    [
      "two rows that changed places",
      (t) => [
        `update audit_logs set seq = 9 where tenant_id = '${t}' and seq = 2`,
        `update audit_logs set seq = 2 where tenant_id = '${t}' and seq = 3`,
        `update audit_logs set seq = 3 where tenant_id = '${t}' and seq = 9`,
      ],
      ["prev_hash_mismatch", "column_mismatch", "head_mismatch"],
    ],
    [
      "an unknown key",
      (t) => [`update audit_logs set key_fingerprint = 'x' where tenant_id = '${t}' and seq = 2`],
      ["unknown_key"],
    ],
  ];
  it.each(forgeries)("%s is found", async (_what, statements, kinds) => {
    const tenant = await chainOf(3);
    await tamper(database.url, statements(tenant));
    const report = await verify(tenant);
    expect(report.valid).toBe(false);
    expect(report.violations.map((violation) => violation.kind)).toEqual(expect.arrayContaining(kinds));
  });

  it("a chain whose rows are not those of its head is halted at start-up, and goes on once an operator has said so", async () => {
    const healthy = await chainOf(2);
    const tenant = await chainOf(3);
    await tamper(database.url, [`delete from audit_logs where tenant_id = '${tenant}' and seq = 3`]);
    const halted = await guardHeads(fixture.store, pino({ level: "silent" }));
    expect(halted).toContain(tenant);
    expect(halted).not.toContain(healthy);
    await expect(fixture.append(tenant, [callDraft(tenant)])).rejects.toMatchObject({ code: "chain_halted" });
    const confirmation = { requestId: "r1", actor: "user:1", role: "ADMIN", reason: "restored from a backup" };
    expect(await restoreChain(fixture.store, fixture.keys, tenant, confirmation)).toMatchObject({ seq: 3 });
    await fixture.append(tenant, [callDraft(tenant)]);
    expect(await verify(tenant)).toMatchObject({ valid: true, rows: 4 });
  });

  it("a chain that an operator lets go on while heads are compared is not halted again", async () => {
    const tenant = await chainOf(3);
    await tamper(database.url, [`delete from audit_logs where tenant_id = '${tenant}' and seq = 3`]);
    const { store, keys } = fixture;
    const platform: Store["platform"] = async (use, work) => {
      const parted = await store.platform(use, work);
      const confirmation = { requestId: "r1", actor: "user:1", role: "ADMIN", reason: "restored from a backup" };
      await restoreChain(store, keys, tenant, confirmation);
      return parted;
    };
    expect(await guardHeads({ ...store, platform }, pino({ level: "silent" }))).not.toContain(tenant);
    await fixture.append(tenant, [callDraft(tenant)]);
    expect(await verify(tenant)).toMatchObject({ valid: true, rows: 4 });
  });

  it("after a rotation each chain passes to the new key by a row of its own, and old and new rows verify", async () => {
    const tenant = await chainOf(2);
    const idle = await chainOf(1);
    const before = fixture.keys.rowSigner.fingerprint;
    const { retired, current } = await rotateRowKey(fixture.store, fixture.keySettings);
    await fixture.keys.refresh();
    expect([retired, current]).toEqual([before, fixture.keys.rowSigner.fingerprint]);
    const [row] = await fixture.append(tenant, [callDraft(tenant)]);
    expect(row?.seq).toBe(4);
    await fixture.append(tenant, [callDraft(tenant)]);
    expect(await verify(tenant)).toMatchObject({ valid: true, rows: 5 });
    expect(await verify(tenant, { fromSeq: 4 })).toMatchObject({ valid: true, rows: 2 });
    expect(await verify(idle)).toMatchObject({ valid: true, rows: 1 });
    const keys = await fixture.store.read(tenant, ({ query }) =>
      query
        .selectFrom("audit_logs")
        .select(["action", "key_fingerprint"])
        .where("tenant_id", "=", tenant)
        .orderBy("seq")
        .execute(),
    );
    expect(keys.map((key) => key.key_fingerprint)).toEqual([retired, retired, retired, current, current]);
    expect(keys[2]?.action).toBe("key_rotated");
    expect(fixture.keys.publicKeys().map((key) => key.jwk.kid)).toEqual([current, retired]);
    const historical = await fixture.store.platform("signing keys and secrets", ({ query }) =>
      query.selectFrom("transparency_historical_keys").select("fingerprint").execute(),
    );
    expect(historical).toEqual([{ fingerprint: retired }]);
  });

  it("a chain that was cut behind any of its rows, that of a rotation too, goes on valid once an operator has said so", async () => {
    for (const left of [0, 1, 2, 3]) {
      const tenant = await chainOf(1);
      await rotateRowKey(fixture.store, fixture.keySettings);
      await fixture.keys.refresh();
      await fixture.append(tenant, [callDraft(tenant)]);
      await fixture.append(tenant, [callDraft(tenant)]);
      await tamper(database.url, [`delete from audit_logs where tenant_id = '${tenant}' and seq > ${left}`]);
      await guardHeads(fixture.store, pino({ level: "silent" }));
      const confirmation = { requestId: "r1", actor: "user:1", role: "ADMIN", reason: "restored from a backup" };
      await restoreChain(fixture.store, fixture.keys, tenant, confirmation);
      await fixture.append(tenant, [callDraft(tenant)]);
      expect(await verify(tenant)).toMatchObject({ valid: true, violations: [] });
    }
  });

  it("a key that signs outside its window is found", async () => {
    const tenant = await chainOf(1);
    const oldSigner = fixture.keys.rowSigner;
    await rotateRowKey(fixture.store, fixture.keySettings);
    await fixture.keys.refresh();
    await fixture.append(tenant, [callDraft(tenant)]);
    await tamper(database.url, [
      `update audit_logs set key_fingerprint = '${oldSigner.fingerprint}' where tenant_id = '${tenant}' and seq = 3`,
    ]);
    const kinds = (await verify(tenant)).violations.map((violation) => violation.kind);
    expect(kinds).toEqual(expect.arrayContaining(["key_outside_window", "bad_signature"]));
  });

  it("a replica that has not heard of a rotation refuses for a moment and then goes on", async () => {
    const tenant = await chainOf(1);
    const other = await openKeyRing(fixture.store, fixture.keySettings);
    await rotateRowKey(fixture.store, fixture.keySettings);
    await fixture.keys.refresh();
    await fixture.append(tenant, [callDraft(tenant)]);
    const ledger = openLedger(other);
    const append = () => fixture.store.write(tenant, (tx) => ledger.append(tx, [callDraft(tenant)]));
    await expect(append()).rejects.toMatchObject({ code: "store_unavailable" });
    await expect.poll(append, { interval: 5 }).toMatchObject([{ seq: 4 }]);
    expect(await verify(tenant)).toMatchObject({ valid: true, rows: 4 });
  });
});
