import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRun, readAhead } from "./run-ahead.js";

describe("the run ahead", () => {
  it("is the same from every place of a run, whether or not it was read from an earlier one", () => {
    const texts = fc.array(fc.constantFrom("1", "a", "+", ".", "之", "卡", " ", ":", "é"), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }), (units, steps) => {
        const text = units.join("");
        const kept = noRun();
        let at = 0;
        for (const step of steps) {
          at += step;
          if (at >= text.length) return;
          const fresh = noRun();
          readAhead(fresh, text, at, false);
          readAhead(kept, text, at, false);
          expect(kept).toEqual(fresh);
        }
      }),
    );
  });
});
