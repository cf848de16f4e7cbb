import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { usdInput } from "./common.js";

describe("a dollar amount that a caller sends", () => {
  it.each([0, 0.1, 1.5, 1e-9, 0.123456789, 999_999_999, 999_999_998.123456, "0", "0.000000001", "1.50"])(
    "is taken with up to nine places: %s",
    (value) => expect(usdInput.safeParse(value).success).toBe(true),
  );

  it.each([1e-10, 0.1234567891, 0.1 + 0.2, 5e-324, -1e-9, 1_000_000_000, "0.0000000001", "1e3", "-1", "", ".5"])(
    "is refused with more places, or as another number: %s",
    (value) => expect(usdInput.safeParse(value).success).toBe(false),
  );

  it("is taken as a number exactly when it is written with at most nine places", () => {
    const amounts = fc.double({ min: 0, max: 999_999_999, noNaN: true });
    const round = fc.integer({ min: 0, max: 1e12 }).map((nano) => nano / 1e9);
    fc.assert(
      fc.property(fc.oneof(amounts, round), (value) => {
        expect(usdInput.safeParse(value).success).toBe(placesOf(value) <= 9);
      }),
    );
  });
});

/** Decimal places of the shortest text of a number. */
function placesOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}
