import { describe, expect, it } from "vitest";
import { parseTraceparent } from "./ids.js";
import { traceOf } from "./trace.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("the trace of a request", () => {
  it.each([
    ["both", { "x-trace-id": "mine", traceparent: `00-${TRACE}-${SPAN}-00` }, "mine", TRACE, false],
    ["a traceparent", { traceparent: `00-${TRACE}-${SPAN}-01` }, TRACE, TRACE, true],
    ["a trace id of W3C's form", { "x-trace-id": TRACE }, TRACE, TRACE, true],
  ])("with %s is the caller's, under a span of our own", (_, headers, traceId, w3c, sampled) => {
    const trace = traceOf(headers);
    expect(trace.traceId).toBe(traceId);
    const context = parseTraceparent(trace.traceparent);
    expect(context).toMatchObject({ traceId: w3c, sampled });
    expect(context?.parentId).not.toBe(SPAN);
  });

  it.each([
    ["nothing", {}],
    ["what cannot be read", { "x-trace-id": "a b", traceparent: "00-0-0-00" }],
    ["ids of zeros", { "x-trace-id": "", traceparent: `00-${"0".repeat(32)}-${SPAN}-01` }],
    ["several of each", { "x-trace-id": ["a", "b"], traceparent: ["a", "b"] }],
  ])("with %s is a new one, the same in both", (_, headers) => {
    const { traceId, traceparent } = traceOf(headers);
    expect(parseTraceparent(traceparent)?.traceId).toBe(traceId);
    expect(traceOf(headers).traceId).not.toBe(traceId);
  });

  it("with another name alone keeps it, beside a W3C trace that is new", () => {
    const { traceId, traceparent } = traceOf({ "x-trace-id": "job-7" });
    expect(traceId).toBe("job-7");
    expect(parseTraceparent(traceparent)?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});
