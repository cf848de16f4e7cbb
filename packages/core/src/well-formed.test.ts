import fc from "fast-check";
import { expect, it } from "vitest";
import { isWellFormedText, wellFormedJson } from "./well-formed.js";

/** Text in which halves of characters, pairs, and words that look like escapes of them are common. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: "binary", maxLength: 3 }), fc.constantFrom("\ud83d", "\ude00", "\\ud83d", "\\", '"')),
  )
  .map((pieces) => pieces.join(""));

it("text of JSON says afterwards what it said, with U+FFFD in place of halves of characters alone", () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const made = JSON.parse(wellFormedJson(JSON.stringify(texts))) as string[];
      expect(made).toEqual(texts.map((each) => Buffer.from(each).toString()));
      expect(made.every(isWellFormedText)).toBe(true);
    }),
  );
});
