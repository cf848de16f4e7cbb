// JSON inside a string: redacted by its own form, by its keys and with its escapes undone, through a few layers, and written
// back as JSON of the same shape; what is no JSON stays text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "./policy.js";
import { redact } from "./redact.js";
import { MOST_HELD } from "./run.js";
import { createEventStreamRedactor } from "./streams/event-stream-redactor.js";
import { createJsonRedactor } from "./streams/json-redactor.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const CARD = 4_111_111_111_111_111;
const masked = (text: string, policy?: RedactionPolicy): string => redact(text, policy).value as string;
const inside = (value: unknown): unknown => JSON.parse(masked(JSON.stringify(value)));

function streamed(text: string, cuts: readonly number[], policy: RedactionPolicy = DEFAULT_REDACTION_POLICY): string {
  const redactor = createTextRedactor(policy);
  const places = [...new Set(cuts.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => redactor.push(text.slice(from, places[at]))).join("") + redactor.end();
}

describe("a string that is a JSON document", () => {
  it("is redacted by its keys, and stays JSON of the same shape", () => {
    const result = {
      content: [
        {
          type: "text",
          text: JSON.stringify({
            customer: { email: "anna@example.com", ssn: "123456789", order_id: "4111111111111111" },
            password: "correct horse battery",
            n: 7,
          }),
        },
      ],
    };
    const out = redact(result).value as typeof result;
    expect(JSON.parse(out.content[0]?.text as string)).toEqual({
      customer: { email: "[REDACTED:EMAIL]", ssn: "[REDACTED:US_SSN]", order_id: "4111111111111111" },
      password: "[REDACTED:PASSWORD]",
      n: 7,
    });
  });

  it("has a placeholder, which is a string, where a personal number stood", () => {
    expect(inside({ card: CARD, ssn: 123_456_789, list: [CARD], total: 12_345_678 })).toEqual({
      card: "[REDACTED:CARD]",
      ssn: "[REDACTED:US_SSN]",
      list: ["[REDACTED:CARD]"],
      total: 12_345_678,
    });
    const policy: RedactionPolicy = { kinds: { card: "last_four" }, keys: ["salary"] };
    expect(JSON.parse(masked(`{"card":${CARD},"salary":5100,"n":0}`, policy))).toEqual({
      card: "[REDACTED:CARD:1111]",
      salary: "[REDACTED:KEY]",
      n: 0,
    });
  });

  it("hides nothing in its escapes", () => {
    expect(inside("x")).toBe("x");
    expect(masked('{"a":"anna\\u0040example.com","b":"\\u0034111 1111 1111 1111"}')).toBe(
      '{"a":"[REDACTED:EMAIL]","b":"[REDACTED:CARD]"}',
    );
    expect(masked('{"pass\\u0077ord":"hunter2"}')).toBe('{"pass\\u0077ord":"[REDACTED:PASSWORD]"}');
  });

  it("is redacted in the names of its members too, which are text to who holds it", () => {
    expect(inside({ "anna@example.com": { role: "admin" }, "4111 1111 1111 1111": 1 })).toEqual({
      "[REDACTED:EMAIL]": { role: "admin" },
      "[REDACTED:CARD]": 1,
    });
  });

  it("may be several in a row, with white space of any kind", () => {
    expect(masked('{"ssn":"123456789"}\n{"ssn":987654321}\r\n')).toBe(
      '{"ssn":"[REDACTED:US_SSN]"}\n{"ssn":987654321}\r\n',
    );
    expect(masked('\n [ "anna@example.com" ,\t{"ssn" : "123456789" } ] ')).toBe(
      '\n [ "[REDACTED:EMAIL]" ,\t{"ssn" : "[REDACTED:US_SSN]" } ] ',
    );
  });

  it("is found in base64, in a long string, in an event and as a whole text", () => {
    const text = JSON.stringify({ ssn: "123456789", n: CARD });
    const clean = '{"ssn":"[REDACTED:US_SSN]","n":"[REDACTED:CARD]"}';
    const blob = redact({ mimeType: "application/json", blob: Buffer.from(text).toString("base64") }).value;
    expect(Buffer.from((blob as { blob: string }).blob, "base64").toString()).toBe(clean);
    const events = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
    expect(events.push(`data: ${JSON.stringify({ text })}\n\n`) + events.end()).toBe(
      `data: ${JSON.stringify({ text: clean })}\n\n`,
    );
    expect(masked(text)).toBe(clean);
  });

  it("keeps what is not redacted as it came, byte for byte", () => {
    for (const text of [
      ' { "a" : [ 1.50 , "\\u0041\\/" , 1e3 ] ,\r\n "\\u0061" : null } ',
      '{"a":"caf\\u00e9 \\ud83d\\ude00","a":"twice","n":12345678901234567890}',
      JSON.stringify({ text: JSON.stringify({ text: JSON.stringify({ id: "4111111111111111" }) }) }),
      "[]",
      "{}",
      "[[[]]]",
    ])
      expect(masked(text)).toBe(text);
    expect(masked(' { "a" : [ 1.50 , "\\u0041\\/" ] , "to":"anna@example.com"}')).toBe(
      ' { "a" : [ 1.50 , "\\u0041\\/" ] , "to":"[REDACTED:EMAIL]"}',
    );
  });

  it("is read through four layers, and is text under more", () => {
    const wrap = (depth: number): string =>
      depth === 1 ? '{"passwords":{"alice":"hunter2"}}' : JSON.stringify({ text: wrap(depth - 1) });
    for (const depth of [1, 2, 3, 4]) expect(masked(wrap(depth)), `${depth}`).toContain("[REDACTED:PASSWORD]");
    expect(masked(wrap(5))).toBe(wrap(5));
    expect(masked(JSON.stringify({ text: wrap(4), to: "bob@example.com" }))).toBe(
      JSON.stringify({ text: wrap(4), to: "[REDACTED:EMAIL]" }),
    );
  });

  it("gives each replacement the path that goes on from the string's, and the place in the value there", () => {
    const text = JSON.stringify({ "a/b": [{ to: "mail anna@example.com" }], card: CARD });
    expect(redact({ content: [{ text }] }).redactions).toEqual([
      { kind: "email", path: "/content/0/text/a~1b/0/to", start: 5, end: 21 },
      { kind: "card", path: "/content/0/text/card", start: 0, end: 16 },
    ]);
  });

  it("is under the overrides of its string, and under those of the places in it", () => {
    const text = JSON.stringify({ a: "anna@example.com", b: "bob@example.com" });
    const at = (path: string): RedactionPolicy => ({
      ...DEFAULT_REDACTION_POLICY,
      overrides: [{ paths: [path], kinds: { email: "allow" } }],
    });
    expect(redact({ text }, at("/text")).value).toEqual({ text });
    expect(redact({ text }, at("/text/a")).value).toEqual({ text: '{"a":"anna@example.com","b":"[REDACTED:EMAIL]"}' });
    expect(streamed(text, [9], at("/b"))).toBe('{"a":"[REDACTED:EMAIL]","b":"bob@example.com"}');
  });
});

describe("a string that only looks like JSON", () => {
  it.each([
    ['{"to": anna@example.com}', '{"to": [REDACTED:EMAIL]}'],
    ["{'to': 'anna@example.com'}", "{'to': '[REDACTED:EMAIL]'}"],
    ['{"to":"anna@example.com",}', '{"to":"[REDACTED:EMAIL]",}'],
    ['{"to":"anna@example.com"', '{"to":"[REDACTED:EMAIL]"'],
    ["[anna@example.com]", "[[REDACTED:EMAIL]]"],
    ["[1] 4111 1111 1111 1111 [2]", "[1] [REDACTED:CARD] [2]"],
    ['{"a":"\\x","to":"anna@example.com"}', '{"a":"\\x","to":"[REDACTED:EMAIL]"}'],
    ['{"a":"x\ny","to":"anna@example.com"}', '{"a":"x\ny","to":"[REDACTED:EMAIL]"}'],
    ['{"a":1} and anna@example.com', '{"a":1} and [REDACTED:EMAIL]'],
    ["4111111111111111", "[REDACTED:CARD]"],
    ['"anna@example.com"', '"[REDACTED:EMAIL]"'],
  ])("is text: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(masked(expected)).toBe(expected);
    for (let at = 0; at <= text.length; at += 1) expect(streamed(text, [at])).toBe(expected);
  });
});

