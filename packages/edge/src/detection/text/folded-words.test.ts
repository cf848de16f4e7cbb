// What is read from a list is what folding and cutting up each of its entries by itself gives.
import fc from "fast-check";
import { expect, it } from "vitest";
import { foldText } from "./fold.js";
import { FoldedWords } from "./folded-words.js";
import { textOfUnits } from "./units.js";

const signs = fc.constantFrom("a", "B", "é", "ß", "我", "ก", "𝐱", "😀", "\u0301", "\u200b", "1", "-", "'", "*", " ");
const entries = fc.array(fc.string({ unit: signs, maxLength: 16 }), { maxLength: 8 });

it("reads the parts of each entry folded, and whether any ending may follow", () => {
  fc.assert(
    fc.property(entries, (list) => {
      const read: { parts: string[]; isOpen: boolean }[] = [];
      const words = new FoldedWords(list.join("|"));
      while (words.next()) {
        const ends = [0, ...words.ends.subarray(0, words.parts)];
        const parts = ends.slice(1).map((end, part) => textOfUnits(words.units.slice(ends[part], end)));
        read.push({ parts, isOpen: words.isOpen });
      }
      const expected = list
        .map((entry) => ({
          parts: foldText(entry)
            .split(" ")
            .filter((part) => part !== ""),
          isOpen: entry.trimEnd().endsWith("*"),
        }))
        .filter(({ parts }) => parts.length > 0);
      expect(read).toEqual(expected);
    }),
  );
});
