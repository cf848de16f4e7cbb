import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meaningOfKey, normaliseKey } from "./key-meaning.js";

describe("the name of a member", () => {
  it("is compared in small letters, its words apart by low lines", () => {
    expect(["cardNumber", "card-number", "Card Number", "card.number"].map(normaliseKey)).toEqual(
      Array(4).fill("card_number"),
    );
    expect(meaningOfKey("Card\u00a0Number")).toBe("card");
  });

  it("is read in one look as its rules say, whatever signs it holds", () => {
    const sign = fc.constantFrom(..."aB1Zz9._- \t\u00a0\u2003\ufeffÉé漢");
    const name = fc.oneof(
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(name, (key) => {
        const apart = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[\s.-]/g, "_");
        expect(normaliseKey(key)).toBe(apart.toLowerCase());
      }),
      { numRuns: 2000 },
    );
  });
});
