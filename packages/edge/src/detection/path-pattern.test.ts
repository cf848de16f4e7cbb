// Patterns over JSON pointers.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePathPattern } from "./path-pattern.js";

describe("path patterns", () => {
  it.each([
    ["", "", true],
    ["", "/a", false],
    ["/a/b", "/a/b", true],
    ["/a/*", "/a/b", true],
    ["/a/*", "/a", false],
    ["/a/*", "/a/b/c", false],
    ["/a/**", "/a", true],
    ["/a/**", "/a/b/c", true],
    ["/a/**", "/ab", false],
    ["/**/email", "/email", true],
    ["/**/email", "/users/0/email", true],
    ["/**/email", "/users/0/email/0", false],
    ["/**/a/*/b", "/a/x/a/y/b", true],
    ["/**", "", true],
  ])("%j over %j: %s", (pattern, path, is) => {
    expect(compilePathPattern(pattern)(path)).toBe(is);
  });

  it("mean what a regular expression over their parts means", () => {
    const part = fc.constantFrom("a", "b", "*", "**");
    const name = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), fc.array(name, { maxLength: 9 }), (pattern, path) => {
        const source = pattern
          .map((one) => (one === "**" ? "(?:/[^/]+)*" : one === "*" ? "/[^/]+" : `/${one}`))
          .join("");
        const pointer = path.map((one) => `/${one}`).join("");
        const test = compilePathPattern(pattern.map((one) => `/${one}`).join(""));
        expect(test(pointer)).toBe(new RegExp(`^${source}$`).test(pointer));
      }),
      { numRuns: 500 },
    );
  });
});
