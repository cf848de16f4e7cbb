// One call as it arrived: its ids, its trace and its timeline. Stages read it and never write to it.
import { isRequestId, newRequestId, traceOf } from "@portcullis/core";
import type { Clock, ExecuteRequest } from "../ports.js";
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

/** Reads the ids of a request. Never throws. */
export function openCall(request: ExecuteRequest, tenantId: string, clock: Clock): Call {
  const timeline = new Timeline(clock);
  const givenId = request.headers["x-request-id"];
  const accepted = givenId !== undefined && isRequestId(givenId);
  const { traceId, traceparent } = traceOf(request.headers);
  return {
    request,
    tenantId,
    requestId: accepted ? givenId : newRequestId(),
    requestIdRejected: givenId !== undefined && !accepted,
    traceId,
    traceparent,
    receivedAtMs: clock.now(),
    timeline,
  };
}
