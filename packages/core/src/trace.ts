/** The trace that a request belongs to: what its headers say of it, and what its answer and its tool are told. */
import { formatTraceparent, isTraceId, newSpanId, newTraceId, parseTraceparent } from "./ids.js";

export interface RequestTrace {
  /** X-Trace-ID: the caller's, else the trace of its `traceparent`, else a new one. */
  readonly traceId: string;
  /** W3C trace context: a span of our own under the caller's trace. */
  readonly traceparent: string;
}

const W3C_TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;

/** Reads the headers `x-trace-id` and `traceparent`. No request is refused for its trace: what is malformed counts as absent. */
export function traceOf(headers: Readonly<Record<string, unknown>>): RequestTrace {
  const given = headers["x-trace-id"];
  const named = isTraceId(given) ? given : undefined;
  const parent = parseTraceparent(headers.traceparent);
  const w3c = parent?.traceId ?? (named !== undefined && W3C_TRACE_ID.test(named) ? named : newTraceId());
  return {
    traceId: named ?? w3c,
    traceparent: formatTraceparent({ traceId: w3c, parentId: newSpanId(), sampled: parent?.sampled ?? true }),
  };
}
