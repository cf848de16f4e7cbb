// What a server, a database and a login may be set to, by whoever runs them: the application is held to its own settings, and a
// database that cannot keep what is written is refused before anything is.

import { randomUUID } from "node:crypto";
import { findPostgresUrl, openOwnerConnection, useDatabase } from "@portcullis/testkit";
import { CompiledQuery, sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { migrate } from "../migrate.js";
import { openStore } from "../open.js";
import type { Store, TenantTx } from "../tx.js";

const TENANT = "5b0f2a52-0000-4000-8000-000000000002";
const SCORE = 0.1 + 0.2;

const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["default_transaction_isolation", "serializable"],
  ["default_transaction_isolation", "repeatable read"],
  ["extra_float_digits", "0"],
  ["idle_session_timeout", "10min"],
  ["plan_cache_mode", "force_generic_plan"],
  ["synchronous_commit", "off"],
  ["timezone", "Pacific/Auckland"],
];

describe("PostgreSQL", () => {
  const database = useDatabase("postgres");
  const open: Store[] = [];
  const openAt = async (databaseUrl: string) => {
    const store = await openStore({ databaseUrl, poolSize: 3, migrate: true });
    open.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
  });
  const run = async (url: string, ...statements: string[]) => {
    const owner = await openOwnerConnection(url);
    await owner.run(...statements).finally(owner.close);
  };

  const writeWeights = ({ query }: TenantTx) =>
    query.executeQuery(
      CompiledQuery.raw(
        `insert into signal_weights (tenant_id, inference, policy, behavior, updated_at) values ($1, $2, 0, 0, 1)
         on conflict (tenant_id) do update set updated_at = signal_weights.updated_at + 1`,
        [TENANT, SCORE],
      ),
    );
  const readWeights = (store: Store) =>
    store.read(TENANT, ({ query }) => query.selectFrom("signal_weights").select(["inference", "updated_at"]).execute());

  it.each(SETTINGS)("whose owner sets %s to %s is used without it, by many writers at once", async (name, value) => {
    const url = await database.createAnother();
    await migrate(url);
    await run(url, `alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`);
    const store = await openAt(url);
    await Promise.all(Array.from({ length: 20 }, () => store.write(TENANT, writeWeights)));
    expect(await readWeights(store)).toEqual([{ inference: SCORE, updated_at: 20 }]);
    const setting = sql<{ value: string }>`select current_setting(${name}) as value`;
    const { rows } = await store.write(TENANT, ({ query }) => setting.execute(query));
    expect(rows[0]?.value).not.toBe(value);
  });

  it.each(["serializable", "repeatable read"])(
    "whose owner sets transactions to %s is migrated once, by replicas that start together",
    async (level) => {
      const url = await database.createAnother();
      await run(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = '${level}'`);
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
      expect(others.every((list) => JSON.stringify(list) === JSON.stringify(first))).toBe(true);
    },
  );

  it("whose login has a schema of its own has the tables there, for whatever role acts", async () => {
    const login = `portcullis_owner_${randomUUID().slice(0, 8)}`;
    const admin = await database.createAnother();
    const name = new URL(admin).pathname.slice(1);
    await run(
      admin,
      `create role ${login} login nosuperuser password 'test'`,
      `grant portcullis_app, portcullis_platform to ${login}`,
      `alter database ${name} owner to ${login}`,
      `create schema authorization ${login}`,
    );
    const url = new URL(admin);
    url.username = login;
    url.password = "test";
    await migrate(url.href);
    const store = await openAt(url.href);
    await store.write(TENANT, writeWeights);
    expect(await readWeights(store)).toEqual([{ inference: SCORE, updated_at: 1 }]);
    const schemas = await store.read(TENANT, ({ query }) =>
      sql<{ schemaname: string }>`select distinct schemaname from pg_tables where tablename = 'audit_logs'`.execute(
        query,
      ),
    );
    expect(schemas.rows).toEqual([{ schemaname: login }]);
    await run(
      admin,
      `alter database ${name} owner to current_user`,
      `reassign owned by ${login} to current_user`,
      `drop owned by ${login}`,
      `drop role ${login}`,
    );
  });

  it("with a schema of its login's name that came later goes on with its tables", async () => {
    const url = await database.createAnother();
    await migrate(url);
    await run(url, `create schema "${new URL(url).username}"`);
    const store = await openAt(url);
    await store.write(TENANT, writeWeights);
    expect(await readWeights(store)).toHaveLength(1);
  });

  it.each(["LATIN1", "SQL_ASCII"])("with the encoding %s is refused, and nothing is made in it", async (encoding) => {
    const server = await findPostgresUrl();
    const name = `portcullis_test_${randomUUID().replaceAll("-", "")}`;
    const url = new URL(`/${name}`, server).href;
    await run(server, `create database ${name} encoding '${encoding}' locale 'C' template template0`);
    await expect(migrate(url)).rejects.toThrow(`"${name}" has the encoding ${encoding}`);
    const owner = await openOwnerConnection(url);
    expect(await owner.all("select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
    await owner.close();
    await run(server, `drop database ${name}`);
  });
});
