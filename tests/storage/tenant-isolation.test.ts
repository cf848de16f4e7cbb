// What PostgreSQL itself keeps apart when the code's own scoping is off: the roles that the product acts as, straight at
// the tables. (SQLite has one file and no roles: there the code's scoping stands alone.)

import { execute, type OwnerConnection, openOwnerConnection, useDatabase, useStack } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

describe("row-level security (postgres)", () => {
  const database = useDatabase("postgres");
  const stack = useStack(database, { sidecars: 0 });
  let owner: OwnerConnection;
  let tables: { name: string; column: string }[] = [];

  beforeAll(async () => {
    for (const { agent } of [stack().tenant, stack().otherTenant]) {
      await execute(stack(), "control plane", "priced", { as: agent });
    }
    owner = await openOwnerConnection(database.url);
    tables = await owner.all(`select c.relname as name, a.attname as column from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relkind in ('r', 'p') and (a.attname = 'tenant_id' or (c.relname = 'tenants' and a.attname = 'id'))
      order by c.relname`);
  });
  afterAll(() => owner?.close());

  /** Runs as the product's role for a tenant's work, in a transaction that is taken back. */
  const asApp = async <T>(tenantId: string | null, work: () => Promise<T>): Promise<T> => {
    await owner.run("begin", "set local role portcullis_app");
    if (tenantId !== null) await owner.run(`select set_config('portcullis.tenant_id', '${tenantId}', true)`);
    try {
      return await work();
    } finally {
      await owner.run("rollback");
    }
  };
  const countOthers = async (tenantId: string) => {
    const found: Record<string, number> = {};
    for (const { name, column } of tables) {
      const [row] = await owner.all<{ n: number }>(
        `select count(*) as n from ${name} where ${column} <> '${tenantId}'`,
      );
      found[name] = row?.n ?? -1;
    }
    return found;
  };
  const zeros = () => Object.fromEntries(tables.map(({ name }) => [name, 0]));

  test("both tenants have rows in the tables, and the owner sees them", async () => {
    expect(tables.length).toBeGreaterThan(30);
    for (const name of ["agents", "audit_logs", "requests", "tokens", "tools", "users"]) {
      const seen = await owner.all(`select distinct tenant_id from ${name}`);
      expect(seen.length, name).toBeGreaterThanOrEqual(2);
    }
  });
  test("a query without a condition gives a tenant nothing of another, in every table", async () => {
    const { tenant, otherTenant } = stack();
    for (const { id } of [tenant, otherTenant]) {
      const counts = await asApp(id, async () => {
        const [own] = await owner.all<{ n: number }>("select count(*) as n from audit_logs");
        expect(own?.n).toBeGreaterThan(0);
        return countOthers(id);
      });
      expect(counts).toEqual(zeros());
    }
  });
  test("without a tenant, or with an empty one, no table gives a row", async () => {
    for (const tenantId of [null, ""]) {
      const counts = await asApp(tenantId, () => countOthers("nobody"));
      expect(counts).toEqual(zeros());
    }
  });
  test("a tenant can neither insert, update nor delete for another", async () => {
    const { tenant, otherTenant } = stack();
    await asApp(tenant.id, async () => {
      const [before] = await owner.all<{ n: number }>("select count(*) as n from agents");
      await owner.run(`update agents set name = 'taken' where tenant_id = '${otherTenant.id}'`);
      await owner.run(`delete from agent_permissions where tenant_id = '${otherTenant.id}'`);
      const [after] = await owner.all<{ n: number }>("select count(*) as n from agents where name = 'taken'");
      expect([before?.n, after?.n]).toEqual([expect.any(Number), 0]);
      const insert = owner.run(
        `insert into worker_cursors (tenant_id, worker, seq) values ('${otherTenant.id}', 'forged', 1)`,
      );
      await expect(insert).rejects.toThrow(/row-level security/);
    });
    const [grants] = await owner.all<{ n: number }>(
      `select count(*) as n from agent_permissions where tenant_id = '${otherTenant.id}'`,
    );
    expect(grants?.n).toBeGreaterThan(0);
  });
  test("the product's roles own no table, bypass nothing, and every table forces its policies", async () => {
    const owned = await owner.all(`select tablename from pg_tables where schemaname = 'public' and tableowner in
      ('portcullis_app', 'portcullis_platform')`);
    expect(owned).toEqual([]);
    const roles = await owner.all(`select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in
      ('portcullis_app', 'portcullis_platform') order by 1`);
    const plain = { rolsuper: false, rolbypassrls: false, rolcanlogin: false };
    expect(roles).toEqual([
      { rolname: "portcullis_app", ...plain },
      { rolname: "portcullis_platform", ...plain },
    ]);
    const loose = await owner.all(`select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind = 'r' and relname <> 'schema_migrations'
      and not (relrowsecurity and relforcerowsecurity)`);
    expect(loose).toEqual([]);
  });
  test("the role of a tenant's work reaches no table of the deployment: keys, secrets, failed sign-ins", async () => {
    for (const table of ["signing_keys", "secrets", "auth_failures", "transparency_historical_keys"]) {
      await asApp(stack().tenant.id, async () => {
        await expect(owner.all(`select * from ${table}`), table).rejects.toThrow(/permission denied/);
      });
    }
  });
});
