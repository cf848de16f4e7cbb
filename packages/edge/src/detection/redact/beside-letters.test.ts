// Values that stand beside letters of scripts without spaces, full-width signs, symbols and emoji, with nothing between.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "./policy.js";
import { redact } from "./redact.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const VALUES: readonly (readonly [value: string, placeholder: string])[] = [
  ["4111111111111111", "[REDACTED:CARD]"],
  ["4111 1111 1111 1111", "[REDACTED:CARD]"],
  ["4111-1111-1111-1111", "[REDACTED:CARD]"],
  ["123-45-6789", "[REDACTED:US_SSN]"],
  ["DE89370400440532013000", "[REDACTED:IBAN]"],
  ["+8613812345678", "[REDACTED:PHONE]"],
  ["jane.doe+x@acme.com", "[REDACTED:EMAIL]"],
  [`ghp_${"aB3dE6gH9j".repeat(3)}aB3dE6`, "[REDACTED:API_KEY]"],
];
const BEFORE = ["卡号", "卡号：", "カード番号", "카드번호", "บัตร", "→", "«", "№", "💳", "・", "ﾊﾞﾝｺﾞｳ", "（番号）は"];
const BEHIND = ["有效", "です", "입니다", "ครับ", "»", "。", "！", "；", "💳", "元。", ""];
const INVISIBLE = ["\u200b", "\u200e", "\u202e", "\u2060", "\u00ad", "\u034f", "\u061c", "\u180e", "\ufeff"];
const masked = (text: string): string => redact(text).value as string;

describe("a value beside letters of a script without spaces", () => {
  it.each(VALUES)("is found whatever stands at its sides: %s", (value, placeholder) => {
    for (const before of BEFORE) {
      for (const behind of BEHIND) {
        expect(masked(`${before}${value}${behind}`)).toBe(`${before}${placeholder}${behind}`);
      }
    }
  });

  it.each(VALUES)("is found beside signs that show nothing, which stay: %s", (value, placeholder) => {
    for (const sign of INVISIBLE) {
      for (const [before, behind] of [
        ["", ""],
        ["see ", " now"],
        [`${value} `, ` ${value}`],
      ] as const) {
        const [first, last] = [before, behind].map((part) => part.replace(value, placeholder));
        expect(masked(`${before}${sign}${value}${sign}${behind}`)).toBe(`${first}${sign}${placeholder}${sign}${last}`);
      }
    }
  });

  it("is found in a text of any such parts, the same in a stream that is cut anywhere, and once for all", () => {
    const values = VALUES.map(([value]) => value);
    const part = fc.constantFrom(...BEFORE, ...BEHIND, ...INVISIBLE, ...values, "用户@例子.公司", "a1", " ", "é");
    const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(300), { maxLength: 4 }), (text, cuts) => {
        const whole = masked(text);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        const ends = [...cuts.filter((cut) => cut <= text.length).sort((a, b) => a - b), text.length];
        const pieces = ends.map((end, index) => redactor.push(text.slice(ends[index - 1] ?? 0, end)));
        expect(pieces.join("") + redactor.end()).toBe(whole);
        expect(masked(whole)).toBe(whole);
      }),
    );
  });

  it("is none where the sign beside it belongs to a word or name", () => {
    for (const text of [
      "a4111111111111111",
      "é4111111111111111",
      "карта4111111111111111",
      "x\u00ad4111111111111111y",
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});
