import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";
import { decodeUtf7, shiftedWord, sizeOfShifted } from "./utf7.js";

/** What mail writes for a text that it shifts. */
function shift(text: string): string {
  const bytes = [...text].flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 0xff]);
  return `+${Buffer.from(bytes).toString("base64").replace(/=+$/, "")}-`;
}

describe("a shift of UTF-7", () => {
  it("to letters and digits is known by its size, and stands for them", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), fc.string(), (word, rest) => {
        const text = `x ${shift(word)}${rest}`;
        expect(sizeOfShifted(text, 2)).toBe(shift(word).length);
        expect(shiftedWord(text, 2)).toBe(word);
        expect(decodeUtf7(`x ${shift(word)}`)[0]?.text).toBe(`x ${word}`);
      }),
    );
  });

  it("to a sign that may open or close anything, one without its end, and a word of capitals are none of these", () => {
    for (const text of [
      shift('"'),
      shift("a'"),
      shift(" "),
      "+AGk",
      "+AGk&#45;",
      "+ADD",
      "+AGENT-",
      "+ABC-",
      "+A-",
      "+AG",
    ])
      expect([text, sizeOfShifted(text, 0)]).toEqual([text, 0]);
  });

  it("hides nothing that stands beside it in another encoding", () => {
    for (const beside of [shift('"'), shift("'"), shift("i"), shift("/*"), shift("--"), "+AGk&#45;"]) {
      const text = `${beside} ; DROP%20TABLE%20users; SELECT%201 ${beside} `;
      expect([beside, scan(text).codes]).toEqual([beside, ["destructive_sql", "encoded_payload"]]);
    }
  });
});
