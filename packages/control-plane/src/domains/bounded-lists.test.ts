// Lists of what is alive take their page from an index, however much has ended before, and so are names looked up, and whatever
// each request reads.

import { eachDatabase, openOwnerConnection } from "@portcullis/testkit";
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../db/open.js";
import type { Store, TenantDb } from "../db/tx.js";
import { loadFacts } from "../decision/facts/facts-loader.js";
import { TenantFactsCache } from "../decision/facts/tenant-facts.js";
import { findTokens } from "../tokens/token-store.js";
import { findAgentByName, listAgents } from "./agents/store.js";
import { listApiKeys } from "./api-keys/store.js";
import { insertTenant, listUsers } from "./auth/store.js";
import { listApprovals } from "./auto-response/store.js";
import { isNameTaken, listOverrides, listViolations } from "./autonomy/store.js";

const TENANT = "11111111-1111-4111-8111-111111111111";
const AFTER = [2000, "key"] as const;
const newTenant = {
  id: TENANT,
  name: "Payments",
  tier: "free",
  settings: "{}",
  daily_cost_cap_nano: null,
  monthly_request_cap: null,
  behavior_cross_tenant_enabled: 0,
  created_at: 1000,
} as const;
/** So many that reading all of them costs more than looking them up. */
const SOME_ROWS = [
  [
    "users (tenant_id, id, email, password_hash, role, is_active, is_platform_admin, created_at)",
    "i, i, 'x', 'VIEWER', 1, 0, i",
  ],
  [
    "agents (tenant_id, id, name, status, risk_level, metadata, state_version, created_at, updated_at)",
    "i, i, 'ACTIVE', 'low', '{}', i, i, i",
  ],
  ["api_keys (tenant_id, id, name, key_hash, prefix, scopes, created_by, created_at)", "i, i, 'x', i, '[]', 'x', i"],
  ["agent_credentials (tenant_id, id, agent_id, secret_hash, created_at)", "i, i, 'x', i"],
  [
    "tokens (tenant_id, jti, kind, subject, role, permissions, act, issued_at, expires_at, state_version)",
    "i, 'user', i, 'VIEWER', '[]', '[]', i, i, 0",
  ],
].map(
  ([into, values]) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) insert into ${into} select '${TENANT}', ${values} from n`,
);

eachDatabase("what is read of many rows", (database) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ databaseUrl: database.url, poolSize: 1, migrate: true });
    await store.write(TENANT, (tx) => insertTenant(tx, newTenant));
    const owner = await openOwnerConnection(database.url);
    await owner.run(...SOME_ROWS, "analyze");
    await owner.close();
  });
  afterAll(() => store.close());

  /** How the database finds what is asked for: PostgreSQL by other ways than an index only where no index is of use. */
  const planOf = (ask: (db: TenantDb) => Promise<unknown>): Promise<string[]> =>
    store.read(TENANT, async (db) => {
      const asked: RootOperationNode[] = [];
      const listener: KyselyPlugin = {
        transformQuery: ({ node }) => {
          asked.push(node);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      await ask({ ...db, query: db.query.withPlugin(listener) });
      const lines: string[] = [];
      if (db.dialect === "postgres") {
        for (const way of ["seqscan", "sort", "bitmapscan"])
          await db.query.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
      }
      for (const node of asked) {
        const { sql, parameters } = db.query.getExecutor().compileQuery(node, { queryId: "plan" });
        const explain = db.dialect === "postgres" ? "explain (costs off)" : "explain query plan";
        const { rows } = await db.query.executeQuery<{ detail: string; "QUERY PLAN": string }>(
          CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
        );
        lines.push(...rows.map((row) => row.detail ?? row["QUERY PLAN"]));
      }
      return lines;
    });
  /** What tells whether rows are found in an index, in its order. */
  const waysOf = (plan: readonly string[]) =>
    plan.filter((line) =>
      (store.dialect === "postgres" ? /Seq Scan|(^|-> +)Sort|Index Cond/ : /SEARCH|SCAN|B-TREE/).test(line),
    );

  it("a token, and everything that its validity hangs on, is found by whole keys", async () => {
    const ways = waysOf(await planOf((db) => findTokens(db, ["a"])));
    const isByKey = (way: string) => /tenant_id ?= ?.* AND \(?(id|jti) ?= ?/.test(way);
    expect(ways.map(isByKey), ways.join("\n")).toEqual(Array(5).fill(true));
  });

  it.each([
    ["pending approvals", (db: TenantDb) => listApprovals(db, "pending", 1000, null, 50)],
    ["approved ones", (db: TenantDb) => listApprovals(db, "approved", 1000, null, 50)],
    ["expired ones, from a cursor on", (db: TenantDb) => listApprovals(db, "expired", 1000, AFTER, 50)],
    ["overrides", (db: TenantDb) => listOverrides(db, 1000, null, 50)],
    ["overrides from a cursor on", (db: TenantDb) => listOverrides(db, 1000, AFTER, 50)],
    ["violations", (db: TenantDb) => listViolations(db, 1000, null, 50)],
    ["violations from a cursor on", (db: TenantDb) => listViolations(db, 1000, AFTER, 50)],
    ["agents", (db: TenantDb) => listAgents(db, { after: null, limit: 50 })],
    ["agents from a cursor on", (db: TenantDb) => listAgents(db, { after: AFTER, limit: 50 })],
    ["users", (db: TenantDb) => listUsers(db, null, 50)],
    ["users from a cursor on", (db: TenantDb) => listUsers(db, AFTER, 50)],
    ["API keys", (db: TenantDb) => listApiKeys(db, null, 50)],
    ["API keys from a cursor on", (db: TenantDb) => listApiKeys(db, AFTER, 50)],
  ] as const)("%s are a range of an index, in its order", async (_what, list) => {
    const ways = waysOf(await planOf(list));
    expect(ways).toEqual([expect.stringMatching(/^(SEARCH|\s*Index Cond).*tenant_id ?=/)]);
    expect(ways[0]?.includes("_pkey")).toBe(false);
  });

  it("agents and tools that have changed since a state are found by it", async () => {
    const cache = new TenantFactsCache({ store });
    const facts = await cache.get(TENANT);
    const ways = waysOf(await planOf((db) => loadFacts(db, facts)));
    cache.close();
    const isByState = (way: string) => /tenant_id ?=.* AND \(?state_version ?>/.test(way);
    expect(ways.filter(isByState), ways.join("\n")).toHaveLength(2);
  });

  it("whether a contract's name is taken is looked up in an index", async () => {
    const ways = waysOf(await planOf((db) => isNameTaken(db, "a", null)));
    expect(ways).toEqual([expect.stringMatching(/tenant_id ?=.* AND \(?name ?=/)]);
  });

  it("whether an agent's name is taken is looked up in an index", async () => {
    const ways = waysOf(await planOf((db) => findAgentByName(db, "Ada")));
    expect(ways).toEqual([expect.stringMatching(/tenant_id ?=.* AND \(?(folded_name|<expr>) ?=/)]);
  });
});
