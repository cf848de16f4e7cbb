// Migrates a SQLite file in one immediate transaction; lists what a file has without writing to it.

import { existsSync } from "node:fs";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import {
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type MigrationStatus,
  planSteps,
  statusOf,
} from "../migrations/plan.js";
import { prepareSqliteFile } from "./sqlite.js";

/** Applies what is pending, to a file that is made where there is none. */
export async function migrateSqlite(path: string): Promise<MigrationStatus[]> {
  prepareSqliteFile(path);
  const database = new (loadSqliteDriver())(path, { timeout: 30_000 });
  try {
    database.pragma("synchronous = FULL");
    const runAll = database.transaction(() => {
      database.exec(MIGRATIONS_TABLE);
      const applied = database.prepare<[], AppliedMigration>("select * from schema_migrations").all();
      const insert = database.prepare("insert into schema_migrations values (?, ?, ?)");
      return planSteps("sqlite", applied).map((step) => {
        if (step.appliedAtMs !== null) return statusOf(step);
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

/** A file that was to be read is not there. */
class DatabaseMissingError extends Error {
  override readonly name = "DatabaseMissingError";
  readonly code = "ENOENT";
}

/** Lists what is applied and pending. Throws a {@link DatabaseMissingError} where there is no file. */
export function listSqliteMigrations(path: string): MigrationStatus[] {
  if (!existsSync(path))
    throw new DatabaseMissingError(`There is no SQLite file ${path}. Is that its path? A migration makes the file.`);
  const database = new (loadSqliteDriver())(path, { readonly: true, timeout: 30_000 });
  try {
    const isMigrated = database.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get();
    const applied = isMigrated ? database.prepare<[], AppliedMigration>("select * from schema_migrations").all() : [];
    return planSteps("sqlite", applied).map(statusOf);
  } finally {
    database.close();
  }
}
