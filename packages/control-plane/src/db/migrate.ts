// Brings a database to the newest schema, once, whoever else starts at the same moment.

import { parseDatabaseUrl } from "./database-url.js";
import { migratePostgres } from "./dialects/postgres-migrator.js";
import { listSqliteMigrations, migrateSqlite } from "./dialects/sqlite-migrator.js";
import type { MigrationStatus } from "./migrations/plan.js";

export type { MigrationStatus } from "./migrations/plan.js";

/** Applies what is pending, all or nothing, and answers the whole list. The login must be able to create tables and roles. */
export async function migrate(url: string): Promise<MigrationStatus[]> {
  const address = parseDatabaseUrl(url);
  return address.dialect === "sqlite" ? migrateSqlite(address.path) : migratePostgres(address.url, true);
}

/**
 * The list without applying anything. Throws like `migrate` when an applied migration differs from this program's, and when
 * there is no database.
 */
export async function listMigrations(url: string): Promise<MigrationStatus[]> {
  const address = parseDatabaseUrl(url);
  return address.dialect === "sqlite" ? listSqliteMigrations(address.path) : migratePostgres(address.url, false);
}
