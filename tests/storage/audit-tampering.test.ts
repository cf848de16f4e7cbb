// The audit trail against whoever holds the database: its own triggers refuse a change, and a change that an owner makes
// without them shows in the chain's verification, by its kind.

import {
  dropGuards,
  eachDatabase,
  execute,
  type OwnerConnection,
  openOwnerConnection,
  type TestTenant,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

eachDatabase("audit rows", (database) => {
  const stack = useStack(database, { sidecars: 0, oneTenant: true, toolNames: ["priced"] });
  let owner: OwnerConnection;
  beforeAll(async () => {
    owner = await openOwnerConnection(database.url);
  });
  afterAll(() => owner?.close());

  const verify = async (tenant: TestTenant) => (await stack().call("audit.verify", { as: tenant.users.AUDITOR })).data;
  /** A tenant of its own with at least three calls at the end of its chain; gives the newest seq. */
  const tenantWithCalls = async (): Promise<{ tenant: TestTenant; last: number }> => {
    const tenant = await stack().createTenant();
    for (let n = 0; n < 3; n++) {
      const answer = await execute(stack(), "control plane", "priced", { as: tenant.agent });
      expect(answer.status, answer.text).toBe(200);
    }
    const report = await verify(tenant);
    expect(report).toMatchObject({ valid: true, violations: [] });
    return { tenant, last: Number(report.to_seq) };
  };

  describe("guarded by the database", () => {
    test.each(["audit_logs", "usage_records"])("rows of %s can be neither updated nor deleted", async (table) => {
      const { tenant } = await tenantWithCalls();
      const count = () =>
        owner.all<{ n: number }>(`select count(*) as n from ${table} where tenant_id = '${tenant.id}'`);
      await waitFor(async () => ((await count())[0]?.n ?? 0) >= 3, { what: `rows in ${table}` });
      const where = `where tenant_id = '${tenant.id}'`;
      await expect(owner.run(`update ${table} set created_at = 1 ${where}`)).rejects.toThrow(/append-only/);
      if (table === "audit_logs")
        await expect(owner.run(`delete from ${table} ${where}`)).rejects.toThrow(/append-only/);
      if (database.kind === "postgres") await expect(owner.run(`truncate ${table}`)).rejects.toThrow(/append-only/);
      expect(await verify(tenant)).toMatchObject({ valid: true });
    });
  });

  describe("with its guards taken away", () => {
    beforeAll(() => dropGuards(owner));

    const row = (tenant: string, seq: number) => `where tenant_id = '${tenant}' and seq = ${seq}`;
    const cases: [string, (tenant: string, last: number) => string[], string[]][] = [
      ["an edited column", (t, n) => [`update audit_logs set decision = 'deny' ${row(t, n - 1)}`], ["column_mismatch"]],
      ["an edited amount", (t, n) => [`update audit_logs set amount_nano = 1 ${row(t, n - 1)}`], ["column_mismatch"]],
      [
        "an edited content",
        (t, n) => [
          `update audit_logs set content = replace(content, '"decision":"allow"', '"decision":"deny"') ${row(t, n - 1)}`,
        ],
        ["content_hash_mismatch"],
      ],
      ["a cut tail", (t, n) => [`delete from audit_logs ${row(t, n)}`], ["cut_tail"]],
      [
        "a cut tail with its head moved back",
        (t, n) => [
          `delete from audit_logs ${row(t, n)}`,
          `update chain_heads set seq = ${n - 1} where tenant_id = '${t}'`,
        ],
        ["head_mismatch"],
      ],
      ["a row taken out of the middle", (t, n) => [`delete from audit_logs ${row(t, n - 1)}`], ["seq_gap"]],
      [
        "two rows that changed places",
        (t, n) => [
          `update audit_logs set seq = 1000000 ${row(t, n - 2)}`,
          `update audit_logs set seq = ${n - 2} ${row(t, n - 1)}`,
          `update audit_logs set seq = ${n - 1} ${row(t, 1000000)}`,
        ],
        ["prev_hash_mismatch"],
      ],
      [
        "a fork: a second row that follows the same row",
        (t, n) => [
          "drop index if exists audit_logs_prev_hash",
          `update audit_logs set prev_hash = (select p.prev_hash from audit_logs p ${row(t, n - 1)
            .replaceAll("tenant_id", "p.tenant_id")
            .replaceAll("seq", "p.seq")}) ${row(t, n)}`,
        ],
        ["fork"],
      ],
      [
        "a signature of another row",
        (t, n) => [
          `update audit_logs set signature = (select p.signature from audit_logs p where p.tenant_id = '${t}' and p.seq = ${n - 1}) ${row(t, n)}`,
        ],
        ["bad_signature"],
      ],
    ];
    test.each(cases)("%s is found, and named", async (_what, statements, kinds) => {
      const { tenant, last } = await tenantWithCalls();
      await owner.run(...statements(tenant.id, last));
      const report = await verify(tenant);
      expect(report.valid).toBe(false);
      expect(report.violations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
    });
    test("another tenant's chain stays valid beside a broken one", async () => {
      const broken = await tenantWithCalls();
      const whole = await tenantWithCalls();
      await owner.run(`update audit_logs set outcome = 'denied' ${row(broken.tenant.id, broken.last)}`);
      expect((await verify(broken.tenant)).valid).toBe(false);
      expect(await verify(whole.tenant)).toMatchObject({ valid: true, violations: [] });
    });
  });
});
