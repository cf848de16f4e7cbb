// What a driver's error means. The two databases name the same facts differently; nothing else looks at their codes.

import { Refusal } from "@portcullis/contract";

const UNIQUE_CODES = new Set(["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);
/** The database cannot be reached, is shutting down, is full, or gave up on a lock: nothing was committed. */
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "53100",
  "53200",
  "40001",
  "40P01",
  "55P03",
  "25006",
  "SQLITE_BUSY",
  "SQLITE_BUSY_SNAPSHOT",
  "SQLITE_LOCKED",
  "SQLITE_FULL",
  "SQLITE_IOERR",
  "SQLITE_READONLY",
]);

function codeOf(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** Whether an insert or update met a row with the same key. On PostgreSQL the transaction is then lost. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_CODES.has(codeOf(error));
}

/** Turns an unreachable or overloaded database into the refusal `store_unavailable`; gives anything else back. */
export function translateStoreError(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  const isUnavailable =
    UNAVAILABLE_CODES.has(code) ||
    code.startsWith("08") ||
    code.startsWith("SQLITE_IOERR") ||
    (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message));
  if (!isUnavailable) return error;
  const refusal = new Refusal("store_unavailable", { retryAfterS: 1 });
  refusal.cause = error;
  return refusal;
}
