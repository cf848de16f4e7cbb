// Later looks at a text go only to the surroundings of what was replaced, and find what a look at all of it finds.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Changes } from "./changes.js";
import { compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { redactText, replaceMatches } from "./passes.js";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "./policy.js";

const POLICY: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", phone: "drop" },
  patterns: [{ id: "code", pattern: "x-####", action: "mask" }],
};
const PIECES =
  "anna@example.com|4111 1111 1111 1111|555-234-5678|+49 30 1234567|123-45-6789|12 |(555) | |\n|-|1|22|x-4587|card |order |call |password=|://|u:p@|'|\"|::|10.1.2.3|a|.|,|]|office|plain words between the numbers |-----BEGIN".split(
    "|",
  );
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(""));

describe("looks at what has changed", () => {
  it("find all that looks at the whole text find", () => {
    const compiled = compilePolicy(POLICY);
    fc.assert(
      fc.property(texts, (text) => {
        let whole = text;
        for (let pass = 0; pass < 3; pass += 1) {
          const { matches } = detect(whole, 0, compiled.options("", true));
          whole = replaceMatches(whole, matches, compiled);
        }
        expect(redactText(text, compiled, "").text).toBe(whole);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it("go to all of the text first, then to each replaced place and its surroundings, as it moves", () => {
    const changes = new Changes();
    expect(changes.windows()).toBeUndefined();
    changes.replaced([{ start: 0, end: 5, size: 1 }]);
    expect(changes.windows()).toBeUndefined();
    changes.looked(128);
    expect(changes.windows()).toEqual([]);
    changes.replaced([
      { start: 200, end: 210, size: 16 },
      { start: 500, end: 520, size: 16 },
    ]);
    expect(changes.windows()).toEqual([
      { start: 72, end: 216 + 64 },
      { start: 506 - 128, end: 522 + 64 },
    ]);
    changes.replaced([{ start: 100, end: 110, size: 12 }]);
    changes.replaced([{ start: 520, end: 530, size: 2 }]);
    expect(changes.windows()).toEqual([
      { start: 0, end: 112 + 64 },
      { start: 202 - 128, end: 218 + 64 },
      { start: 508 - 128, end: 522 + 64 },
    ]);
  });
});
