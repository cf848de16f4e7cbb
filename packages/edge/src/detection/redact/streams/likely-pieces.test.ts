// Strings at one path of the events of a stream are one text where their names, their events or white space say so; values of
// their own stay apart, and each is redacted as if it stood alone.
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, RedactionError } from "../policy.js";
import { createEventStreamRedactor } from "./event-stream-redactor.js";
import { createJsonLinesRedactor, isJsonLines } from "./json-lines-redactor.js";

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

function redactEvents(stream: readonly string[]): string {
  const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
  return stream.map((piece) => redactor.push(piece)).join("") + redactor.end();
}

function redactLines(stream: readonly string[]): string {
  const redactor = createJsonLinesRedactor(DEFAULT_REDACTION_POLICY);
  return stream.map((piece) => redactor.push(piece)).join("") + redactor.end();
}

/** Values that stand for themselves, row by row. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  counts: ["4111", "1111", "1111", "1111", "12"],
  "long numbers": ["41111111", "11111111", "5105105105105100", "33331111"],
  "parts of phones": ["0170", "1234567", "030", "901820", "+49", "301234567"],
  amounts: ["4111.50", "1,111.20", "1111"],
  statuses: ["running", "pending", "done", "running"],
  addresses: ["anna@example.com", "bob@example.org", "carl@example.net"],
  hosts: ["db.example.com", "web-1", "mail.example.org", "10.0.0.1"],
  "lines of a log": [
    "User anna logged in",
    "bob@example.com logged out",
    "Order 41234567 was paid",
    "12345678 rows read",
  ],
  titles: ["Buy milk", "Call Bob", "Pay the invoice 4111111111", "111111 is wrong"],
  "lines of text": ["Step 1/3 : FROM node\n", " ---> 4111111111\n", "111111\n"],
  "a text that is sent anew as it grows": [
    "Write to anna at the",
    "Write to anna at the office",
    "Write to anna at the office of X",
  ],
  documents: ['{"n":4111111111}', '{"n":111111}', '{"mail":"anna"}', '{"mail":"@example.com"}'],
  "dates and times": ["2024-05-06", "10:30", "2024-05-06T10:30:00Z"],
  ids: ["550e8400-e29b-41d4-a716-446655440000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
};
const SHAPES: Readonly<Record<string, (text: string, at: number) => unknown>> = {
  "a row": (value, id) => ({ id, value }),
  "a text of a row": (text, id) => ({ id, text }),
  "a log": (message, time) => ({ level: "info", time, message }),
  "a watched object": (name, at) => ({
    type: "MODIFIED",
    object: { metadata: { name, resourceVersion: `${4111 + at}` } },
  }),
  "a message": (text, at) => ({ type: "message", user: `U${at}`, text }),
  "answers of MCP": (text, id) => ({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } }),
  "progress of MCP": (message, progress) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progress, message },
  }),
  "a hit": (content, rank) => ({ rank, content, score: 0.5 }),
  "a thing to do": (title, id) => ({ id, title, done: false }),
  "items of a list": (name) => ({ rows: [{ name }, { name: `${name}x` }] }),
};

describe("values of their own at one path", () => {
  it.each(Object.entries(SHAPES))("are each redacted as if they stood alone: %s", (_, shape) => {
    for (const values of Object.values(ROWS)) {
      const rows = values.map(shape);
      expect(redactEvents(rows.map(event))).toBe(rows.map((row) => redactEvents([event(row)])).join(""));
      expect(redactLines(rows.map(line))).toBe(rows.map((row) => redactLines([line(row)])).join(""));
    }
  });

  it("are numbers, whatever they make together", () => {
    const rows = [4111, 1111, 1111, 1111].map((content) => event({ content, stop: false }));
    expect(redactEvents(rows)).toBe(rows.join(""));
  });
});

describe("a text that comes in pieces", () => {
  it("is one under any name once white space stands where two pieces meet", () => {
    const piece = (out: string) => event({ seq: 1, out });
    expect(redactEvents(["It", " is", " anna@exam", "ple.com", "."].map(piece))).toBe(
      ["It", " is", " [REDACTED:EMAIL]", "", "."].map(piece).join(""),
    );
    expect(redactEvents(["4111 1111 ", "1111 1111", "."].map(piece))).toBe(
      ["[REDACTED:CARD]", "", "."].map(piece).join(""),
    );
  });

  it("is told from another by numbers that come again, not by those that count its pieces", () => {
    const counted = (text: string, at: number) => event({ messageId: `m${at}`, parts: [{ text }] });
    expect(redactEvents(["anna@exam", "ple.com"].map(counted))).toBe(["[REDACTED:EMAIL]", ""].map(counted).join(""));
    const told = (text: string, at: number) =>
      event({ type: "TEXT_MESSAGE_CONTENT", messageId: `m${at % 2}`, delta: text });
    const turns = ["a ", "b ", "c ", "d ", "anna@exam", "4111 1111 ", "ple.com", "1111 1111"];
    expect(redactEvents(turns.map(told))).toBe(
      ["a ", "b ", "c ", "d ", "[REDACTED:EMAIL]", "[REDACTED:CARD]", "", ""].map(told).join(""),
    );
  });
});

describe("a document in a piece by itself", () => {
  it("is redacted by its form, under names that are known, too", () => {
    const call = (text: string) =>
      event({ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }] });
    expect(redactEvents([call('{"card":4111111111111111}')])).toBe(call('{"card":"[REDACTED:CARD]"}'));
    const text = (value: string) => event({ text: value });
    expect(redactEvents([text('{"card":4111111111111111}')])).toBe(text('{"card":"[REDACTED:CARD]"}'));
  });
});

describe("an object that comes in pieces", () => {
  it("is one still, wherever it is cut: a number in it becomes a string", () => {
    const call = (text: string) => event({ type: "content_block_delta", index: 0, delta: { partial_json: text } });
    const value =
      '{ "n": 4111111111111111, "to": "\\"anna@example.com\\" or 4111111111111111", "m":[5500005555555559]}';
    for (let at = 1; at < value.length; at += 1) {
      const out = redactEvents([call(value.slice(0, at)), call(value.slice(at))]);
      const joined = [...out.matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data as string).delta.partial_json,
      );
      expect(JSON.parse(joined.join(""))).toEqual({
        n: "[REDACTED:CARD]",
        to: '"[REDACTED:EMAIL]" or [REDACTED:CARD]',
        m: ["[REDACTED:CARD]"],
      });
      expect(redactEvents([out])).toBe(out);
    }
  });

  it("is told from a text that only begins with a bracket", () => {
    const piece = (content: string) => event({ choices: [{ delta: { content } }] });
    expect(redactEvents(["[4111111111", "111111](x) {4111111111", "111111}"].map(piece))).toBe(
      ["[[REDACTED:CARD]", "](x) {[REDACTED:CARD]", "}"].map(piece).join(""),
    );
  });
});

describe("lines of JSON", () => {
  const piece = (response: string) => line({ model: "m", response, done: false });

  it("are redacted as events are, split anywhere, and stay as they came but for that", () => {
    const stream = `\ufeff${["To ", "anna@exam", "ple.com", " or"].map(piece).join("\r\n")}\n{ "n": 1.50 }`;
    const whole = redactLines([stream]);
    expect(whole).toBe(`\ufeff${["To ", "[REDACTED:EMAIL]", "", " or"].map(piece).join("\r\n")}\n{ "n": 1.50 }`);
    for (let at = 0; at < stream.length; at += 1)
      expect(redactLines([stream.slice(0, at), stream.slice(at)])).toBe(whole);
    expect(redactLines([whole])).toBe(whole);
  });

  it("may begin with a sign that says what they are", () => {
    const stream = [
      'f:{"messageId":"m"}',
      '0:"To anna@exam"',
      '0:"ple.com"',
      'g:"4111 1111 "',
      '9:{"toolCallId":"t","args":{}}',
    ];
    expect(redactLines([[...stream, 'g:"1111 1111"', ""].join("\n")])).toBe(
      [
        'f:{"messageId":"m"}',
        '0:"To [REDACTED:EMAIL]"',
        '0:""',
        'g:"[REDACTED:CARD]"',
        '9:{"toolCallId":"t","args":{}}',
        'g:""',
        "",
      ].join("\n"),
    );
  });

  it("redact what is none as text, and refuse a line that is too long", () => {
    expect(redactLines(["mail anna@example.com\n{no json anna@example.com\n"])).toBe(
      "mail [REDACTED:EMAIL]\n{no json [REDACTED:EMAIL]\n",
    );
    const redactor = createJsonLinesRedactor(DEFAULT_REDACTION_POLICY, { maxLineLength: 100 });
    expect(() => redactor.push("x".repeat(101))).toThrow(RedactionError);
  });

  it("are told by their form", () => {
    for (const text of ['{"a":1}\n{"a":2}\n', '[1]\r\n\r\n{"b":2}', '0:"a"\n0:"b"\n', '\ufeff{"a":1}\n[2]'])
      expect(isJsonLines(text)).toBe(true);
    for (const text of ['{"a":1}', '{\n"a":1\n}', '{"a":1}\nx', "1\n2\n", '"a"\n"b"', "", "0:1\n0:2"])
      expect(isJsonLines(text)).toBe(false);
  });
});
