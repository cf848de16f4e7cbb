import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob } from "./glob.js";

/** The textbook definition, exponential, for short inputs. */
function matchesByDefinition(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [first, rest] = [pattern.charAt(0), pattern.slice(1)];
  if (first === "*")
    return matchesByDefinition(rest, text) || (text !== "" && matchesByDefinition(pattern, text.slice(1)));
  return text !== "" && (first === "?" || first === text.charAt(0)) && matchesByDefinition(rest, text.slice(1));
}

describe("globs", () => {
  it("match as the definition says", () => {
    const pattern = fc.string({ unit: fc.constantFrom(..."ab*?"), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom(..."ab"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, subject) => matchesGlob(glob, subject) === matchesByDefinition(glob, subject)),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["*", "", true],
    ["*", "anything", true],
    ["agent-*", "agent-7", true],
    ["agent-*", "Agent-7", false],
    ["*-prod-?", "billing-prod-1", true],
    ["?", "😀", true],
    ["a?", "a", false],
    ["a.b", "axb", false],
    ["[ab]", "a", false],
    ["**a**", "bab", true],
    ["", "", true],
    ["", "a", false],
  ])("%j against %j is %s", (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
  });

  it("a pattern made to explode does not", () => {
    expect(matchesGlob(`${"a*".repeat(100)}b`, "a".repeat(20_000))).toBe(false);
  });
});
