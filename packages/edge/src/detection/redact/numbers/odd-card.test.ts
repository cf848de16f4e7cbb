import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfOddCard, mayBeOddCard } from "./odd-card.js";

const CARD = ["4111", "1111", "1111", "1111"];
const SIGNS = [".", "_", "\n", "\r\n", "\t", "/", "|", "  ", " / ", " | "];

describe("a card in groups apart by odd signs", () => {
  it("is none where one look at its first group says so", () => {
    const pieces = fc.array(fc.constantFrom("4", "41", "4111", "378282", "1111", "1", " ", "\u200b", "x", ...SIGNS), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (texts) => {
        const text = texts.join("");
        if (!mayBeOddCard(text, 0)) expect(endOfOddCard(text, 0, { end: 0 }, () => true)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(SIGNS)("is looked at where %j stands between digits, and at no row of single groups", (sign) => {
    const card = CARD.join(sign);
    expect(mayBeOddCard(card, 0)).toBe(true);
    expect(endOfOddCard(card, 0, { end: 0 }, () => true)).toBe(card.length);
    expect(mayBeOddCard(CARD.map((group) => `${group}${sign}`).join("\u200b"), 0)).toBe(false);
  });
});
