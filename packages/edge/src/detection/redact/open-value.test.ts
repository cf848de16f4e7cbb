// A text as it reads is looked at only where a value may go over a sign that is written otherwise, and nowhere twice.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { DigitGroups } from "./numbers/digit-groups.js";
import { isRowOfFigures } from "./numbers/phone.js";
import { DEFAULT_REDACTION_POLICY } from "./policy.js";
import { readSpelling } from "./spelling.js";

const PIECES =
  'anna@example.com|"anna b"@example.com|4111 1111 1111 1111|4111|555-234-5678|(555) |DE89 3704 0044 0532 0130 00|x12|1|0 | |\n|.|\'|(|@|word|AKIAIOSF|ODNN7REALKEY|password=|%40|%31|%20|%7c|&#64;|\u200b|\ufeff|\uff15|\uff20|https://u:p@'.split(
    "|",
  );
const compiled = compilePolicy(DEFAULT_REDACTION_POLICY);

/** How a text reads, which must differ from how it is written. */
function spellingOf(text: string) {
  const spelling = readSpelling(text);
  if (spelling === undefined) throw new Error("reads as it is written");
  return spelling;
}

describe("windows on a text as it reads", () => {
  it("hold all beginnings of values that go over a sign that is written otherwise", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
        const spelling = readSpelling(pieces.join(""));
        if (spelling === undefined) return;
        const options = compiled.spelledOptions("", true, spelling.isHidden);
        const everywhere = detect(spelling.view, 0, options).matches;
        expect(detect(spelling.view, 0, options, 0, spelling.windows()).matches).toEqual(everywhere);
      }),
      { numRuns: 3000 },
    );
  });

  it("hold what they share with others", () => {
    const places = fc.array(fc.nat({ max: 200 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), places, (pieces, ends) => {
        const spelling = readSpelling(pieces.join(""));
        if (spelling === undefined) return;
        const sorted = [...ends].sort((a, b) => a - b);
        const others = sorted.slice(1).map((end, index) => ({ start: sorted[index] ?? 0, end }));
        const inside = (windows: readonly { start: number; end: number }[], place: number) =>
          windows.some(({ start, end }) => start <= place && place < end);
        const all = spelling.windows();
        const shared = spelling.windows(others);
        // Where two windows almost touch, what is between them may be of one.
        for (let place = 0; place < spelling.view.length; place += 1) {
          if (inside(all, place) && inside(others, place) && !inside(shared, place))
            expect(
              detect(spelling.view, place, compiled.spelledOptions("", true, spelling.isHidden)).matches[0]?.start,
            ).not.toBe(place);
          if (inside(shared, place)) expect(inside(others, place)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("share no place twice, however many others overlap", () => {
    const spelling = spellingOf("anna@exam\u200bple.com ".repeat(60));
    const others = Array.from({ length: 60 }, (_, index) => ({ start: index * 5, end: index * 5 + 700 }));
    expect(spelling.windows(others).length).toBeLessThanOrEqual(spelling.windows().length);
  });

  it.each([
    "password=4111 1111 1111 1111 \ufeff",
    '0..\u00adhttps://u:p@"',
    "anna@example.com, \u200b",
    "12.5 \u200b<x> ",
  ])("are none where signs are left out beside values only: %j", (piece) => {
    expect(spellingOf(piece.repeat(40)).windows()).toEqual([]);
  });

  it.each([
    "4111 1111\u200b 1111 1111",
    "anna@exam\ufeffple.com",
    '"anna\u200b b"@example.com',
    "DE89 3704 0044 0532\u200b 0130 00",
  ])("begin with the value where a sign is left out inside: %j", (value) => {
    expect(spellingOf(`to ${value}`).windows()[0]?.start).toBeLessThanOrEqual(3);
  });
});

describe("rows of figures", () => {
  it("are rows whatever figures they begin with", () => {
    for (let figure = 0; figure < 10; figure += 1) {
      const groups = new DigitGroups();
      groups.read(`${figure} `.repeat(12), 0, { end: 0 });
      expect(isRowOfFigures(groups)).toBe(true);
    }
  });
});
