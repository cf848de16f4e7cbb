// Redaction by place: other actions at some paths, in whole values and in streams.
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "./policy.js";
import { redact } from "./redact.js";
import { createEventStreamRedactor } from "./streams/event-stream-redactor.js";
import { createJsonRedactor } from "./streams/json-redactor.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const POLICY: RedactionPolicy = {
  ...DEFAULT_REDACTION_POLICY,
  keys: ["ref"],
  patterns: [{ id: "case", pattern: "case-####", action: "mask" }],
  overrides: [
    { paths: ["/rows/*/email"], kinds: { email: "allow" } },
    { paths: ["/rows/0/**"], kinds: { email: "last_four", custom: "drop" } },
    { paths: ["/ids/**"], kinds: { key: "allow", card: "allow", ip_address: "mask" } },
  ],
};
const VALUE = {
  email: "ann@example.com",
  rows: [
    { email: "ann@example.com", note: "case-2041" },
    { email: "bob@example.com", note: "case-2042" },
  ],
  ids: { ref: "a-1", card: 4_111_111_111_111_111, host: "192.0.2.7" },
  host: "192.0.2.7",
  ref: "a-2",
};
const EXPECTED = {
  email: "[REDACTED:EMAIL]",
  rows: [
    { email: "[REDACTED:EMAIL:ecom]", note: "[]" },
    { email: "bob@example.com", note: "[REDACTED:CUSTOM]" },
  ],
  ids: { ref: "a-1", card: 4_111_111_111_111_111, host: "[REDACTED:IP_ADDRESS]" },
  host: "192.0.2.7",
  ref: "[REDACTED:KEY]",
};

describe("overrides", () => {
  it("hold at their paths, later ones before earlier ones, and nowhere else", () => {
    expect(redact(VALUE, POLICY).value).toEqual(EXPECTED);
  });

  it("change nothing the second time", () => {
    expect(redact(redact(VALUE, POLICY).value, POLICY).value).toEqual(EXPECTED);
  });

  it("hold in a stream of JSON and in events, wherever it is split", () => {
    const text = JSON.stringify(VALUE);
    for (let at = 0; at <= text.length; at += 1) {
      const json = createJsonRedactor(POLICY);
      expect(json.push(text.slice(0, at)) + json.push(text.slice(at)) + json.end()).toBe(JSON.stringify(EXPECTED));
    }
    const events = createEventStreamRedactor(POLICY);
    expect(events.push(`data: ${text}\n\n`) + events.end()).toBe(`data: ${JSON.stringify(EXPECTED)}\n\n`);
  });

  it("hold in a string that is too long to be held back", () => {
    const long = `${"word ".repeat(20_000)}bob@example.com`;
    const value = JSON.stringify({ rows: ["", { email: long }, long] });
    const json = createJsonRedactor(POLICY);
    const out = JSON.parse(json.push(value) + json.end()) as { rows: [string, { email: string }, string] };
    expect(out.rows[1].email).toBe(long);
    expect(out.rows[2].endsWith("word [REDACTED:EMAIL]")).toBe(true);
  });

  it("of the path of a text hold for a text that is no JSON", () => {
    const policy: RedactionPolicy = { ...POLICY, overrides: [{ paths: [""], kinds: { email: "allow" } }] };
    const text = createTextRedactor(policy);
    expect(text.push("to ann@example.com") + text.end()).toBe("to ann@example.com");
    expect(redact("to ann@example.com", policy).value).toBe("to ann@example.com");
    expect(redact(["to ann@example.com"], policy).value).toEqual(["to [REDACTED:EMAIL]"]);
  });

  it("are looked for where nothing else is", () => {
    const policy: RedactionPolicy = { kinds: {}, overrides: [{ paths: ["/a"], kinds: { email: "mask" } }] };
    const value = { a: "ann@example.com", b: "ann@example.com" };
    expect(redact(value, policy).value).toEqual({ a: "[REDACTED:EMAIL]", b: "ann@example.com" });
  });

  it("with an unknown kind or action, or a token without its key, are refused", () => {
    const refuse = (kinds: object) => () => redact("text", { kinds: {}, overrides: [{ paths: ["/a"], kinds }] });
    expect(refuse({ nothing: "mask" })).toThrow(/unknown kind/);
    expect(refuse({ email: "hide" })).toThrow(/unknown action/);
    expect(refuse({ email: "token" })).toThrow(/tokenKey/);
  });
});
