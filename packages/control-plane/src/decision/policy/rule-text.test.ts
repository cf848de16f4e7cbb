// Where a policy file's rules begin and end is Cedar's to say: a rule that is not seen here would silently be no rule.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createPolicyEngine } from "./index.js";
import { requestFor } from "./policy-fixture.js";
import { splitRules } from "./rule-text.js";

const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
const comment = fc.constantFrom("//", "// a; b", '// "', "// permit (principal, action, resource);", "///");
/** What may stand between two rules, or between two words of one. */
const gap = fc
  .array(fc.oneof(lineEnd, fc.constantFrom(" ", "\t", "\u2028"), fc.tuple(comment, lineEnd)))
  .map((pieces) => pieces.flat().join(""));
const text = fc.constantFrom('"a"', '"a;b"', '"// a"', '"\\""', '"\\\\"', '"\r"');

it("finds every rule that Cedar finds, whatever lines end with", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ before: gap, within: gap, text }), { maxLength: 5 }), gap, (parts, after) => {
      const rules = parts.map(
        ({ before, within, text }, index) =>
          `${before}@id("rule-${index}") forbid${within} (principal, action, resource) when { context.role == ${text} };`,
      );
      expect(splitRules(rules.join("") + after)).toHaveLength(rules.length);
    }),
  );
});

it("enforces a rule behind a comment that ends with a carriage return", () => {
  const source = '// The house rules\r@id("never") forbid (principal, action, resource);\r';
  const engine = createPolicyEngine({ policies: [{ name: "main", source }], tools: [] });
  const verdict = engine.evaluate(requestFor("t"));
  expect(verdict).toMatchObject({ decision: "deny", ruleId: "never" });
});
