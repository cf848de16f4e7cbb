// Names of members that are personal data or secrets themselves: replaced in place like any text, with no member lost, alike
// in whole values, in documents in strings and in streams.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemberNames } from "./member-names.js";
import { DEFAULT_REDACTION_POLICY, REDACTION_KINDS, type RedactionPolicy } from "./policy.js";
import { redact } from "./redact.js";
import { createEventStreamRedactor } from "./streams/event-stream-redactor.js";
import { createJsonRedactor } from "./streams/json-redactor.js";

function streamed(text: string, at: number, policy: RedactionPolicy): string {
  const json = createJsonRedactor(policy);
  return json.push(text.slice(0, at)) + json.push(text.slice(at)) + json.end();
}

describe("the name of a member", () => {
  it("is kept where every object has one of that name already", () => {
    const names = [...Object.getOwnPropertyNames(Object.prototype), "plain"];
    const value = JSON.parse(`{${names.map((name) => `"${name}":"to anna@example.com"`).join()}}`) as object;
    const out = redact(value).value as object;
    expect(Object.entries(out)).toEqual(names.map((name) => [name, "to [REDACTED:EMAIL]"]));
    expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
  });

  it.each<[string, unknown, unknown]>([
    ["an e-mail", { "jane.doe@example.com": { visits: 3 } }, { "[REDACTED:EMAIL]": { visits: 3 } }],
    ["a card", { "4111111111111111": 3 }, { "[REDACTED:CARD]": 3 }],
    ["an IBAN", { by: { DE89370400440532013000: [1] } }, { by: { "[REDACTED:IBAN]": [1] } }],
    ["a phone", { "+49 30 1234567": "home" }, { "[REDACTED:PHONE]": "home" }],
    ["a social security number", { "ssn 123-45-6789": true }, { "ssn [REDACTED:US_SSN]": true }],
    ["a key", { AKIAIOSFODNN7REALKEY: null }, { "[REDACTED:API_KEY]": null }],
    ["a part", { "user:jane@example.com/mail": 1 }, { "user:[REDACTED:EMAIL]/mail": 1 }],
    ["a URL", { "db://u:hunter2@host/x": 1 }, { "db://u:[REDACTED:PASSWORD]@host/x": 1 }],
    ["in a list", [{ a: [{ "jane@example.com": 1 }] }], [{ a: [{ "[REDACTED:EMAIL]": 1 }] }]],
    [
      "several",
      { "a@x.com": 1, "b@x.com": 2, "c@x.com": 3 },
      { "[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL]#2": 2, "[REDACTED:EMAIL]#3": 3 },
    ],
    [
      "beside its placeholder",
      { "[REDACTED:EMAIL]": 1, "b@x.com": 2 },
      { "[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL]#2": 2 },
    ],
    [
      "before its placeholder",
      { "b@x.com": 2, "[REDACTED:EMAIL]": 1 },
      { "[REDACTED:EMAIL]": 2, "[REDACTED:EMAIL]#2": 1 },
    ],
  ])("is redacted where it holds %s", (_, value, expected) => {
    const out = redact(value).value;
    expect(JSON.stringify(out)).toBe(JSON.stringify(expected));
    expect(redact(out).value).toEqual(out);
    const text = JSON.stringify(value);
    expect(redact(text).value).toBe(JSON.stringify(expected));
    for (let at = 0; at <= text.length; at += 1)
      expect(streamed(text, at, DEFAULT_REDACTION_POLICY)).toBe(JSON.stringify(expected));
    const events = createEventStreamRedactor(DEFAULT_REDACTION_POLICY);
    expect(events.push(`data: ${text}\n\n`) + events.end()).toBe(`data: ${JSON.stringify(expected)}\n\n`);
  });

  it("stays where it is an identifier, a date, a path or a word", () => {
    const value = {
      "2024-01-31": 1,
      "/v1/users/{id}": 2,
      "application/json": 3,
      "550e8400-e29b-41d4-a716-446655440000": 4,
      "1700000000": 5,
      "x-request-id": 6,
      "a.b.c": 7,
      $ref: 8,
      password: "",
      "@type": 9,
      "react@18.2.0": 10,
      "rows[]": 11,
      __proto: 12,
    };
    expect(redact(value).value).toEqual(value);
  });

  it("is told of by its redacted name in paths, and is under the overrides of its object", () => {
    const value = { users: { "jane@example.com": { phone: "+49 30 1234567" } } };
    expect(redact(value).redactions.map(({ kind, path }) => [kind, path])).toEqual([
      ["email", "/users"],
      ["phone", "/users/[REDACTED:EMAIL]/phone"],
    ]);
    const allowed: RedactionPolicy = {
      ...DEFAULT_REDACTION_POLICY,
      overrides: [{ paths: ["/users"], kinds: { email: "allow" } }],
    };
    expect(redact(value, allowed).value).toEqual({ users: { "jane@example.com": { phone: "[REDACTED:PHONE]" } } });
    const within: RedactionPolicy = {
      ...DEFAULT_REDACTION_POLICY,
      overrides: [{ paths: ["/users/*/phone"], kinds: { phone: "last_four" } }],
    };
    expect(redact(value, within).value).toEqual({ users: { "[REDACTED:EMAIL]": { phone: "[REDACTED:PHONE:4567]" } } });
  });

  it("takes the action of its kind", () => {
    const policy: RedactionPolicy = {
      ...DEFAULT_REDACTION_POLICY,
      kinds: { email: "token", card: "last_four", phone: "drop", iban: "allow" },
      tokenKey: "0123456789abcdef0123",
      patterns: [{ id: "case", pattern: "case-@@", action: "mask" }],
    };
    const value = { "a@x.com": 1, "4111111111111111": 2, "+49 30 1234567": 3, DE89370400440532013000: 4, "case-ab": 5 };
    const names = Object.keys(redact(value, policy).value as object);
    expect(names[0]).toMatch(/^\[REDACTED:EMAIL:[a-p]{16}\]$/);
    expect(names.slice(1)).toEqual(["[REDACTED:CARD:1111]", "[]", "DE89370400440532013000", "[REDACTED:CUSTOM]"]);
  });

  it("keeps a placeholder's number whatever the number", () => {
    for (const kind of REDACTION_KINDS) {
      for (const number of [2, 9, 10, 123, 4567, 99_999, 123_456, 999_999]) {
        const value = { [`[REDACTED:${kind.toUpperCase()}]#${number}`]: 1 };
        expect(redact(value).value).toEqual(value);
      }
    }
  });

  it("costs a long object no more than its names: a hundred thousand are told apart", () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`user${at}@example.com`, at]));
    const out = redact(value).value as Record<string, number>;
    expect(Object.keys(out).length).toBe(100_000);
    expect(out["[REDACTED:EMAIL]#100000"]).toBe(99_999);
  });
});

