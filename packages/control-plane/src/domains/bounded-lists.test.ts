// Lists of what is alive take their page from an index, however much has ended before, and so are names looked up.

import { createDatabase } from "@portcullis/testkit";
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../db/open.js";
import type { Store, TenantDb } from "../db/tx.js";
import { findAgentByName } from "./agents/store.js";
import { listApprovals } from "./auto-response/store.js";
import { isNameTaken, listOverrides, listViolations } from "./autonomy/store.js";

const TENANT = "11111111-1111-4111-8111-111111111111";
const AFTER = [2000, "key"] as const;

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

/** How SQLite finds what the list asks for. */
const planOf = (list: (db: TenantDb) => Promise<unknown>): Promise<string[]> =>
  store.read(TENANT, async (db) => {
    const asked: RootOperationNode[] = [];
    const listener: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await list({ ...db, query: db.query.withPlugin(listener) });
    const plans = asked.map(async (node) => {
      const { sql, parameters } = db.query.getExecutor().compileQuery(node, { queryId: "plan" });
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      return (await db.query.executeQuery<{ detail: string }>(explained)).rows.map(({ detail }) => detail);
    });
    return (await Promise.all(plans)).flat();
  });

it.each([
  ["an agent's", "agents_name (tenant_id=? AND <expr>=? AND status=?)", (db: TenantDb) => findAgentByName(db, "Ada")],
  ["a contract's", "autonomy_contracts_name (tenant_id=? AND name=?)", (db: TenantDb) => isNameTaken(db, "a", null)],
] as const)("whether %s name is taken is looked up in an index", async (_what, index, look) => {
  expect(await planOf(look)).toEqual([expect.stringContaining(index)]);
});

it.each([
  ["pending approvals", "created_at", (db: TenantDb) => listApprovals(db, "pending", 1000, null, 50)],
  ["approved ones", "created_at", (db: TenantDb) => listApprovals(db, "approved", 1000, null, 50)],
  ["expired ones, from a cursor on", "created_at", (db: TenantDb) => listApprovals(db, "expired", 1000, AFTER, 50)],
  ["overrides", "decided_at", (db: TenantDb) => listOverrides(db, 1000, null, 50)],
  ["overrides from a cursor on", "decided_at", (db: TenantDb) => listOverrides(db, 1000, AFTER, 50)],
  ["violations", "detected_at", (db: TenantDb) => listViolations(db, 1000, null, 50)],
  ["violations from a cursor on", "detected_at", (db: TenantDb) => listViolations(db, 1000, AFTER, 50)],
] as const)("%s are a range of an index by %s", async (_what, instant, list) => {
  expect(await planOf(list)).toEqual([expect.stringMatching(new RegExp(`^SEARCH .*tenant_id=\\?.*${instant}`))]);
});
