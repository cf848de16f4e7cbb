// Migrates a SQLite file in one immediate transaction; lists what a file has without writing to it.

import { existsSync } from "node:fs";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import type Database from "better-sqlite3";
import { translateStoreError } from "../database-errors.js";
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
  return useFile(path, {}, (database) => {
    database.pragma("journal_mode = WAL");
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
  });
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
  return useFile(path, { readonly: true }, (database) => {
    const isMigrated = database.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get();
    const applied = isMigrated ? database.prepare<[], AppliedMigration>("select * from schema_migrations").all() : [];
    return planSteps("sqlite", applied).map(statusOf);
  });
}

/** What `use` makes of the file, which is closed after it. Of a file that cannot be used SQLite's own words do not say which it is. */
function useFile<T>(path: string, options: Database.Options, use: (database: Database.Database) => T): T {
  let database: Database.Database | undefined;
  try {
    database = new (loadSqliteDriver())(path, { ...options, timeout: 30_000 });
    return use(database);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    throw new Error(
      `The SQLite file ${path} cannot be used (${error.message}): check who may write it and its folder, what else has it open, and ` +
        "its disk. One that is damaged takes a backup.",
      { cause: error },
    );
  } finally {
    database?.close();
  }
}

/** Not of the statement, nor of the data. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && translateStoreError(error) !== error;
}
