import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auditIdOf,
  formatTraceparent,
  isRequestId,
  isTraceId,
  isUuid,
  newId,
  newRequestId,
  newSpanId,
  newTraceId,
  operatorAuditIdOf,
  parseTraceparent,
  uuidV5,
} from "./ids.js";

const TENANT = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

describe("ids", () => {
  it("new ids are version 4 UUIDs and differ", () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("new request ids are version 7 UUIDs that differ, begin with their time and may be used as request ids", () => {
    const beforeMs = Date.now();
    const ids = Array.from({ length: 1000 }, newRequestId);
    const afterMs = Date.now();
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(isRequestId(id)).toBe(true);
      const atMs = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
      expect(atMs).toBeGreaterThanOrEqual(beforeMs);
      expect(atMs).toBeLessThanOrEqual(afterMs);
    }
  });

  // RFC 9562, appendix A.4.
  it("the name-based UUID of www.example.com is the RFC's", () => {
    expect(uuidV5(TENANT, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
    expect(uuidV5(TENANT.toUpperCase(), "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
  });

  it("an audit id follows from tenant and request id alone, an operator's from the action too", () => {
    expect(auditIdOf(TENANT, "req-1")).toBe(uuidV5(TENANT, "req-1"));
    expect(operatorAuditIdOf(TENANT, "req-1", "policy_uploaded")).toBe(uuidV5(TENANT, "req-1\npolicy_uploaded"));
    expect(operatorAuditIdOf(TENANT, "req-1", "a")).not.toBe(operatorAuditIdOf(TENANT, "req-1", "b"));
  });

  it("a namespace that is no UUID is refused", () => {
    expect(() => uuidV5("tenant", "x")).toThrow(expect.objectContaining({ code: "invalid_uuid" }));
  });

  it.each([
    [TENANT, true],
    [TENANT.toUpperCase(), true],
    [`${TENANT}\n`, false],
    [TENANT.replaceAll("-", ""), false],
    [`{${TENANT}}`, false],
    ["00000000-0000-0000-0000-000000000000", true],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", true],
    ["11111111-1111-9111-8111-111111111111", false],
    ["11111111-1111-4111-c111-111111111111", false],
    ["", false],
    [null, false],
  ])("isUuid(%j) is %s", (value, expected) => {
    expect(isUuid(value)).toBe(expected);
  });

  it.each([
    ["a", true],
    ["A-Z_09.:-", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["", false],
    ["a b", false],
    ["a\n", false],
    ["é", false],
    ["a/b", false],
    [7, false],
  ])("isRequestId(%j) is %s", (value, expected) => {
    expect(isRequestId(value)).toBe(expected);
  });

  it.each([
    ["A-Z_09.:-", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["", false],
    ["a\n", false],
    ["a/b", false],
    [7, false],
  ])("isTraceId(%j) is %s", (value, expected) => {
    expect(isTraceId(value)).toBe(expected);
  });
});

describe("trace context", () => {
  it("what is written is read back", () => {
    fc.assert(
      fc.property(fc.boolean(), (sampled) => {
        const context = { traceId: newTraceId(), parentId: newSpanId(), sampled };
        expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
      }),
    );
  });

  // W3C Trace Context, section 3.2.
  it("reads the recommendation's example and a later version with more fields", () => {
    const context = { traceId: "0af7651916cd43dd8448eb211c80319c", parentId: "b7ad6b7169203331", sampled: true };
    expect(parseTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")).toEqual(context);
    expect(parseTraceparent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what")).toEqual(context);
  });

  it.each([
    undefined,
    "",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n",
  ])("the header %j starts a new trace", (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  it("malformed ids are not written", () => {
    expect(() => formatTraceparent({ traceId: "x", parentId: "y", sampled: false })).toThrow(
      expect.objectContaining({ code: "invalid_trace_id" }),
    );
  });
});
