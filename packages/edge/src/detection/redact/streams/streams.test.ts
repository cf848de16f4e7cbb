// Streams of text, JSON and server-sent events: wherever they are split, the result is that of the whole, the form is kept,
// and what is held back is bounded.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, RedactionError, type RedactionPolicy } from "../policy.js";
import { redact } from "../redact.js";
import { MOST_HELD } from "../run.js";
import { createEventStreamRedactor } from "./event-stream-redactor.js";
import { createJsonRedactor } from "./json-redactor.js";
import { createTextRedactor, type TextRedactor } from "./text-redactor.js";

const POLICY: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", card: "last_four", phone: "drop" },
  keys: ["nickname"],
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const STREAMS: readonly (readonly [string, (policy: RedactionPolicy) => TextRedactor])[] = [
  ["text", createTextRedactor],
  ["JSON", createJsonRedactor],
  ["server-sent events", createEventStreamRedactor],
];

function run(redactor: TextRedactor, pieces: readonly string[]): string {
  return pieces.map((piece) => redactor.push(piece)).join("") + redactor.end();
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length));
}

const PARTS = [
  "anna@example.com",
  "+49 30 1234567",
  "4111 1111 1111 1111",
  "password=hunter2!x",
  base64("mail anna@example.com, please"),
  "10.1.2.3",
  " and ",
  "\n",
  "\r\n",
  '"',
  "\\",
  "\u00e9",
  "\ud83d\ude00",
  "data: ",
  "{",
  "[1,",
  "abc",
  "7",
  "\u2028",
  "bob%40example.com",
  "&#64;example.com",
  "\u200b",
  "%",
  "4111.1111.1111.1111",
];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(""));
const keys = fc.constantFrom(
  ..."to password ssn nickname order_id api_key mimeType card phone passwords secrets tokens access name value type".split(
    " ",
  ),
  'a"b',
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.constantFrom<unknown>(4111111111111111, 123456789, 0, -1.5e-7, true, false, null, 1e21),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const places = fc.array(fc.nat(2000), { maxLength: 6 });

const DOCUMENT = JSON.stringify(
  {
    to: ["anna@example.com", "M\u00fcller \ud83d\ude00 4111 1111 1111 1111"],
    password: 's3cret "quoted" \\ end',
    ssn: 123456789,
    nickname: 7,
    block: { type: "resource", mimeType: "text/plain", blob: base64("mail anna@example.com") },
    text: base64("write to anna@example.com soon"),
    n: [1.5e3, -0, true, null, {}, []],
  },
  null,
  2,
);
const EVENTS = [
  ": hello anna@example.com",
  "event: message",
  "id: 7",
  'data: {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"mail anna@example.com"}],"password":"hunter2!x"}}',
  "",
  "data: mail",
  "data: anna@example.com with",
  "data: -----BEGIN PRIVATE KEY-----",
  "data: MIIabc123",
  "data: -----END PRIVATE KEY-----",
  "",
  "data: last words to anna@example.com",
].join("\n");

describe("a JSON stream", () => {
  const redactJson = (pieces: readonly string[]) => run(createJsonRedactor(POLICY), pieces);

  it("gives what the whole value gives, whatever the value and wherever it is split", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, "\t"), places, (value, space, cuts) => {
        const text = JSON.stringify(value, null, space);
        const out = redactJson(cut(text, cuts));
        expect(JSON.parse(out)).toEqual(redact(JSON.parse(text), POLICY).value);
        expect(redactJson([out])).toBe(out);
      }),
      { numRuns: 1500 },
    );
  });

  it("passes what it does not redact as it came", () => {
    const text = ' { "a" : [ 1.50 , "\\u0041\\/" , 1e3 ] ,\r\n "\\u0061" : null } ';
    expect(redactJson([text])).toBe(text);
  });

  it("takes several values in a row, as JSON Lines have them", () => {
    expect(redactJson(['{"a":"x@example.com"}\n{"a":1}\n[', ']\n"y@example.com"'])).toBe(
      '{"a":"[REDACTED:EMAIL]"}\n{"a":1}\n[]\n"[REDACTED:EMAIL]"',
    );
  });

  it.each([
    "{",
    '{"a"',
    '{"a":}',
    "[1,]",
    "[1 2]",
    "{1:2}",
    '"a',
    "tru",
    "[01]",
    '{"a":1,}',
    "}",
    "[}",
    "'a'",
    '"\\x"',
    '"a\nb"',
  ])("refuses what is no JSON instead of passing it: %s", (text) => {
    expect(() => redactJson([text])).toThrow(RedactionError);
  });

  it("redacts strings longer than it holds back: by text, by key, in base64, with escapes, split anywhere", () => {
    const long = "x ".repeat(MOST_HELD / 2);
    const value = {
      text: `${long} anna@example.com \n\\ "q" ${long} +49 30 1234567`,
      api_key: "K9".repeat(MOST_HELD),
      base64: base64(`${long} anna@example.com and ${long}`),
      lines: base64(`${long} anna@example.com and ${long}`).replace(/(.{76})(?=.)/g, "$1\n"),
      image: `iVBORw0KGgo${"A".repeat(2 * MOST_HELD)}`,
    };
    const whole = redact(value, POLICY).value;
    const text = JSON.stringify(value);
    for (const step of [text.length, 4099, 65_536]) {
      const pieces = Array.from({ length: Math.ceil(text.length / step) }, (_, at) =>
        text.slice(at * step, (at + 1) * step),
      );
      expect(JSON.parse(redactJson(pieces))).toEqual(whole);
    }
  });
});

