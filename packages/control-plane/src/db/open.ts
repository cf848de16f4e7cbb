// Opens the database that the settings name, migrated unless they forbid it.

import type { Config } from "../config.js";
import { parseDatabaseUrl } from "./database-url.js";
import { checkRoles } from "./dialects/postgres.js";
import { openPostgresStore, readPostgresStore } from "./dialects/postgres-store.js";
import { claimSqliteFile } from "./dialects/sqlite-claim.js";
import { openSqliteStore, readSqliteStore } from "./dialects/sqlite-store.js";
import { listMigrations, migrate } from "./migrate.js";
import type { Reader, Store } from "./tx.js";

export type StoreSettings = Pick<Config, "databaseUrl" | "poolSize" | "migrate">;

/**
 * Opens the store. Throws when migrations are pending and may not be applied, or when the database was migrated by a newer
 * program. `onError` gets errors that no caller sees, for the log.
 */
export async function openStore(settings: StoreSettings, onError: (error: unknown) => void = () => {}): Promise<Store> {
  const address = parseDatabaseUrl(settings.databaseUrl);
  const list = await (settings.migrate ? migrate : listMigrations)(settings.databaseUrl);
  const pending = list.filter((migration) => migration.appliedAtMs === null).map((migration) => migration.name);
  if (pending.length > 0) throw new Error(`Migrations are pending (${pending.join(", ")}): run portcullis migrate.`);
  if (address.dialect === "sqlite") return openSqliteStore(address.path, onError);
  await checkRoles(address.url);
  return openPostgresStore({ url: address.url, poolSize: settings.poolSize, onError });
}

/**
 * Claims the database for a process that serves: an SQLite file is one process's, PostgreSQL anyone's. Gives what gives the
 * claim back; it also ends with the process. Throws when another process has it.
 */
export function claimDatabase(databaseUrl: string): () => void {
  const address = parseDatabaseUrl(databaseUrl);
  return address.dialect === "sqlite" ? claimSqliteFile(address.path) : () => {};
}

/** Opens a database that is migrated, to be read over one connection of its own. */
export function openReader(databaseUrl: string, onError: (error: unknown) => void = () => {}): Reader {
  const address = parseDatabaseUrl(databaseUrl);
  if (address.dialect === "sqlite") return readSqliteStore(address.path);
  return readPostgresStore({ url: address.url, poolSize: 1, onError });
}
