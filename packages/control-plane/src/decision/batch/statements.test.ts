import { createDatabase } from "@portcullis/testkit";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../db/open.js";
import type { Store } from "../../db/tx.js";
import { APPROVALS, markApprovalsUsed, PENDING_APPROVALS } from "../judging/approvals.js";
import { ANSWER } from "./batch-answers.js";
import { CHECK, closeRequests, DELETE_KEYS, KEYS, LOCK, REQUESTS, STATE } from "./batch-rows.js";

const TENANT = "11111111-1111-4111-8111-111111111111";

describe("what a batch reads and removes on SQLite", () => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase("sqlite");
    drop = database.drop;
    store = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: true });
  });
  afterAll(async () => {
    await store.close();
    await drop();
  });

  it.each(Object.entries({ REQUESTS, STATE, KEYS, ANSWER, DELETE_KEYS }))(
    "is looked up by its whole key: %s",
    async (_name, statement) => {
      const values = statement.places.map(() => "[]");
      const plan = await store.read(TENANT, async ({ query }) => {
        const { rows } = await query.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${statement.sqlite}`, values),
        );
        return rows.map(({ detail }) => detail);
      });
      const reads = plan.filter((detail) => /^(SEARCH|SCAN) (?!json_each|wanted|r$)/.test(detail));
      expect(reads.length).toBeGreaterThan(0);
      for (const read of reads) expect(read).toMatch(/^SEARCH .*\(tenant_id=\? AND \w+=\?/);
    },
  );

  it("finds what waits for a call by the call, not among all that ever waited", async () => {
    const plan = await store.read(TENANT, async ({ query }) => {
      const { rows } = await query.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${PENDING_APPROVALS.sqlite}`, [TENANT, "a", "b", 0]),
      );
      return rows.map(({ detail }) => detail);
    });
    expect(plan).toEqual([expect.stringContaining("(tenant_id=? AND agent_id=? AND call_hash=?)")]);
  });
});

describe("what a batch runs on PostgreSQL", () => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createDatabase("postgres");
    drop = database.drop;
    store = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: true });
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(SOME_ROWS.join(";"));
    await owner.query("analyze");
    await owner.end();
  });
  afterAll(async () => {
    await store.close();
    await drop();
  });

  it.each(
    Object.entries({
      LOCK: [LOCK.postgres, `'${TENANT}'`],
      CHECK: [CHECK.postgres, `'${TENANT}', 1, 0, null, '2026-01-02', 0, 0, 1, '{a,b}', '{a,b}'`],
      REQUESTS: [REQUESTS.postgres, `'${TENANT}', '{a,b}'`],
      STATE: [STATE.postgres, `'${TENANT}', '2026-01-02', '{tenant,a}', '{2026-01}', '{a,b}', '{a,b}'`],
      KEYS: [KEYS.postgres, `'${TENANT}', '{a}', '{b}', '{a,b}'`],
      ANSWER: [ANSWER.postgres, `'${TENANT}', 'a', 'b'`],
      DELETE_KEYS: [DELETE_KEYS.postgres, `'${TENANT}', '{a,b}'`],
      APPROVALS: [APPROVALS.postgres, `'${TENANT}', '{a,b}'`],
      closeRequests: [closeRequests.of([]).postgres, "'[]'"],
      markApprovalsUsed: [markApprovalsUsed.of([]).postgres, "'[]'"],
    }),
  )("finds its rows by their whole keys also with a plan that is kept: %s", async (name, [text, values]) => {
    const plan = await store.write(
      TENANT,
      async ({ query }) => {
        await query.executeQuery(CompiledQuery.raw(`prepare kept_${name} as ${text}`));
        const { rows } = await query.executeQuery<{ "QUERY PLAN": string }>(
          CompiledQuery.raw(`explain (verbose, costs off) execute kept_${name} (${values})`),
        );
        return rows.map((row) => row["QUERY PLAN"]);
      },
      { keepsPlans: true },
    );
    expect(plan.filter((line) => line.includes("Seq Scan"))).toEqual([]);
    const found = plan.filter((line) => line.includes("Index Cond:"));
    expect(found.length).toBeGreaterThan(0);
    // The locked rows' whole key is their tenant.
    const byTenant = /^Index Cond: \(\w+\.tenant_id = [^=]*\)$/;
    expect(found.some((line) => byTenant.test(line.trim()))).toBe(["LOCK", "CHECK"].includes(name));
  });

  it("finds what waits for a call by the call, not among all that ever waited", async () => {
    const plan = await store.write(
      TENANT,
      async ({ query }) => {
        await query.executeQuery(CompiledQuery.raw(`prepare kept_pending as ${PENDING_APPROVALS.postgres}`));
        const { rows } = await query.executeQuery<{ "QUERY PLAN": string }>(
          CompiledQuery.raw(`explain (costs off) execute kept_pending ('${TENANT}', 'a', 'b', 0)`),
        );
        return rows.map((row) => row["QUERY PLAN"]);
      },
      { keepsPlans: true },
    );
    const found = plan.filter((line) => line.includes("Index Cond:"));
    expect(found).toEqual([expect.stringMatching(/tenant_id = .*agent_id = .*call_hash = /)]);
  });
});

/** So many that a tenant's are not found by reading all of them. */
const SOME_ROWS = [
  `insert into tenants values ('${TENANT}', 'x', 'free', '{}', null, null, 0, 0)`,
  `insert into tenant_states values ('${TENANT}', 1, 0, null, null, null, null)`,
  `insert into chain_heads values ('${TENANT}', 0, null, 0, null, null)`,
  `insert into requests select '${TENANT}', n, n, 'closed', 'i', 'a', 't', n, null, null, null, '2026-01-02', 0, 0, 0, 'r', n,
     null, n from generate_series(1, 1000) n`,
  `insert into audit_logs select '${TENANT}', n, n, n, 'a', 'execute', 'allow', 'allowed', 't', null, 0, '[]', 1, 0, repeat('x', 900),
     n, n, n, n, 'k', n from generate_series(1, 1000) n`,
  `insert into idempotency_keys select '${TENANT}', 'a', n, 'h', n, 'done', null, null, n from generate_series(1, 1000) n`,
  `insert into approvals select '${TENANT}', n, 'pending', 'a', 't', null, n, 'r', 'x', n, n, n from generate_series(1, 1000) n`,
  `insert into cost_counters select '${TENANT}', n, '2026-01-02', 0, 0, null, null from generate_series(1, 1000) n`,
  `insert into rate_buckets select '${TENANT}', n, 0, 0 from generate_series(1, 1000) n`,
  `insert into request_counters select '${TENANT}', n, 0 from generate_series(1, 1000) n`,
];
