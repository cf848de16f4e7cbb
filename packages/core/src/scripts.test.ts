import { describe, expect, it } from "vitest";
import { allOfOneScript } from "./scripts.js";

describe("scripts", () => {
  it("every letter that the runtime knows is of a script that is listed here", () => {
    const unlisted: string[] = [];
    for (let code = 0; code <= 0x3ffff; code++) {
      const character = String.fromCodePoint(code);
      if (/\p{L}/u.test(character) && !allOfOneScript(character)) unlisted.push(`U+${code.toString(16)}`);
    }
    expect(unlisted).toEqual([]);
  });

  it.each(["", "abc 1", "дом-1", "שלום", "राम।", "ひらカタ漢字ー", "注音ㄅ", "한글漢字", "½°7"])(
    "%j is of one script",
    (text) => {
      expect(allOfOneScript(text)).toBe(true);
    },
  );

  it.each(["aд", "aα", "漢a", "ひ한", "ㄅひ", "אب"])("%j is not of one script", (text) => {
    expect(allOfOneScript(text)).toBe(false);
  });
});
