import { randomUUID } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { eachDatabase, openOwnerConnection } from "@portcullis/testkit";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isUniqueViolation } from "./database-errors.js";
import { parseDatabaseUrl } from "./database-url.js";
import { listMigrations, migrate } from "./migrate.js";
import { openStore } from "./open.js";
import { bumpStateVersion, lockTenant, readState, type TenantStateRow } from "./state.js";
import { runInOrder, sendStatement, statement } from "./statements.js";
import type { Store } from "./tx.js";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";
type Version = Pick<TenantStateRow, "state_version">;
const LOCK = statement("select state_version from tenant_states where tenant_id = $1 for update");
const RAISE = statement("update tenant_states set state_version = state_version + 1 where tenant_id = $1");
const VERSION = statement("select state_version from tenant_states where tenant_id = $1");

async function createTenant(store: Store, id: string): Promise<void> {
  await store.platform("tenants", async ({ query, nowMs }) => {
    await query
      .insertInto("tenants")
      .values({
        id,
        name: id,
        tier: "free",
        settings: "{}",
        daily_cost_cap_nano: 9_007_199_254_740_993n,
        monthly_request_cap: 5,
        behavior_cross_tenant_enabled: 1,
        created_at: nowMs,
      })
      .execute();
    await query
      .insertInto("tenant_states")
      .values({
        tenant_id: id,
        state_version: 1,
        kill_engaged: 0,
        kill_engaged_at: null,
        kill_engaged_by: null,
        kill_reason: null,
        kill_note: null,
      })
      .execute();
  });
}

