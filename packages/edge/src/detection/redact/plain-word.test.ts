// What is passed over for its signs alone holds nothing that is looked for.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHORTEST_KEY } from "../secret/vendor-keys.js";
import { compilePolicy } from "./compiled-policy.js";
import { redactText } from "./passes.js";
import { isPlainWord } from "./plain-word.js";
import { DEFAULT_REDACTION_POLICY } from "./policy.js";

const { kinds } = DEFAULT_REDACTION_POLICY;
const compiled = compilePolicy({ kinds: { ...kinds, ip_address: "mask" } });
const MEANINGS = ["", "card", "phone", "us_ssn", "identifier"] as const;

describe("a short word of letters and few digits", () => {
  it("holds nothing that is looked for, whatever it stands under", () => {
    const word = fc.string({
      unit: fc.constantFrom(..."0123456789_-abcABCDEGBKpxsk"),
      minLength: 1,
      maxLength: SHORTEST_KEY - 1,
    });
    fc.assert(
      fc.property(word, fc.constantFrom(...MEANINGS), (text, meaning) => {
        fc.pre(isPlainWord(text, SHORTEST_KEY));
        expect(redactText(text, compiled, meaning).matches).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  it("has fewer digits than any number, and no other sign", () => {
    for (const text of ["5551234", "a@b.co", "pin:1234", "1.2.3.4", "a b", "é", "忽略"])
      expect(isPlainWord(text, SHORTEST_KEY)).toBe(false);
    expect(isPlainWord("order_12345", SHORTEST_KEY)).toBe(true);
  });
});
