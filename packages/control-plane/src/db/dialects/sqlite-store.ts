// The Store over SQLite. The tenant is named by the handle alone here: SQLite has no row-level security, and one process
// owns the file.

import type { Kysely, Transaction } from "kysely";
import { announceLocally } from "../announcements.js";
import { translateStoreError } from "../database-errors.js";
import type { Tables } from "../schema.js";
import type { Reader, Store } from "../tx.js";
import { openSqlite, openSqliteReader } from "./sqlite.js";

const dialect = "sqlite";

/** Opens a migrated SQLite file. */
export function openSqliteStore(path: string): Store {
  const { writer, reader, close } = openSqlite(path);
  const announcements = announceLocally();
  return {
    dialect,
    read: (tenantId, work) => run(reader, (query) => work({ tenantId, dialect, query })),
    write: (tenantId, work) =>
      run(writer, (query) => work({ tenantId, dialect, query, writable: true, nowMs: Date.now() })),
    platform: (use, work) => run(writer, (query) => work({ use, dialect, query, nowMs: Date.now() })),
    announce: announcements.announce,
    onAnnounce: announcements.listen,
    close: async () => {
      await announcements.close();
      await close();
    },
  };
}

/** Opens a migrated SQLite file to be read, over a connection of its own. */
export function readSqliteStore(path: string): Reader {
  const { reader, close } = openSqliteReader(path);
  return { dialect, read: (tenantId, work) => run(reader, (query) => work({ tenantId, dialect, query })), close };
}

async function run<T>(on: Kysely<Tables>, work: (query: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await on.transaction().execute(work);
  } catch (error) {
    throw translateStoreError(error);
  }
}
