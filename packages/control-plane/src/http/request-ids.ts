// Request id, trace id and client details of a request, and the headers that give them back.

import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@portcullis/contract";
import { isRequestId, newRequestId, newTraceId, parseTraceparent } from "@portcullis/core";

export interface RequestIds {
  readonly requestId: string;
  readonly traceId: string;
  /** What was wrong with the ids that the caller sent; the request is refused with it. */
  readonly refusal: Refusal | null;
}

const TRACE_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** The caller's ids, or new ones. Never throws: an answer needs ids even when theirs are refused. */
export function idsOf(headers: IncomingHttpHeaders): RequestIds {
  const givenId = headers["x-request-id"];
  const givenTrace = headers["x-trace-id"];
  const goodId = isRequestId(givenId);
  const goodTrace = typeof givenTrace === "string" && TRACE_ID.test(givenTrace);
  const traceId = goodTrace ? givenTrace : (parseTraceparent(headers.traceparent)?.traceId ?? newTraceId());
  let refusal: Refusal | null = null;
  if (givenTrace !== undefined && !goodTrace) {
    refusal = new Refusal("malformed_request", { detail: "X-Trace-ID takes 1 to 64 of A-Z a-z 0-9 . _ : -" });
  }
  if (givenId !== undefined && !goodId) refusal = new Refusal("invalid_request_id");
  return { requestId: goodId ? givenId : newRequestId(), traceId, refusal };
}

/** Headers as single texts, as handlers see them. */
export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  return flat;
}
