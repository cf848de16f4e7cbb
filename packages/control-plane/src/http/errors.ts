// Whatever was thrown, as the refusal that the caller sees. Known refusals pass; the framework's own and the database's
// are translated; anything else is `internal`, and its cause goes to the log alone.

import { Refusal } from "@portcullis/contract";
import { StrictJsonError, ToolNameError } from "@portcullis/core";

/** The refusal for an error; `unexpected` says that it should be logged with its cause. */
export function refusalOf(error: unknown): { readonly refusal: Refusal; readonly unexpected: boolean } {
  if (error instanceof Refusal) return { refusal: error, unexpected: false };
  if (error instanceof StrictJsonError) return { refusal: refusalOfJson(error), unexpected: false };
  if (error instanceof ToolNameError) {
    return { refusal: new Refusal("invalid_tool_name", { detail: error.message }), unexpected: false };
  }
  const framework = refusalOfFramework(error);
  if (framework) return { refusal: framework, unexpected: false };
  if (isStoreFailure(error)) return { refusal: new Refusal("store_unavailable", { retryAfterS: 1 }), unexpected: true };
  return { refusal: new Refusal("internal"), unexpected: true };
}

function refusalOfJson(error: StrictJsonError): Refusal {
  switch (error.code) {
    case "duplicate_json_key":
      return new Refusal("duplicate_json_key", { data: { key: error.key ?? null } });
    case "too_deep":
      return new Refusal("too_deep");
    case "too_large":
      return new Refusal("payload_too_large");
    default:
      return new Refusal("malformed_body", { detail: `The body was refused: ${error.message}.` });
  }
}

function refusalOfFramework(error: unknown): Refusal | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal("payload_too_large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("unsupported_media_type");
  if (code.startsWith("FST_ERR_CTP_")) return new Refusal("malformed_body");
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_ASYNC_CONSTRAINT") return new Refusal("malformed_request");
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") return new Refusal("malformed_request");
  return null;
}

/** Codes of PostgreSQL (connection, shutdown, resources), of sockets, and of SQLite (busy, disk). */
const STORE_CODES = /^(08...|57P0[1-5]|53...|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EPIPE|SQLITE_(BUSY|IOERR|CANTOPEN|FULL|READONLY|LOCKED|CORRUPT).*)$/;
const STORE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|database connection is not open|Cannot use a pool after|driver has already been destroyed/;

/** Whether the database did not answer, as opposed to answering with an error. */
export function isStoreFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null && STORE_CODES.test(code)) return true;
  return error instanceof Error && STORE_MESSAGES.test(error.message);
}

/** Whether the database refused a row that breaks a unique constraint, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
