// What a driver's error means. The two databases name the same facts differently; nothing else looks at their codes.

import { Refusal } from "@portcullis/contract";

const UNIQUE_CODES = new Set(["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);
/**
 * Classes of SQLSTATE in which PostgreSQL speaks of what it was given: given again, it fails again. All others speak of the
 * server and its work (lost connections, locks, cancelled statements, full disks, missing grants) and pass.
 */
const FAULTS_OF_THE_STATEMENT = new Set(["0A", "21", "22", "23", "54", "P0"]);
/** Node's own codes begin with E. */
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;
/** The same of SQLite: codes that begin like this speak of the file, its disk and its locks. */
const SQLITE_UNAVAILABLE =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM|INTERRUPT|PERM|AUTH|CORRUPT|NOTADB)/;
/** What an open connection ends with. */
const LOST_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);
/** pg has no codes for these. */
const LOST_CONNECTION = /Connection terminated|Client has encountered a connection error|Client was closed/;

function codeOf(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** Whether an insert or update met a row with the same key. On PostgreSQL the transaction is then lost. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_CODES.has(codeOf(error));
}

/**
 * Whether PostgreSQL no longer runs what it had parsed, because a table was altered since: it says so by the code of a fault of
 * the statement, but the same statement parsed anew is well. A connection that is told so once is told so ever after.
 */
export function isOutdated(error: unknown): boolean {
  return codeOf(error) === "0A000" && (error as { routine?: unknown }).routine === "RevalidateCachedQuery";
}

/**
 * Turns a database that cannot be reached, or cannot do its work now, into the refusal `store_unavailable`; gives anything else
 * back. What is given back is held against the call or the record that met it, so that whatever may pass must not be.
 */
export function translateStoreError(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  const isUnavailable =
    LOST_CODES.has(code) ||
    SQLITE_UNAVAILABLE.test(code) ||
    isOutdated(error) ||
    (SQLSTATE.test(code) && !FAULTS_OF_THE_STATEMENT.has(code.slice(0, 2))) ||
    (error instanceof Error && LOST_CONNECTION.test(error.message));
  return isUnavailable ? storeUnavailable(error) : error;
}

/** The refusal for a database that cannot do its work now; the cause is for the log. */
export function storeUnavailable(cause: unknown): Refusal {
  return new Refusal("store_unavailable", { retryAfterS: 1 }, { cause });
}
