// Migrates a SQLite file in one immediate transaction.

import Database from "better-sqlite3";
import {
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type MigrationStatus,
  planSteps,
  statusOf,
} from "../migrations/plan.js";
import { openSqlite } from "./sqlite.js";

/** Applies what is pending, or only lists it. */
export async function migrateSqlite(path: string, apply: boolean): Promise<MigrationStatus[]> {
  // Makes the file with its mode and its journal.
  await openSqlite(path).close();
  const database = new Database(path, { timeout: 30_000 });
  try {
    database.pragma("synchronous = FULL");
    const runAll = database.transaction(() => {
      database.exec(MIGRATIONS_TABLE);
      const applied = database.prepare<[], AppliedMigration>("select * from schema_migrations").all();
      const insert = database.prepare("insert into schema_migrations values (?, ?, ?)");
      return planSteps("sqlite", applied).map((step) => {
        if (step.appliedAtMs !== null || !apply) return statusOf(step);
        const appliedAtMs = Date.now();
        for (const statement of step.statements) database.exec(statement);
        insert.run(step.name, step.checksum, appliedAtMs);
        return { name: step.name, appliedAtMs };
      });
    });
    return runAll.immediate();
  } finally {
    database.close();
  }
}