const PARTS = [
  "anna@example.com",
  "4111 1111 1111 1111",
  "+49 30 1234567",
  "555-234-5678",
  "password=hunter2!x",
  " and ",
  "a b c d e f",
  "\n",
  '"',
  "\\",
  "\u00e9",
  "\ud83d\ude00",
  "{",
  "[",
  "]",
  "[REDACTED:EMAIL]",
  "{}",
  "bob%40example.com",
  "\uff14\uff11\uff11\uff11",
  "\u200b",
];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 5 }).map((parts) => parts.join(""));
const keys = fc.oneof(
  fc.constantFrom(..."to password ssn order_id api_key nickname card data secrets tokens access name value".split(" ")),
  texts,
);
const documents = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.constantFrom<unknown>(CARD, 123_456_789, 0, -1.5e-7, true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 3 }),
    // A document in a string of this one.
    fc
      .oneof(fc.array(tie("value"), { maxLength: 3 }), fc.dictionary(keys, tie("value"), { maxKeys: 3 }))
      .map((value) => JSON.stringify(value)),
  ),
})).value;
const POLICY: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, card: "last_four", phone: "drop" },
  keys: ["nickname"],
};
const cuts = fc.array(fc.nat(2000), { maxLength: 5 });
const ascii = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("any document in a string, whole or broken", () => {
  const held = fc
    .tuple(documents, fc.constantFrom(undefined, 1), fc.constantFrom("", "", "", "x", "]", " "), fc.boolean())
    .map(([value, space, end, isAscii]) => {
      const text = JSON.stringify(value, null, space) + end;
      return isAscii ? ascii(text) : text;
    });

  it("redacted twice is what it is redacted once, and parses where it did", () => {
    fc.assert(
      fc.property(held, fc.constantFrom("text", "password", "phone", "nickname"), (text, key) => {
        const once = redact({ [key]: text }, POLICY).value as Record<string, string>;
        expect(redact(once, POLICY).value).toEqual(once);
        if (key === "text" && /^[[{]/.test(text) && parses(text)) expect(parses(once[key] as string)).toBe(true);
      }),
      {
        numRuns: 3000,
        // A header that is longer than the name of a column once it is redacted, and not before.
        examples: [
          [
            `[["[4111111111111111,\\"${"a b c d e f".repeat(2)}[REDACTED:EMAIL]anna@example.com\\"]"],["\u00e9"]]`,
            "password",
          ],
        ],
      },
    );
  });

  it("comes out of a stream as out of the whole, wherever it is split", () => {
    fc.assert(
      fc.property(held, cuts, (text, places) => {
        const whole = masked(text, POLICY);
        expect(streamed(text, places, POLICY)).toBe(whole);
        const outer = JSON.stringify({ text });
        const json = createJsonRedactor(POLICY);
        const at = (places[0] ?? 0) % (outer.length + 1);
        expect(json.push(outer.slice(0, at)) + json.push(outer.slice(at)) + json.end()).toBe(
          JSON.stringify(redact({ text }, POLICY).value),
        );
      }),
      { numRuns: 1500 },
    );
  });
});

describe("a document in a string that is longer than a stream holds back", () => {
  const row = (at: number) => ({ ssn: "123456789", note: `caf\u00e9 \ud83d\ude00 ${at} anna@example.com` });
  const rows = Array.from({ length: 1200 }, (_, at) => row(at));
  const pieces = (text: string, size: number) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, at) => at * size);

  it.each([
    ["whole", JSON.stringify(rows)],
    ["with a long string in it", JSON.stringify({ text: `${"x ".repeat(MOST_HELD)}anna@example.com`, rows })],
    ["with a long document in it", JSON.stringify({ text: JSON.stringify(rows), ssn: "123456789" })],
    ["broken at its end", `${JSON.stringify(rows)}, call +49 30 1234567`],
    ["broken in a long string", `["${"x ".repeat(MOST_HELD)} \\x anna@example.com`],
    ["that is not over", JSON.stringify(rows).slice(0, -20)],
    ["broken before that", `[{"a": x}, ${JSON.stringify(rows)}]`],
  ])("gives the same as a stream: %s", (_, text) => {
    expect(text.length).toBeGreaterThan(MOST_HELD);
    const whole = masked(text);
    expect(whole).not.toContain("anna@");
    for (const size of [1021, 65_536, 65_537, 100_003]) expect(streamed(text, pieces(text, size))).toBe(whole);
    expect(masked(whole)).toBe(whole);
  });

  it("is given out as it comes", () => {
    const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
    let held = redactor.push("[").length + 1;
    for (let at = 0; at < 5000; at += 1) {
      const text = `{"note":"line ${at} of a long list"},`;
      held += text.length - redactor.push(text).length;
      expect(held).toBeLessThan(MOST_HELD + 4096);
    }
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
