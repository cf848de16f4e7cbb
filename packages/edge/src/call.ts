// One call as it arrived: its ids, its trace and its timeline. Fixed from here on; stages read it and write nothing to it.
import {
  formatTraceparent,
  isRequestId,
  isTraceId,
  newRequestId,
  newSpanId,
  newTraceId,
  parseTraceparent,
} from "@portcullis/core";
import type { Clock, ExecuteRequest } from "./ports.js";
import { Timeline } from "./timeline.js";

export interface Call {
  readonly request: ExecuteRequest;
  readonly tenantId: string;
  /** The caller's, or a generated UUID. */
  readonly requestId: string;
  /** The caller gave a request id that is not one; `requestId` is generated then. */
  readonly requestIdRejected: boolean;
  readonly traceId: string;
  /** W3C trace context for the tool and for the answer: a span of our own under the caller's trace. */
  readonly traceparent: string;
  /** Wall clock, milliseconds. */
  readonly receivedAtMs: number;
  readonly timeline: Timeline;
}

const W3C_TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;

/** Reads the ids of a request. Never throws. */
export function openCall(request: ExecuteRequest, tenantId: string, clock: Clock): Call {
  const timeline = new Timeline(clock);
  const givenId = request.headers["x-request-id"];
  const accepted = givenId !== undefined && isRequestId(givenId);
  const parent = parseTraceparent(request.headers.traceparent);
  const givenTrace = request.headers["x-trace-id"];
  const named = isTraceId(givenTrace) ? givenTrace : undefined;
  const w3c = parent?.traceId ?? (named !== undefined && W3C_TRACE_ID.test(named) ? named : newTraceId());
  return {
    request,
    tenantId,
    requestId: accepted ? givenId : newRequestId(),
    requestIdRejected: givenId !== undefined && !accepted,
    traceId: named ?? w3c,
    traceparent: formatTraceparent({ traceId: w3c, parentId: newSpanId(), sampled: parent?.sampled ?? true }),
    receivedAtMs: clock.now(),
    timeline,
  };
}
