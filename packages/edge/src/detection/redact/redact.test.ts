// The redactor's contract: kinds, policy, shape, and that redacting twice or in pieces changes nothing.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, RedactionError, type RedactionPolicy } from "./policy.js";
import { redact } from "./redact.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const KEY = "0123456789abcdef";
const VENDOR_KEY = `${"ghp_"}${"aB3dE5fG7".repeat(4)}`;
const EVERYTHING: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", card: "last_four", email: "token", phone: "drop" },
  tokenKey: KEY,
};

const PIECES = [
  "anna@example.com",
  "4111 1111 1111 1111",
  "4111111111111111",
  "+49 30 1234567",
  "(555) 234-5678",
  "call 555-234-5678",
  "Phone: ",
  "123-45-6789",
  "GB82 WEST 1234 5698 7654 32",
  VENDOR_KEY,
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123",
  "-----BEGIN PRIVATE KEY-----\nMIIabc123\n-----END PRIVATE KEY-----",
  "-----BEGIN",
  "postgres://u:s3cret@host/db",
  "password=hunter2",
  '"password": "hunter2!"',
  "10.1.2.3",
  "2001:db8::1",
  " ",
  "\n",
  ",",
  ". ",
  "-",
  "abc",
  "order ",
  "card ",
  "1",
  "22",
  "x4587",
  "@",
  "..",
  "://",
  ":",
  "o'brien@example.ie",
  '"anna b"@example.com',
  "1234567890:AAabcdefghijklmnopqrstuvwxyz0123456",
  "hooks.slack.com/services/T0ABCDEFG/B0ABCDEFG/abcdefghijkl",
  "'",
  '"',
  "&",
  "[REDACTED:EMAIL]",
  "[",
  "]",
  "office",
  "é",
  "日本",
  "/",
  "+",
  "(",
  ")",
  "anna%40example.com",
  "anna&#x40;example&period;com",
  "\uff41\uff20\uff58\uff0e\uff43\uff4f\uff4d",
  "\uff14\uff11\uff11\uff11",
  "4111.1111.1111.1111",
  "4111_1111_1111_1111",
  "4111  1111\r\n1111  1111",
  "\u200b",
  "\u00ad",
  "%",
  "%2",
  "%20",
  "&#",
  "&amp;",
  "&#64;",
  "\\u0040",
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((parts) => parts.join(""));

const masked = (text: string, policy?: RedactionPolicy): string => redact(text, policy).value as string;

describe("kinds", () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ["write to anna.b+tag@mail.example.co.uk.", "write to [REDACTED:EMAIL]."],
    ["card 4111 1111 1111 1111 expires", "card [REDACTED:CARD] expires"],
    ["5500005555555559", "[REDACTED:CARD]"],
    ["IBAN DE89 3704 0044 0532 0130 00", "IBAN [REDACTED:IBAN]"],
    ["my SSN is 123-45-6789", "my SSN is [REDACTED:US_SSN]"],
    ["call (212) 555-0187 or +44 20 7946 0958", "call [REDACTED:PHONE] or [REDACTED:PHONE]"],
    [`export KEY ${VENDOR_KEY};`, "export KEY [REDACTED:API_KEY];"],
    ["postgres://app:pa55word@db/x", "postgres://app:[REDACTED:PASSWORD]@db/x"],
    ["Password=S3cret!;Server=db", "Password=[REDACTED:PASSWORD];Server=db"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "[REDACTED:PRIVATE_KEY]"],
  ];
  for (const [text, expected] of cases) {
    it(`masks in: ${text.slice(0, 40)}`, () => {
      expect(masked(text)).toBe(expected);
    });
  }

  it("leaves 288 plain identifiers of every common shape alone", () => {
    const identifiers = JSON.parse(
      readFileSync(new URL("../testdata/identifiers.json", import.meta.url), "utf8"),
    ) as string[];
    expect(identifiers.filter((text) => masked(text) !== text)).toEqual([]);
  });

  it("leaves numbers that fail their check alone", () => {
    for (const text of [
      "4111 1111 1111 1112",
      "DE89 3704 0044 0532 0130 01",
      "666-45-6789",
      "2026-03-14",
      "logo@2x.png",
      "git@host.example:org/repo",
    ]) {
      expect(masked(text)).toBe(text);
    }
  });

  it("leaves IP addresses alone unless the policy names them", () => {
    expect(masked("from 203.0.113.9")).toBe("from 203.0.113.9");
    expect(masked("from 203.0.113.9 and 2001:db8::1", EVERYTHING)).toBe(
      "from [REDACTED:IP_ADDRESS] and [REDACTED:IP_ADDRESS]",
    );
  });
});

