// SQLite through better-sqlite3: one connection that writes, in fair order, and a few that read snapshots. Statements
// are synchronous, but waiting for a turn, for another process's lock or for the disk never blocks the loop.

import { chmodSync, closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@portcullis/contract";
import { makeFolders } from "@portcullis/edge/make-folders";
import { loadSqliteDriver } from "@portcullis/edge/sqlite-driver";
import type Database from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from "kysely";
import { FifoQueue } from "../fifo-queue.js";
import { isNanoColumn, toSafeNumber } from "../number-columns.js";
import type { Tables } from "../schema.js";
import { type TextDialect, transactionOn } from "./held-transaction.js";
import { LoopTurns } from "./loop-turns.js";
import { startCheckpointer } from "./sqlite-checkpointer.js";
import { SqliteWalSync } from "./sqlite-wal-sync.js";

const TURN_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
/** How long one statement may wait for another process's lock with the loop blocked. */
const BUSY_TIMEOUT_MS = 5;
/** SQLite's own choice. */
const AUTOCHECKPOINT_PAGES = 1000;
const STATEMENTS_KEPT = 500;
const READERS = 4;

/** Runs work in a transaction of its own: committed when it resolves, rolled back when it throws. */
export type RunInTransaction = <T>(work: (query: Transaction<Tables>) => Promise<T>) => Promise<T>;

export interface SqliteDatabase {
  readonly write: RunInTransaction;
  readonly read: RunInTransaction;
  /** Resolves when everything that is committed is on the disk: nobody may be told of it before. */
  durable(): Promise<void>;
  /** {@link durable} for what nobody waits for: together with the next that somebody waits for, or a moment later. */
  durableWithNext(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file (0600) and its folder (0700) when they are missing. */
export function prepareSqliteFile(path: string): void {
  makeFolders(dirname(path));
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/** Opens a file that is migrated. `onError` is told of a disk that fails. */
export function openSqlite(path: string, onError: (error: unknown) => void): SqliteDatabase {
  const log = new SqliteWalSync(path, onError);
  const writing = openConnection(path, false);
  const checkpointer = startCheckpointer(path, {
    onError,
    // SQLite makes them inside COMMIT again: slow, but the log stays bounded.
    onLost: () => writing.run(`pragma wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`),
  });
  const onCommit = (): void => {
    log.noteCommit();
    checkpointer?.noteCommit();
  };
  // Syncs and checkpoints are the log's and the checkpointer's, off the loop.
  writing.run("pragma synchronous = NORMAL");
  if (checkpointer !== undefined) writing.run("pragma wal_autocheckpoint = 0");
  const writer = new Connections([writing], "begin immediate", onCommit);
  const readers = new Connections(
    Array.from({ length: READERS }, () => openConnection(path, true)),
    "begin",
  );
  return {
    write: (work) => writer.run(work),
    read: (work) => readers.run(work),
    durable: () => log.sync(),
    durableWithNext: () => log.syncWithNext(),
    close: async () => {
      readers.close();
      await log.close();
      await checkpointer?.close();
      writer.close();
    },
  };
}

/** Opens one connection that can only read; the file is there and migrated. */
export function openSqliteReader(path: string): Pick<SqliteDatabase, "read" | "close"> {
  const reader = new Connections([openConnection(path, true)], "begin");
  return { read: (work) => reader.run(work), close: async () => reader.close() };
}

function openConnection(path: string, isReader: boolean): SqliteConnection {
  const database = new (loadSqliteDriver())(path, { timeout: BUSY_TIMEOUT_MS, readonly: isReader });
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // Else INSERT OR REPLACE would pass by the triggers that refuse deletes.
  database.pragma("recursive_triggers = ON");
  database.pragma("cache_size = -32000");
  database.pragma("temp_store = MEMORY");
  database.pragma("trusted_schema = OFF");
  return new SqliteConnection(database);
}

const TEXTS: TextDialect = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** Equal connections, each for one transaction at a time. */
class Connections {
  private readonly free: SqliteConnection[];
  private readonly turn: FifoQueue;
  private readonly loop = new LoopTurns();

  constructor(
    private readonly all: readonly SqliteConnection[],
    private readonly begin: "begin" | "begin immediate",
    private readonly onCommit: () => void = () => {},
  ) {
    this.free = [...all];
    this.turn = new FifoQueue(all.length, TURN_TIMEOUT_MS);
  }

  async run<T>(work: (query: Transaction<Tables>) => Promise<T>): Promise<T> {
    await this.turn.acquire();
    const connection = this.free.pop();
    if (!connection) throw new Error("A turn was given without a free connection.");
    try {
      if (!this.loop.mayGoOn()) await this.loop.next();
      await this.beginOn(connection);
      const result = await work(connection.transaction);
      connection.run("commit");
      if (connection.hasWritten) this.onCommit();
      return result;
    } catch (error) {
      // SQLite has already rolled back after some errors (full disk, I/O).
      if (connection.isInTransaction) connection.run("rollback");
      throw error;
    } finally {
      this.free.push(connection);
      this.turn.release();
    }
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }

  /** Tries without blocking: another process (a command, a backup) may hold the lock for a while. */
  private async beginOn(connection: SqliteConnection): Promise<void> {
    const deadlineMs = performance.now() + LOCK_TIMEOUT_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        connection.begin(this.begin);
        return;
      } catch (error) {
        const isBusy = (error as { code?: string }).code?.startsWith("SQLITE_BUSY") ?? false;
        if (!isBusy) throw error;
        if (performance.now() > deadlineMs) throw new Refusal("store_unavailable", { retryAfterS: 1 });
        await sleep(Math.min(50, 2 + attempt * 3));
      }
    }
  }
}

interface CachedStatement {
  readonly statement: Database.Statement<unknown[], unknown[]>;
  readonly isReader: boolean;
  /** Of a reader. */
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly isNano: boolean;
}

/** Makes a row of its values, in less time than the driver takes to make an object. */
function rowOf(columns: readonly Column[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, isNano } = columns[index] as Column;
    const value = values[index];
    row[name] = typeof value === "bigint" && !isNano ? toSafeNumber(name, value) : value;
  }
  return row;
}

/** Runs a writing statement once, or where the parameters are lists, for each of them; gives how many rows changed. */
function runFor(statement: CachedStatement["statement"], parameters: readonly unknown[]): number {
  if (!Array.isArray(parameters[0])) return statement.run(...parameters).changes;
  let changes = 0;
  for (const each of parameters as readonly (readonly unknown[])[]) changes += statement.run(...each).changes;
  return changes;
}

class SqliteConnection implements DatabaseConnection {
  readonly transaction = transactionOn(TEXTS, this);
  private readonly statements = new Map<string, CachedStatement>();
  /** Whether the transaction, or the one before, changed anything. */
  hasWritten = false;

  constructor(private readonly database: Database.Database) {}

  get isInTransaction(): boolean {
    return this.database.inTransaction;
  }

  begin(sql: "begin" | "begin immediate"): void {
    this.run(sql);
    this.hasWritten = false;
  }

  run(sql: string): void {
    const { statement, isReader } = this.prepare(sql);
    if (isReader) statement.all();
    else statement.run();
  }

  close(): void {
    this.database.close();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, isReader, columns } = this.prepare(query.sql);
    if (!statement.readonly) this.hasWritten = true;
    if (!isReader) return { rows: [], numAffectedRows: BigInt(runFor(statement, query.parameters)) };
    const rows = statement.all(...query.parameters);
    return { rows: rows.map((values) => rowOf(columns, values) as R) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported: read pages by a cursor.");
  }

  private prepare(sql: string): CachedStatement {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare<unknown[], unknown[]>(sql);
    const isReader = statement.reader;
    const names = isReader ? statement.columns().map((column) => column.name) : [];
    if (isReader) statement.raw(true);
    // 64-bit integers must be told apart only where one is an amount.
    if (names.some(isNanoColumn)) statement.safeIntegers(true);
    const columns = names.map((name) => ({ name, isNano: isNanoColumn(name) }));
    const made = { statement, isReader, columns };
    if (this.statements.size >= STATEMENTS_KEPT) {
      const oldest = this.statements.keys().next();
      if (!oldest.done) this.statements.delete(oldest.value);
    }
    this.statements.set(sql, made);
    return made;
  }
}
