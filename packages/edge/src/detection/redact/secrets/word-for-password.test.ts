// The word for a password before a place: told by its ending, and the same as a pattern of all the words would find.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SPACED_WORDS, UNSPACED_WORDS } from "./password-names.js";
import { isBehindLetter, WordsByEnding } from "./word-for-password.js";

const WORDS = `${SPACED_WORDS}|${UNSPACED_WORDS}`.split("|");
const PATTERN = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WORDS.join("|")})$`, "iu");
const byEnding = new WordsByEnding(WORDS);
const sizeBefore = (text: string) => byEnding.sizeBefore(text, text.length, (start) => !isBehindLetter(text, start));

describe("the word for a password that ends a text", () => {
  it("is found in letters of any case, and of several the longest", () => {
    for (const word of WORDS)
      for (const form of [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])
        expect([form, sizeBefore(`a ${form}`)]).toEqual([form, form.length]);
  });

  it("is what a pattern of all of them finds, whatever stands before it and wherever it is cut", () => {
    const before = fc.constantFrom("", " ", "x", "é", "-", "1", "_", "𝒂", "न", "密", "wachtwoord ", "my");
    const wordOfAny = fc.constantFrom(...WORDS, "word", "s", "paſſword", "ΚΩΔΙΚΌΣ", "PASSWORD", "Şifre");
    fc.assert(
      fc.property(before, wordOfAny, fc.nat(3), before, (lead, word, cut, tail) => {
        const text = `${lead}${word.slice(cut > 1 ? cut - 1 : 0, word.length - (cut === 1 ? 1 : 0))}${tail.trim()}`;
        const found = PATTERN.exec(text)?.[0].length ?? 0;
        expect([text, sizeBefore(text)]).toEqual([text, found]);
      }),
      { numRuns: 2000 },
    );
  });
});
