// Private key blocks of any length: replaced to their end line, or to the end of the text where none comes, and streams hold
// back no more of them than of any other value.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "../policy.js";
import { redact } from "../redact.js";
import { createJsonRedactor } from "../streams/json-redactor.js";
import { createTextRedactor } from "../streams/text-redactor.js";
import { HELD_PRIVATE_KEY } from "./private-key.js";

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
  });

  it.each(["+", "-", " ", "> ", "    ", "| "])(
    "is replaced where each of its lines begins with %j, as in a patch",
    (sign) => {
      const text = blockOf(1000)
        .split("\n")
        .map((line) => sign + line)
        .join("\n");
      const whole = redact(`before\n${text}\nafter\n`).value;
      expect(whole).toBe(`before\n${sign}[REDACTED:PRIVATE_KEY]\nafter\n`);
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 4 }), (cuts) => {
          expect(streamed(`before\n${text}\nafter\n`, cuts, DEFAULT_REDACTION_POLICY)).toBe(whole);
        }),
      );
    },
  );

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

  const PUTTY = (version: number, cipher = "none", sum = "Private-MAC: 0123456789abcdef0123456789abcdef01234567") =>
    `PuTTY-User-Key-File-${version}: ssh-rsa\nEncryption: ${cipher}\nComment: rsa-key\nPublic-Lines: 2\n${BODY}\n${BODY}\nPrivate-Lines: 2\n${BODY}\n${BODY}\n${sum}`;
  const SSH2 = `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "a"\n${BODY}\n${BODY}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`;
  const PGP = `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n${BODY}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----`;
  const FILES = [
    PUTTY(2),
    PUTTY(3, "aes256-cbc"),
    PUTTY(1, "none", "Private-Hash: 0123456789abcdef0123456789abcdef01234567"),
    PUTTY(3, "none", `Private-MAC: ${"0a".repeat(32)}`),
    SSH2,
    PGP,
    blockOf(300),
  ];

  it.each(FILES.map((file) => [file.slice(0, 40), file]))("is replaced in its own form: %s", (_, file) => {
    for (const newLine of ["\n", "\r\n", "\\n"]) {
      const text = `a ${file.replaceAll("\n", newLine)}${newLine}b anna@example.com`;
      expect(redact(text).value).toBe(`a [REDACTED:PRIVATE_KEY]${newLine}b [REDACTED:EMAIL]`);
    }
    const whole = redact(`a ${file}\nb`).value;
    for (let at = 0; at <= file.length; at += 1)
      expect(streamed(`a ${file}\nb`, [at], LAST)).toBe(redact(`a ${file}\nb`, LAST).value);
    expect(redact(whole).value).toBe(whole);
  });

  it("of another form may be longer than a stream holds back, and may lack its end", () => {
    for (const file of [PUTTY(2), SSH2]) {
      const long = file.replace(BODY, Array.from({ length: 400 }, () => BODY).join("\n"));
      expect(redact(`${long}\nb`).value).toBe("[REDACTED:PRIVATE_KEY]\nb");
      for (const cuts of [[100, 16_390, 20_000], [16_384], Array.from({ length: 200 }, (_, at) => at * 131)])
        expect(streamed(`${long}\nb`, cuts, DEFAULT_REDACTION_POLICY)).toBe("[REDACTED:PRIVATE_KEY]\nb");
      expect(redact(file.slice(0, -60)).value).toBe("[REDACTED:PRIVATE_KEY]");
    }
  });

  it("is redacted line by line where its lines are members of an object, or of the objects of a list", () => {
    for (const file of FILES) {
      const lines = file.split("\n");
      const shapes: unknown[] = [
        Object.fromEntries(lines.map((line, at) => [`line${at + 1}`, line])),
        Object.fromEntries(lines.map((line, at) => [`l${at}_text`, line])),
        lines.map((text, number) => ({ number, text })),
        { log: lines.map((message) => ({ level: "info", message, at: 7 })) },
        { lines },
      ];
      for (const shape of shapes) {
        const value = { before: BODY, shape, behind: BODY };
        const done = redact(value).value as typeof value;
        expect(JSON.stringify(done.shape)).not.toContain(BODY.slice(0, 20));
        expect(JSON.stringify(done.shape)).not.toMatch(/"level":"\[/);
        expect([done.before, done.behind]).toEqual([BODY, BODY]);
        expect(redact(done).value).toEqual(done);
        const json = createJsonRedactor(DEFAULT_REDACTION_POLICY);
        const text = [...JSON.stringify(value)].map((sign) => json.push(sign)).join("") + json.end();
        expect(JSON.parse(text)).toEqual(done);
      }
    }
    const parts = {
      header: "-----BEGIN PRIVATE KEY-----",
      kind: "rsa",
      body: BODY,
      footer: "-----END PRIVATE KEY-----",
      next: BODY,
    };
    const mark = "[REDACTED:PRIVATE_KEY]";
    expect(redact(parts).value).toEqual({ ...parts, header: mark, body: mark, footer: mark });
  });

  it.each([
    "A file that begins with PuTTY-User-Key-File-3: is one of PuTTY.",
    "PuTTY-User-Key-File-2 is the old format, Encryption: none",
    "if (line.startsWith('PuTTY-User-Key-File-')) return 'ppk'",
    `---- BEGIN SSH2 PUBLIC KEY ----\nComment: x\n${BODY}\n---- END SSH2 PUBLIC KEY ----`,
    "---- BEGIN of the list ----\na\n---- END ----",
    `-----BEGIN CERTIFICATE-----\n${BODY}\n-----END CERTIFICATE-----`,
    `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${BODY}\n-----END PGP PUBLIC KEY BLOCK-----`,
    `-----BEGIN PGP MESSAGE-----\n\n${BODY}\n-----END PGP MESSAGE-----`,
    "Private-MAC: is checked, Private-Lines: 8 follow",
    { line1: "-----BEGIN CERTIFICATE-----", line2: BODY, line3: "-----END CERTIFICATE-----" },
    { a: "a PRIVATE KEY", b: BODY },
    [
      { n: 1, text: "Private-Lines: 4" },
      { n: 2, text: BODY },
    ],
    { "PuTTY-User-Key-File-3": "ssh-rsa", body: BODY },
  ])("is none where something only looks like it: %j", (value) => {
    expect(redact(value).value).toEqual(value);
    const json = createJsonRedactor(DEFAULT_REDACTION_POLICY);
    expect(json.push(JSON.stringify(value)) + json.end()).toBe(JSON.stringify(value));
  });
});
