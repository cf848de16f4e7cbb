import fc from "fast-check";
import { expect, it } from "vitest";
import { NumberReader, NumberWriter } from "./packed-numbers.js";

it("reads the numbers that were written, of any 32 bits", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.nat(40))), (numbers) => {
      const writer = new NumberWriter();
      for (const number of numbers) writer.add(number);
      const reader = new NumberReader(writer.text());
      expect(numbers.map(() => reader.next())).toEqual(numbers);
    }),
  );
});
