// Addresses and numbers that are written otherwise than they read: percent signs, entities, escapes, full-width and invisible
// signs, cards apart by signs that are rare in them. Each spelling is replaced whole; what only shares its signs stays.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "./policy.js";
import { redact } from "./redact.js";
import { readSpelling } from "./spelling.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const masked = (text: string): string => redact(text).value as string;
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(" ", "\u3000");
const percent = (text: string): string =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const decimal = (text: string): string => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join("");
const hex = (text: string): string => [...text].map((sign) => `&#X${sign.charCodeAt(0).toString(16)};`).join("");
const escaped = (text: string): string =>
  [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const SPELLINGS: readonly (readonly [string, (text: string) => string])[] = [
  ["full-width", wide],
  ["in percent signs", percent],
  ["in percent signs twice", (text) => percent(text).replaceAll("%", "%25")],
  ["in decimal entities", decimal],
  ["in hexadecimal entities", hex],
  ["in entities twice", (text) => decimal(text).replaceAll("&", "&amp;")],
  ["in escapes", escaped],
  ["in escapes with brackets", (text) => [...text].map((sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`).join("")],
  ["with marks of direction", (text) => [...text].join("\u202e\u2066")],
  ["with zero-width signs", (text) => [...text].join("\u200b")],
  ["with soft hyphens", (text) => [...text].join("\u00ad")],
  ["with joiners and marks", (text) => [...text].join("\u200d\ufeff")],
];
const VALUES: readonly (readonly [string, string])[] = [
  ["jane.doe+x@acme.co.uk", "[REDACTED:EMAIL]"],
  ["4111 1111 1111 1111", "[REDACTED:CARD]"],
  ["5500005555555559", "[REDACTED:CARD]"],
  ["123-45-6789", "[REDACTED:US_SSN]"],
  ["+49 30 1234567", "[REDACTED:PHONE]"],
  ["DE89370400440532013000", "[REDACTED:IBAN]"],
];

describe.each(SPELLINGS)("a value spelled %s", (_, spell) => {
  it.each(VALUES)("is replaced whole: %s", (value, placeholder) => {
    for (const [before, after] of [
      ["", ""],
      ["write: ", ", please"],
      ["<", ">"],
      ['{"to":"', '"}'],
    ] as const)
      expect(masked(before + spell(value) + after)).toBe(before + placeholder + after);
  });

  it("has its place in the text as it is written", () => {
    const value = spell("jane@acme.com");
    expect(redact(`to ${value}!`).redactions).toEqual([{ kind: "email", path: "", start: 3, end: 3 + value.length }]);
  });
});

describe("spellings in their surroundings", () => {
  it.each([
    [
      "https://x.example/?to=jane%40acme.com&cc=bob%40acme.com",
      "https://x.example/?to=[REDACTED:EMAIL]&cc=[REDACTED:EMAIL]",
    ],
    ["q=hello%20jane%40acme.com%20bye", "q=hello%20[REDACTED:EMAIL]%20bye"],
    ["mailto:jane%40acme.com%3Fsubject", "mailto:[REDACTED:EMAIL]%3Fsubject"],
    ["q=see%204111111111111111%20now", "q=see%20[REDACTED:CARD]%20now"],
    ["q=%22DE89370400440532013000%22", "q=%22[REDACTED:IBAN]%22"],
    ["data:text/plain,ssn%20536-90-4399%20now", "data:text/plain,ssn%20[REDACTED:US_SSN]%20now"],
    ["u=%3Fkey%3Dghp_16C7e42F292c6912E7710c838347Ae178B4a%26b", "u=%3Fkey%3D[REDACTED:API_KEY]%26b"],
    ["u=key%253Dghp_16C7e42F292c6912E7710c838347Ae178B4a", "u=key%253D[REDACTED:API_KEY]"],
    ["q=%20AKIAIOSFODNN7EXAMPLQ%20AKIAIOSFODNN7EXAMPLQ", "q=%20[REDACTED:API_KEY]%20[REDACTED:API_KEY]"],
    ["t=%20eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def_12%20x", "t=%20[REDACTED:JWT]%20x"],
    ["jane&commat;acme&period;com", "[REDACTED:EMAIL]"],
    ["jane&#64;acme.com &lt;jane&#x40;acme.com&gt;", "[REDACTED:EMAIL] &lt;[REDACTED:EMAIL]&gt;"],
    ["ja\u200bne@acme.com", "[REDACTED:EMAIL]"],
    ["jane@ac\u00adme.com", "[REDACTED:EMAIL]"],
    ["\u200bjane@acme.com\u200b", "\u200b[REDACTED:EMAIL]\u200b"],
    ["card=4111%201111%201111%201111", "card=[REDACTED:CARD]"],
    ["card 4111&nbsp;1111&nbsp;1111&nbsp;1111.", "card [REDACTED:CARD]."],
    [
      "\u0664\u0661\u0661\u0661 \u0661\u0661\u0661\u0661 \u0661\u0661\u0661\u0661 \u0661\u0661\u0661\u0661",
      "[REDACTED:CARD]",
    ],
    ["電話：０３－１２３４－５６７８", "電話：[REDACTED:PHONE]"],
    ["https://u:p%40ss.w0rd@host/", "https://u:[REDACTED:PASSWORD]@host/"],
    ["jane\\u{40}acme.com and jane\\u{0040}acme.com", "[REDACTED:EMAIL] and [REDACTED:EMAIL]"],
    ["jane\u202e@acme.com", "[REDACTED:EMAIL]"],
    ["邮箱：jane@mail。acme。com。谢谢", "邮箱：[REDACTED:EMAIL]。谢谢"],
    ["ｊａｎｅ＠ａｃｍｅ｡ｃｏｍ です", "[REDACTED:EMAIL] です"],
    ["卡号：४१११ ११११ ११११ ११११", "卡号：[REDACTED:CARD]"],
    ["कार्ड ४१११-११११-११११-११११", "कार्ड [REDACTED:CARD]"],
    ["கார்டு ௪௧௧௧௧௧௧௧௧௧௧௧௧௧௧௧", "கார்டு [REDACTED:CARD]"],
    ["anna@example.com%20and", "[REDACTED:EMAIL]%20and"],
  ])("%s", (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(masked(expected)).toBe(expected);
  });

  it.each([
    "https://www.npmjs.com/package/%40scope%2Fname and react%4018.2.0",
    "https://medium.com/%40user/a-post logo%402x.png",
    "git clone ssh%3A%2F%2Fgit%40host:org/repo",
    "100%25 of 50%40x &#64; &amp; &commat; \\u0040 \\x40",
    "见 @张三。abc 和 user@host。Then 你好。abc a@b。c1",
    "२०२४-०१-१५ को १२३४५६ रुपये, ऑर्डर ४१११११११११११११२",
    "\\u{1f600} \\u{40} \\u{} \\u{4",
    "／＠／ ＡＢＣ：１２３ 会議＠東京 。",
    "order%204111111111111112 id=%34%31%31%31",
    "a family \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 at home, 1\ufe0f\u20e3 2\ufe0f\u20e3",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u06f1\u06f4\u06f0\u06f3/\u06f0\u06f5/\u06f1\u06f2",
    "%E4%BD%A0%E5%A5%BD%40 2%2B2%3D4 %%% &&& \\\\",
  ])("stay where they spell nothing personal: %s", (text) => {
    expect(masked(text)).toBe(text);
  });

  it("are found whole behind a sign that parts them, where only their end is spelled, in a stream too", () => {
    for (const sign of ["€", "😀", "好", "ก", "x€"]) {
      const text = `${sign}+49 30 1234567${wide("4111")}`;
      const stream = createTextRedactor(DEFAULT_REDACTION_POLICY);
      const whole = `${sign}[REDACTED:PHONE]`;
      expect([masked(text), stream.push(text) + stream.end()]).toEqual([whole, whole]);
    }
  });

  it("are found in a stream wherever it is split", () => {
    const text =
      "a ｊ＠x。b。co。 jane@mail。acme。com。谢谢 bob\\u{40}acme.com x\u202e@acme.com ४१११ ११११ ११११ ११११ a@b。c";
    const out = masked(text);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
      expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
    }
    const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
    expect([...text].map((sign) => redactor.push(sign)).join("") + redactor.end()).toBe(out);
  });

  it("leave plain identifiers alone in every spelling", () => {
    const identifiers = JSON.parse(
      readFileSync(new URL("../testdata/identifiers.json", import.meta.url), "utf8"),
    ) as string[];
    for (const [name, spell] of SPELLINGS) {
      const texts = identifiers.filter((text) => /^[ -~]*$/.test(text)).map(spell);
      expect(
        texts.filter((text) => masked(text) !== text),
        name,
      ).toEqual([]);
    }
  });
});

describe("a card in groups", () => {
  it.each([
    "4111.1111.1111.1111",
    "4111_1111_1111_1111",
    "3782.822463.10005",
    "card 4111  1111  1111  1111",
    "card number\n4111\n1111\n1111\n1111\n",
    "card 4111/1111/1111/1111",
    "card 4111 / 1111 / 1111 / 1111",
    "card no. 4111|1111|1111|1111",
    "Visa 4111 | 1111 | 1111 | 1111",
    "card\t4111\t1111\t1111\t1111",
    "Visa: 4111\r\n1111\r\n1111\r\n1111",
  ])("apart by other signs is found: %j", (text) => {
    expect(masked(`${text} exp`)).toContain("[REDACTED:CARD]");
    expect(masked(`${text} exp`)).not.toMatch(/\d{4}/);
  });

  it("is found under its key, whatever is between", () => {
    expect(redact({ card: "4111\n1111\n1111\n1111" }).value).toEqual({ card: "[REDACTED:CARD]" });
  });

  it.each([
    "4111.1111.1111.1112",
    "4111.1111.1111.1111.5",
    "4111_1111_1111_1111_ab",
    "4111_1111_1111_1111u64",
    "4111  1111  1111  1111",
    "4111\n1111\n1111\n1111",
    "4111/1111/1111/1111",
    "4111|1111|1111|1111",
    "4111 | 1111 | 1111 | 1111",
    "4111\t1111\t1111\t1111",
    "card 4111/1111/1111/1112",
    "1111.1111.1111.1111",
    "card 4111\n1111  1111.1111",
    "12.4.2024 1.3.6.1.4.1.4111.1111.1111",
  ])("is none without its check, its end, or a word beside columns: %j", (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe("the view of a text", () => {
  it("leads every place back to where its sign stands", () => {
    const part = fc.constantFrom("a", "%41", "&#66;", "\u200b", "\uff21", "\\u0043", "%", "&amp;amp;#68;", "é");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const spelling = readSpelling(text);
        if (spelling === undefined) return;
        const { view } = spelling;
        for (let at = 0; at < view.length; at += 1) {
          const sign = text.slice(spelling.startOf(at), spelling.endOf(at + 1));
          expect(readSpelling(sign)?.view ?? sign).toBe(view[at]);
          expect(spelling.viewOf(spelling.startOf(at))).toBe(at);
          expect(spelling.isSpelled(at, at + 1)).toBe(sign !== view[at]);
        }
      }),
    );
  });
});
