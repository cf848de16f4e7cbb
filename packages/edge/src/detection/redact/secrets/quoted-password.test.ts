// Passwords in quotation marks: the whole of what stands between them goes, whatever signs it holds.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const masked = (text: string): string => redact(text).value as string;
const FORMS: readonly (readonly [before: string, behind: string])[] = [
  ["run with DB_PASSWORD='", "' and go on"],
  ['export PGPASSWORD="', '"; psql'],
  ['log: "password": "', '", "user": "bob" …'],
  ["{'password': '", "', 'user': 'bob'}"],
  ['sent {\\"password\\": \\"', '\\", \\"user\\": \\"bob\\"}'],
  ["db.password: '", "'\nuser: bob"],
  ["'password' => `", "`,"],
  ["$config['db_pass'] = '", "';"],
  ['settings["default"]["password"] = "', '"'],
];
const part = fc.constantFrom("a", "Z", "7", " ", ",", ";", "&", ")", "}", ">", "]", "!", "=", "é", "密");
const passwords = fc.array(part, { minLength: 1, maxLength: 30 }).map((parts) => `hunter2!${parts.join("")}x`);

describe("a password in quotation marks", () => {
  it.each(FORMS)("is redacted to the closing mark, and nothing behind it: %s…%s", (before, behind) => {
    fc.assert(
      fc.property(passwords, fc.nat(80), (password, cut) => {
        const text = `${before}${password}${behind}`;
        const out = masked(text);
        expect(out).toBe(`${before}[REDACTED:PASSWORD]${behind}`);
        expect(masked(out)).toBe(out);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
      }),
    );
  });

  it("is none among the labels, messages and comparisons of source code", () => {
    for (const text of [
      "$lang['password'] = 'Mot de passe';",
      'errors["password"] = "must have 8 characters"',
      'if (form["password"] == "abc123def") {',
      'cfg["password"] = other["password2"]',
    ])
      expect(masked(text)).toBe(text);
  });

  it("holds escaped marks, too", () => {
    expect(masked(`x "password": "hunter2\\" and more", "user": 1`)).toBe(
      `x "password": "[REDACTED:PASSWORD]", "user": 1`,
    );
  });

  it("is long enough as a whole, however short its first word is", () => {
    expect(masked('db:\n  password: "pa5s w0rd"\n  port: 5')).toBe('db:\n  password: "[REDACTED:PASSWORD]"\n  port: 5');
  });

  it("ends at its first word where the mark is not closed on its line", () => {
    expect(masked("PASSWORD='hunter2! and\nso on'")).toBe("PASSWORD='[REDACTED:PASSWORD] and\nso on'");
  });
});
