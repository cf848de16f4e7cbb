// What is a UUID is said twice, by core for headers and by the contract's schemas for all else: both must say the same.

import { operations } from "@portcullis/contract";
import { isUuid } from "@portcullis/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const schema = operations["agents.get"].params.shape.agent_id;
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: length, maxLength: length });
const text = fc.tuple(...[8, 4, 4, 4, 12].map(digits)).map((parts) => parts.join("-"));
const nearlyNilOrMax = fc
  .tuple(fc.constantFrom("0", "f", "F"), fc.nat({ max: 35 }), fc.constantFrom("0", "1", "f", "F", "-", "g"))
  .map(([digit, at, other]) => {
    const all = [8, 4, 4, 4, 12].map((length) => digit.repeat(length)).join("-");
    return all.slice(0, at) + other + all.slice(at + 1);
  });

describe("a UUID in a header", () => {
  it("is one in a path and in a body, and the other way round", () => {
    fc.assert(
      fc.property(fc.oneof(text, nearlyNilOrMax, fc.uuid(), fc.string()), (value) => {
        expect(isUuid(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 2000 },
    );
  });
});
