import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalsConstantTime } from "./constant-time.js";

describe("comparison of secrets", () => {
  it("says what === says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(equalsConstantTime(a, b)).toBe(a === b);
        expect(equalsConstantTime(a, `${a}`)).toBe(true);
      }),
    );
    expect(equalsConstantTime("", "")).toBe(true);
    expect(equalsConstantTime("\ud800", "\ud801")).toBe(false);
  });
});
