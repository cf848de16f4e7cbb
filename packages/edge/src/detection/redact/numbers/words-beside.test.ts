import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsBefore } from "./words-beside.js";

describe("the words before a number", () => {
  it("say the same whatever number of the row was asked about before", () => {
    const piece = fc.constantFrom(
      "card ",
      "order id ",
      "tel. ",
      "call me at ",
      "x",
      "]",
      "555",
      " ",
      "1 ",
      "12 34 ",
      "\n",
      ", ",
      "号码",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 24 }).map((pieces) => pieces.join("")),
        fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
        (text, matches) => {
          // A look goes on through the text; behind a match, that is where its context begins.
          let floor = 0;
          const places = Array.from(text, (_, start): readonly [start: number, floor: number] => {
            if (matches.includes(start)) floor = start;
            return [start, floor];
          });
          const ask = ([at, from]: readonly [number, number]) => wordsBefore(text, at, from);
          const forget = () => wordsBefore("of another text: 5", 17, 0);
          forget();
          const told = places.map(ask);
          const apart = places.map((place) => {
            forget();
            return ask(place);
          });
          expect(told).toEqual(apart);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
