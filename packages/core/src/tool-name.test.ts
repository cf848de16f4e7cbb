import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldToolName, ToolNameError, type ToolNameErrorCode } from "./tool-name.js";

describe("tool names", () => {
  it.each([
    ["db.query", "db.query"],
    ["  Db.Query ", "db.query"],
    ["ＤＢ．ｑｕｅｒｙ", "db.query"],
    ["ﬁle_read", "file_read"],
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["ΛΌΓΟΣ", "λόγοσ"],
    ["λόγος", "λόγοσ"],
    ["Запрос_1", "запрос_1"],
    ["cafe\u0301", "café"],
    ["ツールの検索", "ツールの検索"],
    ["도구漢字", "도구漢字"],
    ["tool 7 (beta)", "tool 7 (beta)"],
    ["\u212Aelvin", "kelvin"],
    ["123", "123"],
    ["x".repeat(200), "x".repeat(200)],
  ])("%j is compared as %j", (raw, folded) => {
    expect(foldToolName(raw)).toBe(folded);
  });

  it.each<[string, string, ToolNameErrorCode]>([
    ["nothing", "", "empty"],
    ["spaces", "   ", "empty"],
    ["201 characters", "x".repeat(201), "too_long"],
    ["a ligature that unfolds beyond the limit", "\ufdfa".repeat(20), "too_long"],
    ["a NUL", "db\u0000query", "invisible_character"],
    ["a newline at its end", "db.query\n", "invisible_character"],
    ["a zero-width space", "db\u200bquery", "invisible_character"],
    ["a zero-width joiner", "db\u200dquery", "invisible_character"],
    ["a byte order mark before it", "\ufeffdb.query", "invisible_character"],
    ["a soft hyphen", "db\u00adquery", "invisible_character"],
    ["a right-to-left override", "db\u202equery", "invisible_character"],
    ["a variation selector", "db\ufe0fquery", "invisible_character"],
    ["a Hangul filler", "db\u3164query", "invisible_character"],
    ["a tag character", "db\u{e0061}query", "invisible_character"],
    ["a line separator", "db\u2028query", "invisible_character"],
    ["an unpaired surrogate", "db\ud800query", "invisible_character"],
    ["a private-use character", "db\ue000query", "invisible_character"],
    ["a Cyrillic letter among Latin ones", "db.quеry", "mixed_scripts"],
    ["a Greek letter among Latin ones", "db.qυery", "mixed_scripts"],
    ["an Armenian letter among Latin ones", "օpen", "mixed_scripts"],
    ["a micro sign, which is Greek, among Latin letters", "µservice", "mixed_scripts"],
    ["a Cherokee letter among Latin ones", "Ꭰdmin", "mixed_scripts"],
    ["Kana's length mark among Latin letters", "dーb", "mixed_scripts"],
    ["Hiragana with Hangul", "の도", "mixed_scripts"],
    ["Cyrillic with Greek", "дλ", "mixed_scripts"],
    ["what no object can have as a member", "__proto__", "reserved"],
    ["the same in wide letters", " \uff3f\uff3f\uff30roto__", "reserved"],
  ])("%s is refused", (_what, raw, code) => {
    expect(() => foldToolName(raw)).toThrow(expect.objectContaining({ code }));
  });

  it("folding again changes nothing, and case and width never matter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (raw) => {
        let folded: string;
        try {
          folded = foldToolName(raw);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolNameError);
          return;
        }
        expect(foldToolName(folded)).toBe(folded);
        expect(foldToolName(` ${raw} `)).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });

  it("every letter of the Unicode folds to a fixed point or is refused, alone", () => {
    for (let code = 0; code <= 0x2ffff; code++) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter)) continue;
      let folded: string;
      try {
        folded = foldToolName(letter);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolNameError);
        continue;
      }
      if (foldToolName(folded) !== folded || foldToolName(letter.toUpperCase()) !== folded) {
        throw new Error(`U+${code.toString(16)} does not fold to a fixed point`);
      }
    }
  });
});
