// Request id, trace id and client details of a request, and the headers that give them back.

import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@portcullis/contract";
import { isRequestId, newRequestId, type RequestTrace, traceOf } from "@portcullis/core";

export interface RequestIds extends RequestTrace {
  readonly requestId: string;
  /** What was wrong with the request id that the caller sent; the request is refused with it. A trace id refuses nothing. */
  readonly refusal: Refusal | null;
}

/** The caller's ids, or new ones. Never throws: an answer needs ids even when theirs are refused. */
export function idsOf(headers: IncomingHttpHeaders): RequestIds {
  const givenId = headers["x-request-id"];
  const goodId = isRequestId(givenId);
  const refusal = givenId !== undefined && !goodId ? new Refusal("invalid_request_id") : null;
  return { requestId: goodId ? givenId : newRequestId(), ...traceOf(headers), refusal };
}

/** Headers as single texts, as handlers see them. */
export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  return flat;
}
