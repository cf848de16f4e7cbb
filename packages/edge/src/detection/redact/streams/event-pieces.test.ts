// Texts that come word by word over many events, as models answer: a value that goes over from one event to another is replaced,
// the events stay as many and as they were, in their order, and none waits where no text is undecided.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, RedactionError, type RedactionPolicy } from "../policy.js";
import { createEventStreamRedactor } from "./event-stream-redactor.js";

const POLICY: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", card: "last_four", phone: "drop" },
};

function run(pieces: readonly string[], policy = DEFAULT_REDACTION_POLICY): string {
  const redactor = createEventStreamRedactor(policy);
  return pieces.map((piece) => redactor.push(piece)).join("") + redactor.end();
}

const event = (value: unknown, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;

/** Events as they are known, each with one piece of a text. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  "choices/delta/content": (content) =>
    event({ id: "c", choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  "choices/delta/reasoning_content": (text) => event({ choices: [{ delta: { reasoning_content: text } }] }),
  "choices/delta/tool_calls": (text) =>
    event({ choices: [{ index: 0, delta: { tool_calls: [{ index: 1, function: { arguments: text } }] } }] }),
  "choices/delta/content, each with an id of its own": (content) =>
    event({ id: `chunk-${content.codePointAt(0)}`, choices: [{ index: 0, delta: { content } }] }),
  "choices/text": (text) => event({ choices: [{ text, index: 0 }] }),
  "delta/text": (text) =>
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }, "content_block_delta"),
  "delta/partial_json": (text) => event({ type: "content_block_delta", index: 0, delta: { partial_json: text } }),
  "delta of output_text": (delta) =>
    event({ type: "response.output_text.delta", item_id: "m", output_index: 0, delta }),
  textDelta: (textDelta) => event({ type: "text-delta", textDelta }),
  "delta/content/text/value": (value) => event({ delta: { content: [{ index: 0, type: "text", text: { value } }] } }),
  candidates: (text) => event({ candidates: [{ content: { role: "model", parts: [{ text }] } }] }),
  token: (text) => {
    tokens += 1;
    return event({ index: tokens, token: { id: 29 * tokens, text, special: false }, generated_text: null });
  },
  "delta of TEXT_MESSAGE_CONTENT": (delta) => event({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta }),
  "delta of TOOL_CALL_ARGS": (delta) => event({ type: "TOOL_CALL_ARGS", toolCallId: "t", delta }),
  inputTextDelta: (inputTextDelta) => event({ type: "tool-input-delta", toolCallId: "t", inputTextDelta }),
  "content beside stop": (content) => event({ content, stop: false, id_slot: 0 }),
  "response beside done": (response) => event({ model: "m", created_at: "t", response, done: false }),
  "message/content beside done": (content) => event({ message: { role: "assistant", content }, done: false }),
  "message/thinking": (thinking) => event({ message: { role: "assistant", content: "", thinking }, done: false }),
  "outputText beside its reason": (outputText) => event({ outputText, index: 0, completionReason: null }),
  "generation beside its reason": (generation) => event({ generation, stop_reason: null }),
  "completion beside its reason": (completion) => event({ type: "completion", completion, stop_reason: null }),
  "text of text-generation": (text) => event({ is_finished: false, event_type: "text-generation", text }),
  "results/generated_text": (text) => event({ results: [{ generated_text: text, stop_reason: "not_finished" }] }),
  "answer of one message": (answer) => event({ event: "message", message_id: "m", answer }),
  "data/text of text_chunk": (text) => event({ event: "text_chunk", data: { text } }),
  "data of token": (data) => event({ event: "token", data }),
  "result beside is_end": (result) => event({ is_end: false, result }),
  "content of AIMessageChunk": (content) => event([{ content, type: "AIMessageChunk", id: "run" }, { step: 1 }]),
  "data/chunk/content": (content) => event({ event: "on_chat_model_stream", data: { chunk: { content } } }),
  "artifact/parts/text": (text) =>
    event({
      jsonrpc: "2.0",
      id: "1",
      result: { artifact: { artifactId: "a", parts: [{ kind: "text", text }] }, append: true },
    }),
  "update/content/text": (text) =>
    event({ jsonrpc: "2.0", params: { update: { kind: "agent_message_chunk", content: { type: "text", text } } } }),
  "event/delta/text": (text) =>
    event({ type: "stream_event", event: { index: 0, delta: { type: "text_delta", text } } }),
  "a name of no meaning": (out) => event({ seq: 1, out }),
  text: (text) => event({ text }),
  "strings of JSON": (text) => event(JSON.stringify(text)),
  words: (text) => event(text),
};
let tokens = 0;

const OPENING = ["Here", " it", " is", ": "];
const CLOSING = [" as", " you", " asked", "."];
const VALUES = [
  "anna.smith@example.com",
  "4111 1111 1111 1111",
  "DE89 3704 0044 0532 0130 00",
  "+49 30 1234567",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  `-----BEGIN PRIVATE KEY-----${"MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7".repeat(20)}-----END PRIVATE KEY-----`,
];

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length));
}

const NOT_TEXT =
  /^(?:id|type|role|item_id|event|event_type|kind|model|created_at|message_?id|tool_?call_?id|artifact_?id|jsonrpc|stop_reason)$/i;

/** The text that the strings of a form's events make. */
function textOf(stream: string): string {
  const strings = (value: unknown): string[] =>
    typeof value === "string"
      ? [value]
      : typeof value !== "object" || value === null
        ? []
        : Object.entries(value).flatMap(([name, member]) =>
            NOT_TEXT.test(name) && typeof member === "string" ? [] : strings(member),
          );
  return [...stream.matchAll(/^data: ?(.*)$/gm)]
    .flatMap(([, data = ""]) => (/^(?:[{"]|\[\{)/.test(data) ? strings(JSON.parse(data)) : [data]))
    .join("");
}

describe("a text that comes in pieces over events", () => {
  it.each(Object.entries(FORMS))("is redacted wherever a value is cut: %s", (_, form) => {
    for (const value of VALUES) {
      for (let at = 1; at < value.length; at += value.length > 100 ? 97 : 2) {
        for (const parts of [[value.slice(0, at), value.slice(at)], cut(value, [at, at + 3, at + 5, at + 9])]) {
          const words = [...OPENING, ...parts, ...CLOSING];
          const out = run(words.map(form));
          const kinds = out.match(/\[REDACTED:[A-Z_]+\]/g) ?? [];
          expect([kinds.length, textOf(out).replace(/\[REDACTED:[A-Z_]+\]/, "")]).toEqual([
            1,
            "Here it is:  as you asked.",
          ]);
          expect(out.match(/^data/gm)).toHaveLength(words.length);
        }
      }
    }
  });

  it("gives the same wherever the stream is split, twice changes nothing, and no event is lost", () => {
    const parts = fc.constantFrom(
      ..."anna @ exam ple.com 4111 1111 4111-1111- 1111111 +49 30 123 4567 pass word = hunter 2!x sk-ant- 10.1 .2.3 [REDACTED:EMAIL] [] . \n".split(
        " ",
      ),
      " ",
      " and",
      "-----BEGIN PRIVATE KEY-----",
      "-----END PRIVATE KEY-----",
      "[REDACTED",
      ":CARD]",
    );
    const forms = fc.constantFrom(...Object.values(FORMS));
    const others = fc.constantFrom(
      ": ping\n\n",
      event({ type: "ping" }),
      event({ type: "content_block_stop", index: 0 }),
      event("[DONE]"),
    );
    fc.assert(
      fc.property(
        fc.array(forms, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof({ weight: 9, arbitrary: parts }, { weight: 1, arbitrary: others }), { maxLength: 16 }),
        fc.array(fc.nat(3000), { maxLength: 4 }),
        fc.constantFrom(POLICY, DEFAULT_REDACTION_POLICY),
        (mixed, words, cuts, policy) => {
          const events = words.map((word, at) => {
            const form = mixed[at % mixed.length] as (text: string) => string;
            return word.endsWith("\n\n") ? word : form(word.replace(/\n/, "\\n"));
          });
          const stream = events.join("");
          const whole = run([stream], policy);
          expect(run(cut(stream, cuts), policy)).toBe(whole);
          expect(run([whole], policy)).toBe(whole);
          expect(whole.match(/\n\n/g)?.length).toBe(stream.match(/\n\n/g)?.length);
        },
      ),
      {
        numRuns: 3000,
        // Text that becomes a placeholder, which is no text of the stream the second time.
        examples: [
          [
            [event],
            ["anna", " and", "@", "anna", "-----BEGIN PRIVATE KEY-----", "ple.com"],
            [],
            DEFAULT_REDACTION_POLICY,
          ],
        ],
      },
    );
  });

  it("keeps apart the texts of several choices, blocks and calls that come by turns", () => {
    const choice = (index: number, content: string) => event({ choices: [{ index, delta: { content } }] });
    const block = (index: number, text: string) => event({ type: "content_block_delta", index, delta: { text } });
    for (const form of [choice, block]) {
      const apart = [form(0, "4111 1111 "), form(1, "1111 1111"), form(0, "and "), form(1, " too")];
      expect(run(apart)).toBe(apart.join(""));
      const both = [
        form(0, "4111 1111 "),
        form(1, "anna@exam"),
        form(0, "1111 1111"),
        form(1, "ple.com"),
        form(0, "."),
      ];
      expect(run(both)).toBe(
        [form(0, "[REDACTED:CARD]"), form(1, "[REDACTED:EMAIL]"), form(0, ""), form(1, ""), form(0, ".")].join(""),
      );
    }
  });

  it("is given out a few events later, and at once where it has ended", () => {
    const form = FORMS["choices/delta/content"] as (text: string) => string;
    const words = "We meet at ten in the main room, and whoever can come brings the list of the open questions.".match(
      / ?\S{1,5}/g,
    );
    for (const end of [
      event("[DONE]"),
      event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
      event({ type: "message_stop" }),
    ]) {
      const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
      let waiting = 0;
      for (const word of words ?? []) {
        waiting += 1 - (redactor.push(form(word)).match(/^data/gm) ?? []).length;
        expect(waiting).toBeLessThan(8);
      }
      const last = redactor.push(form(" anna@example")) + redactor.push(": ping\n\n") + redactor.push(form(".com"));
      const out = last + redactor.push(end);
      expect(out.endsWith(`${form(" [REDACTED:EMAIL]")}: ping\n\n${form("")}${end}`)).toBe(true);
    }
  });

  it("goes on behind events that hold none of the text, in order", () => {
    const form = FORMS["choices/delta/content"] as (text: string) => string;
    for (const other of [
      event({ choices: [], usage: { total: 1 } }),
      event({ choices: [{ index: 0, delta: {} }] }),
      event({ choices: [{ index: 0, delta: { role: "assistant" } }] }),
      event({ choices: [{ index: 0, delta: { content: null } }] }),
      event({ choices: [{ index: 0, finish_reason: null, delta: {}, content_filter_offsets: { start: 1 } }] }),
      "event: ping\ndata: {}\n\n",
      event({ x: 1 }),
    ])
      expect(run([form("anna@exam"), other, form("ple.com")])).toBe(form("[REDACTED:EMAIL]") + other + form(""));
  });

  it("goes on with each of two texts that come by turns in one choice, and with calls between them", () => {
    const delta = (value: object) => event({ choices: [{ index: 0, delta: value }] });
    const call = (text: string) => delta({ tool_calls: [{ index: 0, function: { arguments: text } }] });
    const stream = [
      delta({ content: "anna@exam", reasoning_content: "4111 1111 " }),
      delta({ reasoning_content: "1111 1111" }),
      call('{"to":"bob@exam'),
      delta({ content: "ple.com" }),
      call('ple.com"}'),
      delta({ content: "." }),
    ];
    expect(run(stream)).toBe(
      [
        delta({ content: "[REDACTED:EMAIL]", reasoning_content: "[REDACTED:CARD]" }),
        delta({ reasoning_content: "" }),
        call('{"to":"[REDACTED:EMAIL]'),
        delta({ content: "" }),
        call('"}'),
        delta({ content: "." }),
      ].join(""),
    );
  });

  it("does not make events wait that hold no text", () => {
    for (const value of [
      { user: "anna", n: 1 },
      { status: "done", rows: [{ name: "anna" }, { name: "bob" }] },
      { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1, message: "half of it" } },
      { result: '{"a":1}', count: "4111" },
    ]) {
      const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
      for (let at = 0; at < 3; at += 1) expect(redactor.push(event(value))).toBe(event(value));
      expect(redactor.end()).toBe("");
    }
  });

  it("leaves ordinary answers as they came, and their other members", () => {
    const texts = [
      "Order 4111 1111 2222 3333 came at 10:30 on 2024-05-06, version 1.2.3-rc.4.",
      "Ask @types/node for 550e8400-e29b-41d4-a716-446655440000 and pass the token on.",
    ];
    for (const form of Object.values(FORMS)) {
      for (const text of texts) {
        const stream =
          text
            .match(/.{1,4}/g)
            ?.map(form)
            .join("") ?? "";
        expect(run([stream])).toBe(stream);
      }
    }
    const odd = 'data: { "choices" : [ {"delta":{"content":"a\\u0062" , "n":1.50}} ] }\r\n\r\n';
    expect(run([odd])).toBe(odd);
  });

  it("holds back no more than it may, whatever the pieces hold", () => {
    const form = FORMS["delta/text"] as (text: string) => string;
    const redactor = createEventStreamRedactor(DEFAULT_REDACTION_POLICY, { maxEventLength: 2000 });
    let held = 0;
    for (let at = 0; at < 500; at += 1) {
      held += form("a1").length - redactor.push(form("a1")).length;
      expect(held).toBeLessThanOrEqual(2000 + form("a1").length);
    }
    expect(() => redactor.push(`data: ${"x".repeat(2000)}`)).toThrow(RedactionError);
  });

  it("is looked for with the actions that hold at its path", () => {
    const form = FORMS["choices/delta/content"] as (text: string) => string;
    const overrides = [{ paths: ["/choices/*/delta/content"], kinds: { email: "allow" as const } }];
    const words = ["mail anna@", "example.com", " or 4111 1111 ", "1111 1111."];
    expect(run(words.map(form), { ...DEFAULT_REDACTION_POLICY, overrides })).toBe(
      ["mail anna@", "example.com", " or [REDACTED:CARD]", "."].map(form).join(""),
    );
  });
});
