// JSON answers that the sidecar gives itself: envelopes with ids, never cached.

import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { envelopeOfRefusal, headersOfRefusal, type Refusal } from "@portcullis/contract";
import { formatJson, isRequestId, newRequestId, traceOf } from "@portcullis/core";

/** Of every answer that the sidecar gives itself, as of the control plane's: a page in a browser can make nothing of it. */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Sends the text of an envelope; `headers` must bring the ids of an answer. */
export function writeJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...BROWSER_HEADERS,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  // As text it leaves in one piece with its headers.
  response.end(text);
}

/** Sends a refusal for a request with these headers. */
export function writeRefusal(response: ServerResponse, refusal: Refusal, given: IncomingHttpHeaders): void {
  const headers = { ...answerIds(given), ...headersOfRefusal(refusal) };
  if (refusal.code === "payload_too_large") headers.connection = "close";
  if (refusal.code === "method_not_allowed") headers.allow = "POST";
  writeJson(response, refusal.status, formatJson(envelopeOfRefusal(refusal)), headers);
}

/** The caller's ids, or new ones: an answer has them even where the call never reached the edge. */
export function answerIds(given: IncomingHttpHeaders): Record<string, string> {
  const requestId = given["x-request-id"];
  const { traceId, traceparent } = traceOf(given);
  return {
    "x-request-id": isRequestId(requestId) ? requestId : newRequestId(),
    "x-trace-id": traceId,
    traceparent,
  };
}
