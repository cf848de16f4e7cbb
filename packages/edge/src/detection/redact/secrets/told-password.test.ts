// Passwords that a sentence tells, and sentences that only speak of passwords.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const masked = (text: string): string => redact(text).value as string;
const LEADS = [
  "Your temporary password is ",
  "the root password for db-2 is now ",
  "password has been reset to ",
  "Ihr neues Passwort lautet ",
  "Das Passwort ist: ",
  "Le mot de passe est ",
  "user bob, password ",
  "La contraseña es: ",
  "A senha é ",
  "Het wachtwoord is ",
  'The wifi password is "',
  "passphrase -> ",
  "Passwort → ",
  "the root password (",
  "credentials: admin / ",
  "Login for the staging shop: bob / ",
  "Zugangsdaten: ops@acme / ",
];
const CLOSES: Readonly<Record<string, string>> = { '"': '"', "(": ")" };
const PASSWORDS = ["Tr0ub4dor&3x", "Sommer#2026x", "aB3dE6gH9j", "zq7!mmlp42", "4fGh77xxQ"];

describe("a password that a sentence tells", () => {
  it("is replaced, whatever leads to it, the same in a stream, and once for all", () => {
    const leads = fc.constantFrom(...LEADS);
    fc.assert(
      fc.property(leads, fc.constantFrom(...PASSWORDS), fc.nat(60), (lead, password, cut) => {
        const close = CLOSES[lead.charAt(lead.length - 1)] ?? "";
        const text = `Hello. ${lead}${password}${close}, and it is yours alone.`;
        const out = masked(text);
        expect(out).toBe(text.replace(password, "[REDACTED:PASSWORD]"));
        expect(masked(out)).toBe(out);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
      }),
    );
  });

  it("is replaced behind the address of whose it is", () => {
    expect(masked("The password for ops@acme.dev is aB3dE6gH9j.")).toBe(
      "The password for [REDACTED:EMAIL] is [REDACTED:PASSWORD].",
    );
  });

  it.each([
    "The password is required, and the password is case-sensitive.",
    "The password is base64 encoded; the password is AES256-encrypted or stored as argon2id.",
    "A password is at least 8 characters long, and the password is 12 signs at most.",
    "The password policy is v2.3.1 since 2024-05-01, and the password is $PASSWORD1.",
    'The password is "required", the password is "expired" since 2024.',
    "Das Passwort ist zu kurz (8 Zeichen). Le mot de passe est obligatoire depuis 2024.",
    "Settings -> Password -> Reset2FA, the password (Argon2id), password -> step2",
    "Credentials: admin / editor, login: v2.3 / v2.4, credentials: path / ISO8601, a note / aB3dE6gH9j",
    "the password is <secret1>, the password is https://example.com/reset1, a word is aB3dE6gH9j",
  ])("is none where it only speaks of one: %s", (text) => {
    expect(masked(text)).toBe(text);
  });
});
