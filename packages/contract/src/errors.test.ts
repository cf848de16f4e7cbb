import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ErrorCode, envelopeOfRefusal, errorTable, headersOfRefusal, noRouteFor, Refusal } from "./errors.js";
import { operationList } from "./operations/index.js";

const codes = Object.keys(errorTable) as ErrorCode[];

describe("a hint", () => {
  const isThere = (place: string) =>
    ["GET /docs", "GET /openapi.json"].includes(place) ||
    operationList.some(({ method, path }) => place === `${method} ${path}`) ||
    (place.startsWith("docs/") && existsSync(new URL(`../../../${place}`, import.meta.url)));

  it.each(codes)("says where what it points to is, and that is there: %s", (code) => {
    const { hint } = errorTable[code];
    const places = hint.match(/(?:GET|POST|PUT|PATCH|DELETE) \/[^\s:;,]*[a-z]|docs\/[a-z-]+\.md/g) ?? [];
    expect(places.filter((place) => !isThere(place))).toEqual([]);
    // A place, a header, or a member of the answer.
    if (/\bsee\b/i.test(hint)) expect(places.length > 0 || /`|\bheader\b/.test(hint)).toBe(true);
    expect(hint).not.toMatch(/documentation|\blist of\b/);
  });
});

describe("headers of a refusal", () => {
  it.each(codes)("say how to sign in with a 401 alone, as RFC 9110 demands: %s", (code) => {
    const challenge = errorTable[code].status === 401 ? { "www-authenticate": 'Bearer realm="portcullis"' } : {};
    expect(headersOfRefusal(new Refusal(code))).toEqual(challenge);
  });

  it("name whole seconds to wait, at least one", () => {
    const waits = [0, 0.2, 1, 1.01, 59.9].map((retryAfterS) => new Refusal("rate_limited", { retryAfterS }));
    expect(waits.map((refusal) => headersOfRefusal(refusal)["retry-after"])).toEqual(["1", "1", "1", "2", "60"]);
  });
});

describe("a path that is no operation's", () => {
  const hintOf = (method: string, target: string) => envelopeOfRefusal(noRouteFor(method, target)).meta?.hint;

  it("is named with the method and where to look, without its query", () => {
    expect(hintOf("POST", "/exec?token=secret")).toBe(
      "No operation is POST /exec: GET /docs shows those that are, GET /openapi.json tells programs.",
    );
  });

  it.each([`/${"a".repeat(10_000)}`, "/\u001b[31m\u0085\u202e\n", "/\u00e9?x"])(
    "is cut off and has no character but printable ones, whatever is asked for",
    (target) => {
      expect(hintOf("GET", target)).toMatch(/^No operation is GET \/[\x21-\x7e]{0,199}…?: GET \/docs/);
    },
  );
});
