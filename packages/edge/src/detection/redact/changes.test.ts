// Later looks at a text go only to the surroundings of what was replaced, and find what a look at all of it finds.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Changes } from "./changes.js";
import { compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { Looks } from "./looks.js";
import { matchIn, redactText, replaceMatches } from "./passes.js";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "./policy.js";
import { readSpelling } from "./spelling.js";

const POLICY: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", phone: "drop" },
  patterns: [{ id: "code", pattern: "x-####", action: "mask" }],
};
const PIECES =
  'anna@example.com|4111 1111 1111 1111|555-234-5678|+49 30 1234567|123-45-6789|12 |(555) | |\n|-|1|22|x-4587|card |order |call |password=|://|u:p@|\'|"|::|10.1.2.3|a|.|,|]|office|plain words between the numbers |-----BEGIN|%40|%31|&#64;|\u200b|\uff15|%|DE89 3704 0044 0532 0130 00|"@x.co'.split(
    "|",
  );
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(""));

describe("looks at what has changed", () => {
  it("find all that looks at the whole text find", () => {
    const policies = [POLICY, DEFAULT_REDACTION_POLICY].map((policy) => compilePolicy(policy));
    fc.assert(
      fc.property(texts, fc.constantFrom(...policies), (text, compiled) => {
        let whole = text;
        for (let pass = 0; pass < 3; pass += 1) {
          const spelling = readSpelling(whole);
          if (spelling !== undefined) {
            const options = compiled.spelledOptions("", true, spelling.isHidden);
            const { matches } = detect(spelling.view, 0, options);
            const found = matches.map((match) => matchIn(spelling, match));
            whole = replaceMatches(whole, found, compiled);
          }
          const { matches } = detect(whole, 0, compiled.options("", true));
          whole = replaceMatches(whole, matches, compiled);
        }
        expect(redactText(text, compiled, "").text).toBe(whole);
      }),
      { numRuns: 6000 },
    );
  });

  it("go to all of the text first, then to the decisions that looked at a replaced place, as it moves", () => {
    const changes = new Changes(() => false);
    expect(changes.windows()).toBeUndefined();
    changes.replaced([{ start: 0, end: 5, size: 1 }], true);
    expect(changes.windows()).toBeUndefined();
    const looks = new Looks();
    looks.note(100, 150);
    looks.note(120, 220);
    looks.note(190, 205);
    looks.note(505, 507);
    changes.looked(looks);
    expect(changes.windows()).toEqual([]);
    changes.replaced(
      [
        { start: 200, end: 210, size: 16 },
        { start: 510, end: 520, size: 16 },
      ],
      true,
    );
    expect(changes.windows()).toEqual([
      { start: 120, end: 200 },
      { start: 511, end: 516 },
    ]);
    changes.replaced([{ start: 110, end: 130, size: 22 }], false);
    expect(changes.windows()).toEqual([
      { start: 100, end: 132 + 64 },
      { start: 110, end: 202 },
      { start: 513, end: 518 },
    ]);
  });

  it("go to the surroundings of each replaced place where decisions depend on what stood before, or a third time", () => {
    const looksBack = new Changes(() => true);
    const third = new Changes(() => false);
    const looks = new Looks();
    looks.note(100, 228);
    for (const changes of [looksBack, third]) {
      changes.looked(looks);
      changes.replaced([{ start: 10, end: 20, size: 5 }], true);
    }
    expect(looksBack.windows()).toEqual([{ start: 0, end: 15 + 64 }]);
    third.looked(new Looks());
    third.replaced([{ start: 500, end: 520, size: 16 }], true);
    expect(third.windows()).toEqual([{ start: 500 - 128, end: 516 + 64 }]);
  });
});
