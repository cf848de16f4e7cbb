import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findDestructiveShell } from "./shell.js";
import { hasOption, hasVital, namesVital } from "./shell-finding.js";
import { Command, Word } from "./shell-words.js";

afterEach(() => vi.restoreAllMocks());

describe("what stands behind a word of a command", () => {
  it("is what a look along the words shows", () => {
    const words = fc.array(
      fc.constantFrom("rm", "-r", "[-f", "\\-x", "r''m", "a/b", "/etc/passwd", "/boot/x", "'-q'"),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(words, fc.nat(39), fc.integer({ min: 1, max: 40 }), (texts, from, count) => {
        const line = texts.join(" ");
        const some = new Command(line, 0, line.length, "").words.slice(from, from + count);
        fc.pre(some.length > 0);
        expect(hasOption(some)).toBe(some.slice(1, 24).some((word) => word.isOption));
        expect(hasVital(some)).toBe(some.some(namesVital));
      }),
    );
  });

  it("is looked for once, however many names of commands stand in a row", () => {
    const looks = vi.spyOn(Word.prototype, "isOption", "get");
    const looksOf = (text: string): number => {
      looks.mockClear();
      expect(findDestructiveShell(text, "")).toEqual([]);
      return looks.mock.calls.length / text.split(" ").length;
    };
    for (const name of ["rm ", "r''m ", "truncate ", "rm rm truncate "])
      expect(looksOf(name.repeat(300))).toBeLessThan(6);
  });
});