const PARTS =
  "anna@example.com|bob@example.com|4111111111111111|+49 30 1234567|[REDACTED:EMAIL]|[REDACTED:EMAIL]#2|[REDACTED:EMAIL]#3|[]|[]#2|#2|#3| |a|card|x/y|~".split(
    "|",
  );
const names = fc.array(fc.constantFrom(...PARTS), { maxLength: 2 }).map((parts) => parts.join(""));
const trees = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, names, fc.integer(), fc.array(tie("value"), { maxLength: 2 }), tie("object")),
  object: fc.dictionary(names, tie("value"), { maxKeys: 7 }),
})).object;
const POLICY: RedactionPolicy = { kinds: { ...DEFAULT_REDACTION_POLICY.kinds, phone: "drop", card: "last_four" } };

describe("objects with any names", () => {
  it("keep their number of members, their shape and their order, and twice is once", () => {
    fc.assert(
      fc.property(trees, (value) => {
        const out = redact(value, POLICY).value;
        expect(shapeOf(out)).toEqual(shapeOf(value));
        expect(JSON.stringify(redact(out, POLICY).value)).toBe(JSON.stringify(out));
      }),
      { numRuns: 1000 },
    );
  });

  it("come out of a stream as out of the whole, split at every place", () => {
    fc.assert(
      fc.property(trees, (value) => {
        const text = JSON.stringify(value);
        const whole = JSON.stringify(redact(JSON.parse(text), POLICY).value);
        for (let at = 0; at <= text.length; at += 1) expect(streamed(text, at, POLICY)).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("give a name that is written twice as it was written", () => {
    const text = '{"[]":1,"[]":2,"a":3,"a":4}';
    expect(streamed(text, 5, POLICY)).toBe(text);
    const given = new MemberNames();
    expect(["a@x", "b@x", "c"].map((name) => given.take(name, name.includes("@") ? "[]" : name))).toEqual([
      "[]",
      "[]#2",
      "c",
    ]);
  });
});

/** Types and lengths, without names and values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "object" && value !== null) return { members: Object.values(value).map(shapeOf) };
  return typeof value;
}

describe("names with numbers of their own", () => {
  const LAST = "999999999999999";

  it("lose no member, however high the numbers are, and twice changes nothing", () => {
    const number = fc.constantFrom(
      "",
      "#1",
      "#2",
      "#02",
      "#2#2",
      "##2",
      "#",
      "#999999999",
      "#1000000000",
      `#${LAST}`,
      `##${LAST}`,
      `#${LAST}0`,
    );
    const name = fc.oneof(
      fc
        .tuple(fc.constantFrom("[REDACTED:EMAIL]", "a [REDACTED:EMAIL]", "[]"), number)
        .map(([base, digits]) => base + digits),
      fc
        .tuple(fc.constantFrom("a@x.com", "b@x.com", "c@x.com", "a d@x.com"), number)
        .map(([base, digits]) => base + digits),
    );
    const drop: RedactionPolicy = { kinds: { ...DEFAULT_REDACTION_POLICY.kinds, email: "drop" } };
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 8 }),
        fc.constantFrom(DEFAULT_REDACTION_POLICY, drop),
        (names, policy) => {
          const value = Object.fromEntries(names.map((one, at) => [one, at]));
          const out = redact(value, policy).value as Record<string, number>;
          expect(Object.values(out)).toEqual(Object.values(value));
          expect(JSON.stringify(redact(out, policy).value)).toBe(JSON.stringify(out));
          expect(streamed(JSON.stringify(value), 5, policy)).toBe(JSON.stringify(out));
        },
      ),
      { numRuns: 5000 },
    );
  });
});