describe("policy", () => {
  it("takes key names as context", () => {
    expect(
      redact({ password: "correct horse", api_key: "k3y-Value-99", phone: "5551234", order_id: "4111111111111111" })
        .value,
    ).toEqual({
      password: "[REDACTED:PASSWORD]",
      api_key: "[REDACTED:API_KEY]",
      phone: "[REDACTED:PHONE]",
      order_id: "4111111111111111",
    });
  });

  it("takes the names of several secrets as context for each of them", () => {
    for (const key of ["passwords", "userPasswords", "db_passwords", "Passwörter", "passphrases"]) {
      expect(redact({ [key]: ["correct horse", "hunter2x"] }).value, key).toEqual({
        [key]: ["[REDACTED:PASSWORD]", "[REDACTED:PASSWORD]"],
      });
    }
    for (const key of ["api_keys", "apiKeys", "secrets", "access-tokens", "clientSecrets", "connection_strings"]) {
      expect(redact({ [key]: ["k3y-Value-99"] }).value, key).toEqual({ [key]: ["[REDACTED:API_KEY]"] });
    }
    const others = { secrets_count: "12", secrets_path: "/run/secrets", keys: ["name"], tokens: ["first", "second"] };
    expect(redact(others).value).toEqual(others);
  });

  it("shows the last four, a keyed token, or nothing", () => {
    expect(masked("4111 1111 1111 1111", EVERYTHING)).toBe("[REDACTED:CARD:1111]");
    const token = masked("a@example.com", EVERYTHING);
    expect(token).toMatch(/^\[REDACTED:EMAIL:[a-p]{16}\]$/);
    expect(masked("a@example.com", EVERYTHING)).toBe(token);
    expect(masked("a@example.com", { ...EVERYTHING, tokenKey: "another key of enough length" })).not.toBe(token);
    expect(masked("call 555-234-5678", EVERYTHING)).toBe("call []");
  });

  it("redacts a tenant's own keys and patterns", () => {
    const policy: RedactionPolicy = {
      kinds: {},
      keys: ["salary"],
      patterns: [{ id: "staff", pattern: "EMP-####", action: "mask" }],
    };
    expect(redact({ Salary: 1200, note: "see EMP-0042", other: "EMP-12345" }, policy).value).toEqual({
      Salary: 0,
      note: "see [REDACTED:CUSTOM]",
      other: "EMP-12345",
    });
  });

  it("refuses what it cannot do, saying why", () => {
    expect(() => redact("x", { kinds: { email: "token" } })).toThrow(RedactionError);
    expect(() => redact("x", { kinds: {}, patterns: [{ id: "p", pattern: "#", action: "mask" }] })).toThrow(/3 to 64/);
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() => redact(cycle)).toThrow(/contains itself/);
    let deep: unknown = "x";
    for (let level = 0; level < 10_001; level += 1) deep = [deep];
    expect(() => redact(deep)).toThrow(/nests deeper/);
  });

  it("counts by kind and gives the place of each replacement", () => {
    const { counts, redactions } = redact({ a: ["x a@example.com", "b@example.com"] });
    expect(counts).toEqual([{ kind: "email", count: 2 }]);
    expect(redactions[0]).toEqual({ kind: "email", path: "/a/0", start: 2, end: 15 });
  });
});

describe("properties", () => {
  it("redacting twice changes nothing", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(DEFAULT_REDACTION_POLICY, EVERYTHING), (text, policy) => {
        const once = masked(text, policy);
        expect(masked(once, policy)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("a stream split at every place gives what the whole text gives", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(DEFAULT_REDACTION_POLICY, EVERYTHING), (text, policy) => {
        const whole = masked(text, policy);
        for (let cut = 0; cut <= text.length; cut += 1) {
          const redactor = createTextRedactor(policy);
          expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(whole);
        }
        const slow = createTextRedactor(policy);
        expect(
          text
            .split("")
            .map((unit) => slow.push(unit))
            .join("") + slow.end(),
        ).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it("holds back a bounded part of a stream", () => {
    const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
    let given = 0;
    for (let index = 0; index < 2000; index += 1)
      given += redactor.push("a plain sentence of some words, 12 of them. ").length;
    expect(2000 * 44 - given).toBeLessThan(2048);
  });

  it("keeps the shape: as many members and items, same types, parseable", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = redact(value).value;
        expect(shapeOf(JSON.parse(JSON.stringify(result)))).toEqual(shapeOf(value));
        expect(shapeOf(result)).toEqual(shapeOf(value));
      }),
      { numRuns: 500 },
    );
  });
});

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  // Names of members may be redacted.
  return { members: Object.values(value).map(shapeOf) };
}

describe("a value under a secret key that is redacted in part", () => {
  it.each([
    { api_key: "anna@example.comanna@example.com" },
    { secret: "+49 30 1234567Abcdefgh1" },
    { password: "one two three 4111 1111 1111 1111" },
    { password: "a b c d anna@example.com f g" },
  ])("does not look more secret than before: %j", (value) => {
    for (const policy of [DEFAULT_REDACTION_POLICY, EVERYTHING]) {
      const once = redact(value, policy).value;
      expect(redact(once, policy).value).toEqual(once);
    }
  });
});
