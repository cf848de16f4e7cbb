// Opens the buffer's SQLite file: WAL, so that a killed process loses nothing that was put; exclusive, so that two
// processes never share one folder. The driver is loaded when a buffer is opened, never before.
import { chmodSync, closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { makeFolders } from "../make-folders.js";
import { loadSqliteDriver, type SqliteDriver } from "../sqlite-driver.js";

export type RecordBufferErrorCode = "driver_missing" | "folder_locked" | "folder_unusable" | "newer_version";

/** Why a buffer could not be opened; the message says what to do. */
export class RecordBufferError extends Error {
  override readonly name = "RecordBufferError";
  constructor(
    readonly code: RecordBufferErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const SCHEMA_VERSION = 1;
const SCHEMA = `
  create table if not exists records (
    position integer primary key,
    record_id text not null unique,
    instance text not null,
    bytes integer not null,
    record text not null
  );
  create table if not exists set_apart (
    record_id text primary key,
    instance text not null,
    reason text not null,
    set_apart_at integer not null,
    record text not null
  );
  create table if not exists instances (
    opening integer primary key autoincrement,
    instance text not null unique
  );
  create table if not exists folder (secret text not null);
  insert into folder (secret) select lower(hex(randomblob(32))) where not exists (select 1 from folder);`;

/**
 * Opens, locks and prepares the database of a folder, and gives what `use` makes of it. Throws {@link RecordBufferError}, and then
 * leaves nothing open.
 */
export function openDatabase<T>(folder: string, use: (database: Database.Database) => T): T {
  const Driver = loadDriver();
  let database: Database.Database | undefined;
  try {
    makeFolders(folder);
    const path = join(folder, "records.sqlite");
    // The folder may have been there before, open to others; SQLite gives its other files the mode of this one.
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
    database = new Driver(path, { timeout: 0 });
    database.pragma("locking_mode = EXCLUSIVE");
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    const version = Number(database.pragma("user_version", { simple: true }));
    if (version > SCHEMA_VERSION) {
      throw new RecordBufferError(
        "newer_version",
        `The record buffer in ${folder} was written by a newer version: update.`,
      );
    }
    // The first write takes the lock that stays until the process ends, however it ends.
    database.exec(`begin immediate; ${SCHEMA} pragma user_version = ${SCHEMA_VERSION}; commit;`);
    requireSound(database);
    return use(database);
  } catch (error) {
    database?.close();
    throw describe(error, folder);
  }
}

/**
 * Records are found by one path and removed by another: of a file that is damaged on one of them alone, the oldest would be sent
 * for ever, and what comes after them never.
 */
function requireSound(database: Database.Database): void {
  const found = String(database.pragma("quick_check(1)", { simple: true }));
  if (found !== "ok") throw new Error(`the file is damaged: ${found.replaceAll(/\s+/g, " ").trim()}`);
}

function loadDriver(): SqliteDriver {
  try {
    return loadSqliteDriver();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    throw new RecordBufferError("driver_missing", `The record buffer cannot be opened. ${reason}`, { cause: error });
  }
}

function describe(error: unknown, folder: string): RecordBufferError {
  if (error instanceof RecordBufferError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") {
    return new RecordBufferError(
      "folder_locked",
      `Another process uses the record buffer in ${folder}: give each process a folder of its own.`,
      { cause: error },
    );
  }
  const reason = error instanceof Error ? error.message : "unknown error";
  return new RecordBufferError(
    "folder_unusable",
    `The record buffer in ${folder} cannot be used (${reason}): check its permissions, its disk and free space. Do not delete it: ` +
      "it may hold records that the control plane does not have yet.",
    { cause: error },
  );
}
