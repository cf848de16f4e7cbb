// What is remembered of strings without a statement changes nothing of what is found.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDestructiveSql } from "./destructive.js";
import { EmptyStrings } from "./empty-strings.js";

const PIECES = [
  "'",
  "''",
  '"',
  "\\'",
  '\\"',
  "`",
  "$$",
  "DROP TABLE a; ",
  "delete from a where b = 1 ",
  "truncate table t; ",
  "x ",
  "exec(",
  ")",
  "||",
];

describe("strings without a statement", () => {
  it("are passed over where they stand again, and nothing else is", () => {
    const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (readings) => {
        const empty = new EmptyStrings();
        for (const reading of [...readings, ...readings]) {
          const found = findDestructiveSql(reading, undefined, empty);
          expect(found).toEqual(findDestructiveSql(reading));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
