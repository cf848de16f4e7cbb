// Private key blocks of any length: replaced to their end line, or to the end of the text where none comes, and streams hold
// back no more of them than of any other value.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonRedactor } from "./json-redactor.js";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "./policy.js";
import { HELD_PRIVATE_KEY } from "./private-key.js";
import { redact } from "./redact.js";
import { createTextRedactor } from "./text-redactor.js";

const BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
const HASHED: RedactionPolicy = {
  kinds: { ...DEFAULT_REDACTION_POLICY.kinds, private_key: "token" },
  tokenKey: "k".repeat(20),
};
const LAST: RedactionPolicy = { kinds: { ...DEFAULT_REDACTION_POLICY.kinds, private_key: "last_four" } };

function blockOf(length: number, end = "-----END RSA PRIVATE KEY-----", newLine = "\n"): string {
  const lines = Array.from({ length: Math.ceil(length / BODY.length) }, () => BODY).join(newLine);
  return `-----BEGIN RSA PRIVATE KEY-----${newLine}${lines}${newLine}${end}`;
}

function streamed(text: string, cuts: readonly number[], policy: RedactionPolicy): string {
  const redactor = createTextRedactor(policy);
  const places = [...new Set(cuts.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => redactor.push(text.slice(from, places[at]))).join("") + redactor.end();
}

describe("a private key", () => {
  it.each([200, 16_000, 16_300, 16_384, 17_000, 70_000, 300_000])(
    "of %d signs is replaced to its end line",
    (length) => {
      for (const newLine of ["\n", "\r\n", "\\n", " "]) {
        const text = `a ${blockOf(length, undefined, newLine)} b anna@example.com`;
        expect(redact({ text }).value).toEqual({ text: "a [REDACTED:PRIVATE_KEY] b [REDACTED:EMAIL]" });
      }
    },
  );

  it.each([200, 17_000, 70_000])("of %d signs without an end line is replaced to the end of the text", (length) => {
    for (const end of ["", "-----END", "-----END RSA PRIVATE KEY", "-----EN", BODY])
      expect(redact(`a ${blockOf(length, end)}`).value).toBe("a [REDACTED:PRIVATE_KEY]");
  });

  it("comes out of a stream as out of the whole, wherever it is split, under any action", () => {
    const lengths = fc.constantFrom(100, 16_200, 16_384, 16_500, 40_000);
    const ends = fc.constantFrom(
      "-----END RSA PRIVATE KEY-----",
      "-----END",
      `-----END ${"x".repeat(60)}`,
      "",
      "-----END A-----",
    );
    const rest = fc.constantFrom(
      "",
      "\n",
      " anna@example.com",
      "password=hunter2x",
      "5",
      "-----",
      "-----BEGIN PRIVATE KEY-----\nMII",
    );
    const cuts = fc.array(fc.oneof(fc.nat(80_000), fc.integer({ min: 16_300, max: 16_700 })), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lengths, ends, rest), { minLength: 1, maxLength: 2 }),
        fc.constantFrom(DEFAULT_REDACTION_POLICY, HASHED, LAST),
        cuts,
        (blocks, policy, places) => {
          const text = blocks.map(([length, end, more]) => `x ${blockOf(length, end)}${more}`).join("");
          const whole = redact(text, policy).value as string;
          expect(whole).not.toContain(BODY.slice(0, 8));
          expect(streamed(text, places, policy)).toBe(whole);
          expect(redact(whole, policy).value).toBe(whole);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  it("is split at every place around its end line", () => {
    const text = `${blockOf(16_500)} anna@example.com`;
    const whole = redact(text).value;
    for (let at = text.length - 120; at <= text.length; at += 1)
      expect(streamed(text, [16_450, at], DEFAULT_REDACTION_POLICY)).toBe(whole);
  });

  it("without end is held back no longer than a value, in text and in a string of JSON", () => {
    for (const [create, open] of [
      [createTextRedactor, ""],
      [createJsonRedactor, '"'],
    ] as const) {
      const redactor = create(DEFAULT_REDACTION_POLICY);
      let out = redactor.push(`${open}-----BEGIN PRIVATE KEY----- `);
      for (let at = 0; at < 3000; at += 1) out += redactor.push(`${BODY} `);
      // What stands for it is given before it is over, but for what may go on.
      expect(out).toBe(`${open}[REDACTED`);
      expect(out + redactor.push(open) + redactor.end()).toBe(`${open}[REDACTED:PRIVATE_KEY]${open}`);
    }
    expect(HELD_PRIVATE_KEY).toBeLessThan(65_536);
  });

  it("is redacted line by line where its lines are the items of a list, and what stands behind it is not", () => {
    const block = ["-----BEGIN RSA PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED", "", BODY, BODY.slice(8), "2w=="];
    const rest = ["-----BEGIN CERTIFICATE-----", BODY, "-----END CERTIFICATE-----", "MIIEvQ", "plain words"];
    const mark = "[REDACTED:PRIVATE_KEY]";
    const lists: [unknown[], unknown[]][] = [
      [
        [...block, "-----END RSA PRIVATE KEY-----", ...rest],
        [mark, mark, "", mark, mark, mark, mark, ...rest],
      ],
      [block.map((line) => `${line}\n`), [mark, mark, "\n", mark, mark, mark]],
      [
        [...block, "This is no line of a key.", BODY],
        [mark, mark, "", mark, mark, mark, "This is no line of a key.", BODY],
      ],
      [
        [block[0], 7, BODY],
        [mark, 7, BODY],
      ],
      [
        ["-----BEGIN PUBLIC KEY-----", BODY],
        ["-----BEGIN PUBLIC KEY-----", BODY],
      ],
    ];
    for (const [lines, expected] of lists) {
      const { value, redactions } = redact({ lines });
      expect(value).toEqual({ lines: expected });
      expect(redactions).toHaveLength(expected.filter((line) => line === mark).length);
      expect(redact(value).value).toEqual(value);
      for (const policy of [DEFAULT_REDACTION_POLICY, HASHED, LAST]) {
        const json = createJsonRedactor(policy);
        const text = [...JSON.stringify({ lines })].map((sign) => json.push(sign)).join("") + json.end();
        expect(JSON.parse(text)).toEqual(redact({ lines }, policy).value);
      }
    }
  });

  it("passes in a list where private keys are allowed", () => {
    const lines = ["-----BEGIN PRIVATE KEY-----", BODY, "-----END PRIVATE KEY-----"];
    const policy = { kinds: { ...DEFAULT_REDACTION_POLICY.kinds, private_key: "allow" } } as const;
    expect(redact({ lines }, policy).value).toEqual({ lines });
  });
});
