// Brings a database to the newest schema, once, whoever else starts at the same moment.

import { parseDatabaseUrl } from "./database-url.js";
import { migratePostgres } from "./dialects/postgres-migrator.js";
import { migrateSqlite } from "./dialects/sqlite-migrator.js";
import type { MigrationStatus } from "./migrations/plan.js";

export type { MigrationStatus } from "./migrations/plan.js";

/** Applies what is pending, all or nothing, and answers the whole list. The login must be able to create tables and roles. */
export function migrate(url: string): Promise<MigrationStatus[]> {
  return runMigrations(url, true);
}

/** The list without applying anything. Throws like `migrate` when an applied migration differs from this program's. */
export function listMigrations(url: string): Promise<MigrationStatus[]> {
  return runMigrations(url, false);
}

async function runMigrations(url: string, apply: boolean): Promise<MigrationStatus[]> {
  const address = parseDatabaseUrl(url);
  return address.dialect === "sqlite" ? migrateSqlite(address.path, apply) : migratePostgres(address.url, apply);
}
