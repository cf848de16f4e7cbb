// Whatever was thrown, as the refusal that the caller sees. Known refusals pass; the framework's own and the database's
// are translated; anything else is `internal`, and its cause goes to the log alone.

import { Refusal } from "@portcullis/contract";
import { StrictJsonError, ToolNameError } from "@portcullis/core";
import { refusalOfJson } from "@portcullis/edge";
import { translateStoreError } from "../db/database-errors.js";

/** The refusal for an error; `unexpected` says that it should be logged with its cause. */
export function refusalOf(error: unknown): { readonly refusal: Refusal; readonly unexpected: boolean } {
  if (error instanceof Refusal) return { refusal: error, unexpected: false };
  if (error instanceof StrictJsonError) return { refusal: refusalOfJson(error), unexpected: false };
  if (error instanceof ToolNameError) {
    return { refusal: new Refusal("invalid_tool_name", { detail: error.message }), unexpected: false };
  }
  const framework = refusalOfFramework(error);
  if (framework) return { refusal: framework, unexpected: false };
  const translated = translateStoreError(error);
  if (translated instanceof Refusal) return { refusal: translated, unexpected: true };
  return { refusal: new Refusal("internal"), unexpected: true };
}

function refusalOfFramework(error: unknown): Refusal | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("unsupported_media_type");
  if (code.startsWith("FST_ERR_CTP_")) return new Refusal("malformed_body");
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_ASYNC_CONSTRAINT") return new Refusal("malformed_request");
  if (code === "ERR_STREAM_PREMATURE_CLOSE") return new Refusal("malformed_request");
  return null;
}

function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
