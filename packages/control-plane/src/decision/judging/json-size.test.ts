import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonWithin } from "./json-size.js";

it("what is within a limit is not much longer as text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 500 }), (value, limit) => {
      // Escapes and digits may make text longer than what is counted, by a bounded factor.
      if (isJsonWithin(value, limit)) expect(JSON.stringify(value).length).toBeLessThanOrEqual(6 * limit + 64);
    }),
  );
});

it("says no to what is larger, however it is large, without walking all of it", () => {
  const deep = JSON.parse(`${"[".repeat(3000)}${"]".repeat(3000)}`) as unknown;
  for (const value of ["x".repeat(101), { ["k".repeat(101)]: 1 }, Array.from({ length: 101 }, () => null), deep]) {
    expect(isJsonWithin(value, 100)).toBe(false);
    expect(isJsonWithin(value, 1_000_000)).toBe(true);
  }
});
