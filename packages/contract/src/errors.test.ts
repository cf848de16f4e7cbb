import { describe, expect, it } from "vitest";
import { type ErrorCode, errorTable, headersOfRefusal, Refusal } from "./errors.js";

const codes = Object.keys(errorTable) as ErrorCode[];

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