describe("a stream of server-sent events", () => {
  const redactEvents = (pieces: readonly string[]) => run(createEventStreamRedactor(POLICY), pieces);

  it("redacts data as JSON by its keys, data over several lines as one text, and every other field", () => {
    expect(redactEvents([EVENTS])).toBe(
      [
        ": hello [REDACTED:EMAIL]",
        "event: message",
        "id: 7",
        'data: {"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"mail [REDACTED:EMAIL]"}],"password":"[REDACTED:PASSWORD]"}}',
        "",
        "data: mail",
        "data: [REDACTED:EMAIL] with",
        "data: [REDACTED:PRIVATE_KEY]",
        "",
        "data: last words to [REDACTED:EMAIL]",
      ].join("\n"),
    );
  });

  it.each([
    ['{"user":"x","password":"hunter2XyZ"}', '{"user":"x","password":"[REDACTED:PASSWORD]"}'],
    [
      '{\n  "user": "x",\n  "password": "hunter2XyZ"\n}\n',
      '{\n  "user": "x",\n  "password": "[REDACTED:PASSWORD]"\n}\n',
    ],
    ["password: hunter2XyZ9\n\n", "password: [REDACTED:PASSWORD]\n\n"],
    [
      "event: a\ndata: x\npassword: hunter2XyZ9\nid: 1\n\n",
      "event: a\ndata: x\npassword: [REDACTED:PASSWORD]\nid: 1\n\n",
    ],
    ["-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----\n\n", "[REDACTED:PRIVATE_KEY]\n\n"],
  ])("redacts lines that are no field of an event as the text or JSON that they are: %j", (text, redacted) => {
    expect(run(createEventStreamRedactor(DEFAULT_REDACTION_POLICY), [text])).toBe(redacted);
    expect(run(createEventStreamRedactor(DEFAULT_REDACTION_POLICY), [...text])).toBe(redacted);
    expect(run(createEventStreamRedactor(DEFAULT_REDACTION_POLICY), [redacted])).toBe(redacted);
  });

  it("gives the same wherever it is split, with any line ends, and twice changes nothing", () => {
    const line = fc.tuple(fc.constantFrom("data: ", "data:", "event: ", ": ", "id:", "data", ""), texts);
    const end = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), end, places, (lines, lineEnd, cuts) => {
        const text = lines.map(([head, rest]) => head + rest.replace(/[\r\n]/g, " ") + lineEnd).join("");
        const whole = redactEvents([text]);
        expect(redactEvents(cut(text, cuts))).toBe(whole);
        expect(redactEvents([whole])).toBe(whole);
      }),
      { numRuns: 1500 },
    );
  });

  it("gives an event as soon as it is over, where it holds no text that may go on", () => {
    const redactor = createEventStreamRedactor(POLICY);
    expect(redactor.push('data: {"to":"anna@example.com"}\n\nda')).toBe('data: {"to":"[REDACTED:EMAIL]"}\n\n');
    expect(redactor.push('ta: {"n":1}\n\n')).toBe('data: {"n":1}\n\n');
  });

  it("refuses an event that is longer than it may hold back", () => {
    const redactor = createEventStreamRedactor(POLICY, { maxEventLength: 100 });
    expect(() => redactor.push(`data: ${"x".repeat(100)}`)).toThrow(RedactionError);
  });
});

describe("a text stream", () => {
  it("gives what the whole text gives, base64 included", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), places, (text, isEncoded, cuts) => {
        const value = isEncoded ? base64(text) : text;
        expect(run(createTextRedactor(POLICY), cut(value, cuts))).toBe(redact(value, POLICY).value);
      }),
      { numRuns: 1500 },
    );
  });

  it("redacts base64 that is longer than it holds back", () => {
    const value = base64(`${"x ".repeat(MOST_HELD)}anna@example.com and more`);
    const out = run(createTextRedactor(POLICY), cut(value, [5, 70_000, 100_001]));
    expect(out).toBe(redact(value, POLICY).value);
    expect(Buffer.from(out, "base64").toString()).toContain("[REDACTED:EMAIL] and more");
  });
});

describe.each(STREAMS)("a stream of %s", (name, create) => {
  const text = name === "JSON" ? DOCUMENT : name === "text" ? `${EVENTS} ${DOCUMENT}` : EVENTS;

  it("split at every place gives what the whole gives", () => {
    const whole = run(create(POLICY), [text]);
    for (let at = 0; at <= text.length; at += 1) {
      expect(run(create(POLICY), [text.slice(0, at), text.slice(at)])).toBe(whole);
    }
    expect(
      run(
        create(POLICY),
        [...text].flatMap((sign) => sign.split("")),
      ),
    ).toBe(whole);
    expect(whole).not.toContain("anna@");
  });

  it("counts what it redacted, and nothing else of it", () => {
    const redactor = create(POLICY);
    run(redactor, [text]);
    expect(redactor.counts.find(({ kind }) => kind === "email")?.count).toBeGreaterThan(2);
  });

  it("refuses a wrong policy before any text", () => {
    expect(() => create({ kinds: { email: "token" } })).toThrow(RedactionError);
  });
});

describe("UTF-8", () => {
  it.each(STREAMS)("cut at every byte and decoded as it comes gives the same: %s", (name, create) => {
    const text =
      name === "server-sent events"
        ? "data: M\u00fcller \ud83d\ude00 anna@example.com\n\n"
        : '"M\u00fcller \ud83d\ude00 anna@example.com"';
    const bytes = Buffer.from(text);
    const whole = run(create(POLICY), [text]);
    for (let at = 0; at <= bytes.length; at += 1) {
      const decoder = new TextDecoder();
      const pieces = [decoder.decode(bytes.subarray(0, at), { stream: true }), decoder.decode(bytes.subarray(at))];
      expect(run(create(POLICY), pieces)).toBe(whole);
    }
  });
});
