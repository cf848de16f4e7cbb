// The Store over SQLite. The tenant is named by the handle alone here: SQLite has no row-level security, and one process
// owns the file.

import type { CompiledQuery, Transaction } from "kysely";
import { announceLocally } from "../announcements.js";
import { translateStoreError } from "../database-errors.js";
import type { Tables } from "../schema.js";
import { openWith, type Reader, type Store, type WriteOptions } from "../tx.js";
import { openSqlite, openSqliteReader, type RunInTransaction } from "./sqlite.js";

const dialect = "sqlite";

/** Opens a migrated SQLite file. `onError` is told of a disk that fails. */
export function openSqliteStore(path: string, onError: (error: unknown) => void): Store {
  const { write, read, durable, durableWithNext, close } = openSqlite(path, onError);
  const announcements = announceLocally();
  // Whatever a transaction wrote or read is told to nobody before the disk has it; the next one need not wait.
  const runDurably = async <T>(
    inTransaction: RunInTransaction,
    work: (query: Transaction<Tables>) => Promise<T>,
    { onCommit, sharesSync = false }: Pick<WriteOptions<unknown>, "onCommit" | "sharesSync"> = {},
  ): Promise<T> => {
    const result = await run(inTransaction, work);
    onCommit?.();
    await (sharesSync ? durableWithNext() : durable());
    return result;
  };
  return {
    dialect,
    read: (tenantId, work) => runDurably(read, (query) => work({ tenantId, dialect, query })),
    write: (tenantId, work, options = {}) =>
      runDurably(
        write,
        async (query) => {
          const db = { tenantId, dialect, query } as const;
          const nowMs = Date.now();
          const opened = await openWith(db, options.open);
          const send = async (write: CompiledQuery) => {
            await query.executeQuery(write);
          };
          return work({ ...db, writable: true, nowMs, send }, opened);
        },
        options,
      ),
    platform: (use, work) => runDurably(write, (query) => work({ use, dialect, query, nowMs: Date.now() })),
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
  const { read, close } = openSqliteReader(path);
  return { dialect, read: (tenantId, work) => run(read, (query) => work({ tenantId, dialect, query })), close };
}

async function run<T>(inTransaction: RunInTransaction, work: (query: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(work);
  } catch (error) {
    throw translateStoreError(error);
  }
}