eachDatabase("store", (database) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ databaseUrl: database.url, poolSize: 5, migrate: true });
    await createTenant(store, A);
    await createTenant(store, B);
  });
  afterAll(() => store.close());

  it("migrating again changes nothing, also from several processes at once", async () => {
    const url = await database.createAnother();
    const lists = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(lists[1]).toEqual(lists[0]);
    expect(await listMigrations(url)).toEqual(lists[0]);
  });

  it("pending migrations refuse to open when they may not be applied", async () => {
    const databaseUrl = await database.createAnother();
    if (database.kind === "sqlite") writeFileSync(databaseUrl.slice("sqlite:".length), "");
    await expect(openStore({ databaseUrl, poolSize: 2, migrate: false })).rejects.toThrow(/Migrations are pending/);
  });

  it("amounts come as bigint and other integers as number", async () => {
    const row = await store.read(A, ({ query }) =>
      query.selectFrom("tenants").selectAll().where("id", "=", A).executeTakeFirstOrThrow(),
    );
    expect(row.daily_cost_cap_nano).toBe(9_007_199_254_740_993n);
    expect(row.monthly_request_cap).toBe(5);
    const sums = await store.read(A, ({ query }) =>
      query
        .selectFrom("tenants")
        .select((eb) => [eb.fn.sum<bigint>("daily_cost_cap_nano").as("total_nano"), eb.fn.countAll<number>().as("n")])
        .where("id", "=", A)
        .executeTakeFirstOrThrow(),
    );
    expect(sums).toEqual({ total_nano: 9_007_199_254_740_993n, n: 1 });
  });

  it("a transaction that throws leaves nothing, and the store goes on", async () => {
    const failing = store.write(A, async (tx) => {
      await bumpStateVersion(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const before = await store.read(A, readState);
    expect(await store.write(A, bumpStateVersion)).toBe(before.state_version + 1);
  });

  it("two writers of one tenant take turns and lose nothing", async () => {
    const before = await store.read(A, readState);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write(A, async (tx) => {
          const { state_version } = await lockTenant(tx);
          await tx.query
            .updateTable("tenant_states")
            .set({ state_version: state_version + 1 })
            .where("tenant_id", "=", A)
            .execute();
        }),
      ),
    );
    expect((await store.read(A, readState)).state_version).toBe(before.state_version + 20);
  });

  it("a writer's first statements see what the writer before has committed, though they are sent at once", async () => {
    const before = await store.read(A, readState);
    const seen = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.write(
          A,
          async (tx, versions: [Version[], Version[]]) => {
            await sendStatement(tx, RAISE, [A]);
            return versions;
          },
          {
            open: (db) =>
              runInOrder<[Version, Version]>(db, [
                [LOCK, [A]],
                [VERSION, [A]],
              ]),
          },
        ),
      ),
    );
    const versions = seen.map(([[locked], [read]]) => [locked?.state_version, read?.state_version]);
    expect(versions.sort(([a = 0], [b = 0]) => a - b)).toEqual(
      versions.map((_, index) => Array(2).fill(before.state_version + index)),
    );
  });

  it("a write that nobody waited for and that fails makes the commit fail, with its own error and nothing stored", async () => {
    const before = await store.read(A, readState);
    for (const readsOn of [false, true]) {
      const writing = store.write(A, async (tx) => {
        await bumpStateVersion(tx);
        const row = { ...before, kill_engaged: 0 } as const;
        await tx.send(tx.query.insertInto("tenant_states").values(row).compile());
        if (readsOn) await readState(tx);
      });
      expect(isUniqueViolation(await writing.catch((error: unknown) => error))).toBe(true);
      expect(await store.read(A, readState)).toEqual(before);
    }
  });

  it("a read sees one moment, whatever is committed meanwhile", async () => {
    await store.read(A, async (db) => {
      const first = await readState(db);
      await store.write(A, bumpStateVersion);
      expect(await readState(db)).toEqual(first);
    });
  });

  it("a read may not write", async () => {
    const writing = store.read(A, ({ query }) => query.updateTable("tenants").set({ name: "x" }).execute());
    await expect(writing).rejects.toThrow();
  });

  it("a duplicate key is told apart from other errors", async () => {
    const error = await createTenant(store, A).catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(new Error("x"))).toBe(false);
  });

  it("announcements reach listeners of this process", async () => {
    const heard: string[] = [];
    const stop = store.onAnnounce((tenantId) => heard.push(tenantId));
    await store.announce(A);
    stop();
    await store.announce(B);
    expect(heard).toEqual([A]);
  });

  it("history cannot be changed or removed", async () => {
    await store.platform("signing keys and secrets", ({ query }) =>
      query
        .insertInto("transparency_historical_keys")
        .values({ fingerprint: "f", public_jwk: "{}", retired_at: 1 })
        .execute(),
    );
    const change = (text: string) =>
      store.platform("signing keys and secrets", ({ query }) => sql.raw(text).execute(query));
    await expect(change("update transparency_historical_keys set retired_at = 2")).rejects.toThrow();
    await expect(change("delete from transparency_historical_keys")).rejects.toThrow();
  });

  if (database.kind === "sqlite") {
    it("the file is its owner's alone", () => {
      const address = parseDatabaseUrl(database.url);
      if (address.dialect !== "sqlite") throw new Error("not a file");
      expect(statSync(address.path).mode & 0o777).toBe(0o600);
    });
  } else {
    it("a tenant's transaction neither sees nor writes another tenant's rows", async () => {
      const ids = await store.read(A, ({ query }) => query.selectFrom("tenants").select("id").execute());
      expect(ids).toEqual([{ id: A }]);
      const moved = await store.write(A, ({ query }) =>
        query.updateTable("tenant_states").set({ kill_note: "x" }).where("tenant_id", "=", B).executeTakeFirst(),
      );
      expect(Number(moved.numUpdatedRows)).toBe(0);
      const foreign = store.write(A, ({ query }) =>
        query
          .insertInto("signal_weights")
          .values({ tenant_id: B, inference: 1, policy: 1, behavior: 1, updated_at: 1 })
          .execute(),
      );
      await expect(foreign).rejects.toMatchObject({
        cause: { message: expect.stringContaining("row-level security") },
      });
    });

    it("a transaction that reads first and then only sends writes takes two round trips, the commit included", async () => {
      const raise = () =>
        store.write(A, (tx) => sendStatement(tx, RAISE, [A]), { open: (db) => runInOrder(db, [[LOCK, [A]]]) });
      await raise();
      const sync = vi.spyOn(pg.Connection.prototype, "sync");
      await raise();
      expect(sync).toHaveBeenCalledTimes(2);
      sync.mockRestore();
    });

    it("a transaction that failed gives its connection back as it was", async () => {
      const own = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: true });
      const process = () =>
        own.read(A, async ({ query }) => (await sql`select pg_backend_pid() as id`.execute(query)).rows);
      const before = await process();
      const failures: Record<string, () => Promise<unknown>> = {
        "in the round of BEGIN": () =>
          own.write(A, async () => {}, { open: ({ query }) => sql`select 1 / 0`.execute(query) }),
        "while another is on its way": () =>
          own.write(A, (tx) => Promise.all([sql`select 1 / 0`.execute(tx.query), readState(tx)])),
        "in the round of the commit": () => own.write(A, ({ send }) => send(CompiledQuery.raw("select 1 / 0"))),
        swallowed: () => own.write(A, ({ query }) => sql`select 1 / 0`.execute(query).catch(() => {})),
      };
      for (const [name, fail] of Object.entries(failures)) {
        await expect(fail(), name).rejects.toThrow(name === "swallowed" ? "rolled back" : "division by zero");
        expect(await process(), name).toEqual(before);
      }
      await own.close();
    });

    it("a table that a newer replica has altered costs each connection one transaction, which is not held against it", async () => {
      const databaseUrl = await database.createAnother();
      const own = await openStore({ databaseUrl, poolSize: 1, migrate: true });
      await createTenant(own, A);
      const uses: Record<string, () => Promise<unknown>> = {
        read: () => own.read(A, readState),
        write: () => own.write(A, async (tx, row) => [tx.nowMs, row], { open: lockTenant }),
        "write that keeps plans": () => own.write(A, readState, { keepsPlans: true }),
      };
      const admin = new pg.Client({ connectionString: databaseUrl });
      await admin.connect();
      for (const [index, [name, use]] of Object.entries(uses).entries()) {
        // Often enough for a name by which the server keeps it parsed.
        for (let time = 0; time < 6; time++) await use();
        await admin.query(`alter table tenant_states add column later_${index} bigint`);
        await expect(use(), name).rejects.toMatchObject({ code: "store_unavailable" });
        for (let time = 0; time < 6; time++) await use();
      }
      await admin.end();
      await own.close();
    });

    it("a plan is kept for a second at most, so that one made for few rows does not go on reading many", async () => {
      const own = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: true });
      const owner = await openOwnerConnection(database.url);
      // The server looks at tables in the background, and plans anew where it has.
      await owner.run("alter table usage_days set (autovacuum_enabled = off)");
      await owner.close();
      const write = (...texts: string[]) =>
        own.write(
          A,
          async ({ query }) => {
            let rows: unknown[] = [];
            for (const text of texts) ({ rows } = await sql.raw(text).execute(query));
            return JSON.stringify(rows);
          },
          { keepsPlans: true },
        );
      const explain = `explain execute usage_of ('${A}', '5')`;
      const clock = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
      const few = await write(
        `prepare usage_of as select * from usage_days where tenant_id = $1 and day >= '0' and tool_name = $2`,
        explain,
      );
      await write(`insert into usage_days select '${A}', n, 'a', n, 0, 0 from generate_series(1, 5000) n`);
      expect(await write(explain)).toBe(few);
      clock.mockReturnValue(1_001_001);
      expect(await write(explain)).not.toBe(few);
      clock.mockRestore();
      await own.close();
    });

    it("keys and secrets are out of a tenant's reach", async () => {
      const reading = store.read(A, ({ query }) => query.selectFrom("secrets").selectAll().execute());
      await expect(reading).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
    });

    it("a login that is no superuser migrates, one that owns nothing serves, and both are held to a tenant's rows", async () => {
      const own = new URL(await database.createAnother());
      const login = `portcullis_login_${randomUUID().slice(0, 8)}`;
      const admin = new pg.Client({ connectionString: own.href });
      await admin.connect();
      await admin.query(`create role ${login} login nosuperuser password 'test'`);
      await admin.query(`alter database ${own.pathname.slice(1)} owner to ${login}`);
      const url = new URL(own);
      url.username = login;
      url.password = "test";
      const open = () => openStore({ databaseUrl: url.href, poolSize: 2, migrate: true });
      await migrate(url.href);
      await expect(open()).rejects.toThrow(/grant portcullis_app, portcullis_platform to/);
      await admin.query(`grant portcullis_app, portcullis_platform to ${login}`);
      const limited = await open();
      await createTenant(limited, A);
      await createTenant(limited, B);
      const ids = await limited.read(A, ({ query }) => query.selectFrom("tenants").select("id").execute());
      expect(ids).toEqual([{ id: A }]);
      await limited.close();
      const server = `${login}_serves`;
      await admin.query(`create role ${server} login nosuperuser password 'test'`);
      await admin.query(`grant portcullis_app, portcullis_platform to ${server}`);
      url.username = server;
      const serving = await openStore({ databaseUrl: url.href, poolSize: 2, migrate: false });
      expect((await serving.read(A, readState)).tenant_id).toBe(A);
      await serving.close();
      await admin.query(`drop role ${server}`);
      await admin.query(`alter database ${own.pathname.slice(1)} owner to current_user`);
      await admin.query(`reassign owned by ${login} to current_user; drop owned by ${login}; drop role ${login}`);
      await admin.end();
    });

    it("connections that the server ends are made again, for queries and for announcements", async () => {
      const other = await openStore({ databaseUrl: database.url, poolSize: 2, migrate: true });
      const admin = new pg.Client({ connectionString: database.url });
      await admin.connect();
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await admin.end();
      const read = () => store.read(A, readState).catch((error: unknown) => error);
      await expect.poll(read, { interval: 5 }).toMatchObject({ tenant_id: A });
      const heard = new Promise<string>((resolve) => other.onAnnounce(resolve));
      const repeat = setInterval(() => void store.announce(B), 50);
      expect(await heard).toBe(B);
      clearInterval(repeat);
      await other.close();
    });

    it("announcements reach other processes", async () => {
      const other = await openStore({ databaseUrl: database.url, poolSize: 2, migrate: true });
      const heard = new Promise<string>((resolve) => other.onAnnounce(resolve));
      const repeat = setInterval(() => void store.announce(B), 20);
      expect(await heard).toBe(B);
      clearInterval(repeat);
      await other.close();
    });
  }
});

describe("database URL", () => {
  it.each(["mysql://x", "sqlite:", "sqlite::memory:", ""])("%j is refused with the two forms", (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(/sqlite:\/path.*postgres:\/\//);
  });
});
