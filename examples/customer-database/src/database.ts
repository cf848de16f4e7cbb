// The tool's database: a fresh copy of seed.sql, in memory or in a file.

import { readFileSync } from "node:fs";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";

export type Row = Record<string, unknown>;

export interface CustomerDatabase {
  /** Runs one statement that only reads. Throws on anything else. */
  query(sql: string): Row[];
  /** Runs one statement that writes; gives the number of changed rows. */
  update(sql: string): number;
  close(): void;
}

export function openCustomerDatabase(file = ":memory:"): CustomerDatabase {
  const database = new (loadSqliteDriver())(file);
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
