import { createDatabase } from "@portcullis/testkit";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../db/open.js";
import type { Store } from "../db/tx.js";
import { DELETE_KEYS, KEYS, REQUESTS, STATE } from "./batch-rows.js";

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

  it.each(Object.entries({ REQUESTS, STATE, KEYS, DELETE_KEYS }))(
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
});
