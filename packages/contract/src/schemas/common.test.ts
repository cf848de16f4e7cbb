import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSeen, name, usdInput } from "./common.js";

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

describe("a text that people can see", () => {
  /** What no screen draws, and what all of them draw as nothing. */
  const unseen = fc.constantFrom(
    ..." \t\n\u00a0\u00ad\u034f\u115f\u180e\u200b\u200d\u2028\u202e\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0",
    "\u{e0041}",
    "\u{e0100}",
    "\u0000",
    "\ue000",
    "\ud800",
  );
  const nothing = fc.array(unseen, { maxLength: 8 }).map((parts) => parts.join(""));

  it("is none of signs that are not drawn, however many, and no name either", () => {
    fc.assert(
      fc.property(nothing, (text) => {
        expect([isSeen(text), name.safeParse(text).success]).toEqual([false, false]);
      }),
    );
  });

  it("is one with any letter, digit or mark among them, in any script", () => {
    const seen = fc.constantFrom("a", "7", "?", "é", "ж", "中", "ا", "한", "👍", "€", "-");
    fc.assert(
      fc.property(nothing, seen, nothing, (before, sign, after) => {
        expect(isSeen(before + sign + after)).toBe(true);
      }),
    );
  });
});

describe("a name", () => {
  it.each(["", "  "])("that is empty is told one fault, not every one that follows from it: %j", (text) => {
    expect(name.safeParse(text).error?.issues).toHaveLength(1);
  });

  const signs = fc.string({ unit: "grapheme", maxLength: 5 });

  it("holds no line end, no terminal command and no mark that turns the direction of what follows", () => {
    const unfit = fc.constantFrom(..."\n\r\t\u0000\u001b\u007f\u0085\u2028\u2029\u202a\u202e\u2066\u2069");
    fc.assert(
      fc.property(signs, unfit, signs, (before, sign, after) => {
        expect(name.safeParse(`a${before}${sign}${after}b`).success).toBe(false);
      }),
    );
  });

  it.each(["Müller & Söhne", "عميل", "代理 7", "👩‍💻 helper", "a <b>", "O'Neill", " padded "])("may be %j", (text) => {
    expect(name.parse(text)).toBe(text.trim());
  });
});

/** Decimal places of the shortest text of a number. */
function placesOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}
