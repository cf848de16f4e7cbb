// The tool's database: a fresh copy of seed.sql, in memory or in a file.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type DatabaseClass from "better-sqlite3";

// better-sqlite3 13 needs Node-API 10 (Node 22.14 and newer), and 12 does not run on Node 24.
const hasNodeApi10 = Number(process.versions.napi) >= 10;
const Database = createRequire(import.meta.url)(
  hasNodeApi10 ? "better-sqlite3-node22" : "better-sqlite3",
) as typeof DatabaseClass;

export type Row = Record<string, unknown>;

export interface CustomerDatabase {
  /** Runs one statement that only reads. Throws on anything else. */
  query(sql: string): Row[];
  /** Runs one statement that writes; gives the number of changed rows. */
  update(sql: string): number;
  close(): void;
}

export function openCustomerDatabase(file = ":memory:"): CustomerDatabase {
  const database = new Database(file);
  const isNew = database.prepare("SELECT count(*) AS tables FROM sqlite_master").get() as { tables: number };
  if (isNew.tables === 0) database.exec(readFileSync(new URL("./seed.sql", import.meta.url), "utf8"));
  return {
    query(sql) {
      const statement = database.prepare(sql);
      if (!statement.readonly || !statement.reader) throw new Error("Only statements that read are allowed here.");
      return statement.all() as Row[];
    },
    update: (sql) => database.prepare(sql).run().changes,
    close: () => database.close(),
  };
}
