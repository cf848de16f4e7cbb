// Passphrases of plain words behind the name of a password: in lines of settings, in quotation marks, under keys; sentences and
// labels about passwords stay.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const FORMS: readonly (readonly [before: string, behind: string])[] = [
  ["password: ", ""],
  ["db:\n  user: bob\n  password: ", "\n  host: x\n"],
  ["- passphrase: ", "\r\n- b: 1"],
  ["DB_PASSWORD=", "\nDB_USER=bob"],
  ["export PGPASSWORD=", "\n"],
  ["# set\r\ndb.password = ", "  \nnext line"],
  ["run with DB_PASSWORD='", "' and go on"],
  ['x "password": "', '", "user": "bob"'],
  ["wifi password: `", "`."],
  ["{password: '", "'}"],
];
const WORDS =
  "correct horse battery staple orbit lantern velvet marble copper falcon meadow tundra ribbon anchor pickle saddle window gravel".split(
    " ",
  );
const phrases = fc.array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 12 }).map((words) => words.join(" "));

describe("a passphrase of plain words", () => {
  it.each(FORMS)("is redacted whole, and nothing around it: %j…%j", (before, behind) => {
    fc.assert(
      fc.property(phrases, fc.nat(120), (phrase, cut) => {
        const text = `${before}${phrase}${behind}`;
        const out = redact(text).value as string;
        expect(out).toBe(`${before}[REDACTED:PASSWORD]${behind}`);
        expect(redact(out).value).toBe(out);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
      }),
    );
  });

  it("is one under its key and beside its label, however many words it has", () => {
    fc.assert(
      fc.property(phrases, (phrase) => {
        expect(redact({ passphrase: phrase }).value).toEqual({ passphrase: "[REDACTED:PASSWORD]" });
        expect(redact({ name: "password", value: phrase }).value).toEqual({
          name: "password",
          value: "[REDACTED:PASSWORD]",
        });
      }),
    );
  });

  it.each([
    "password: must be at least eight characters",
    "Password: see the vault",
    "password: Your current password",
    'password: "Enter your new password"',
    "password = 'reset email sent successfully'",
    "password: stored using bcrypt hash",
    "password: managed via environment variable",
    "password: contact support team",
    "password: string",
    "Forgot password: click the link below",
    "The password: correct horse battery staple is a joke of a comic",
    "Tips for a password: correct horse battery staple",
    "password: never reuse old ones",
    "A passphrase: four random common words, such as correct horse battery staple.",
    "password: Correct Horse Battery Staple",
    "password: required, min length eight",
  ])("is not seen in a sentence or label: %s", (text) => {
    expect(redact(text).value).toBe(text);
    expect(redact(`${text}\nnext line`).value).toBe(`${text}\nnext line`);
  });

  it("is none where PASS says how a test went", () => {
    const text = "PASS: objdump compress debug sections\nPASS: ar adding library members\n";
    expect(redact(text).value).toBe(text);
    expect(redact("PASS=correct horse battery staple\n").value).toBe("PASS=[REDACTED:PASSWORD]\n");
  });
});
