// Lines `NAME=value` of environments and properties: names of passwords, and values of any signs.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const masked = (text: string): string => redact(text).value as string;
const NAMES = [
  "DB_PASSWORD",
  "DB_PASS",
  "SMTP_PASS",
  "export REDIS_PASS",
  "spring.mail.password",
  "ldap-pass",
  "PGPASSWORD",
];
const part = fc.constantFrom("a", "Z", "7", ",", ";", "&", ")", "}", ">", "]", "!", "=", "é", "密");
const passwords = fc.array(part, { maxLength: 20 }).map((parts) => `hunter2!${parts.join("")}x`);
const OTHER_PAIR = /[&;,][\w.-]{1,40}=/;

describe("a password on a line of its own", () => {
  it("is replaced to the end of the line, the same in a stream, and once for all", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), passwords, fc.nat(60), (name, password, cut) => {
        fc.pre(!OTHER_PAIR.test(password));
        const text = `A=1\n${name}=${password}\nHOST=db`;
        const out = masked(text);
        expect(out).toBe(`A=1\n${name}=[REDACTED:PASSWORD]\nHOST=db`);
        expect(masked(out)).toBe(out);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
      }),
    );
  });

  it("is replaced to the end of the line behind a colon, too, but for the full stop of a sentence", () => {
    expect(masked("user: bob\npassword: Hunter2&3!\nhost: db")).toBe(
      "user: bob\npassword: [REDACTED:PASSWORD]\nhost: db",
    );
    expect(masked("password: Hunter2.\n")).toBe("password: [REDACTED:PASSWORD].\n");
    expect(masked("password: Hunter2&user=bob\n")).toBe("password: [REDACTED:PASSWORD]&user=bob\n");
  });

  it("is the key of a wireless network", () => {
    for (const name of ["psk", "wpa_psk", "PSK"]) expect(masked(`${name}=horse12`)).toBe(`${name}=[REDACTED:PASSWORD]`);
    expect(redact({ psk: "horse123", ask: "horse123" }).value).toEqual({ psk: "[REDACTED:PASSWORD]", ask: "horse123" });
    const text = "task=horse123 risk: horse123 modulation: QPSK 16";
    expect(masked(text)).toBe(text);
  });

  it("ends where another pair, the end of a statement or what is around it begins", () => {
    for (const rest of ["&user=bob", ";Server=db", ",user=bob", ";", ")", '"', "')", " && run"])
      expect(masked(`password=abcd1${rest}\n`)).toBe(`password=[REDACTED:PASSWORD]${rest}\n`);
  });

  it("is none where pass is no account's: results of tests, tickets, filters", () => {
    const text =
      "tests_pass=1234\nlow_pass=300Hz1\nsmoke_pass=passed\nbypass=12345678a\nclass=abc12345\nski_pass=season2026";
    expect(masked(text)).toBe(text);
  });

  it("is a key of an application or a master where the value looks like one", () => {
    const hex = "3f9a1c7e5b2d8064af13c97e3f9a1c7e";
    for (const name of ["RAILS_MASTER_KEY", "APP_KEY", "secret_key_base", "HMAC_KEY", "jwt-key"]) {
      for (const value of [hex, `base64:${hex}=`])
        expect(masked(`${name}=${value}`)).toBe(`${name}=[REDACTED:API_KEY]`);
      expect(masked(`${name}: com.acme.shop`)).toBe(`${name}: com.acme.shop`);
    }
    expect(redact({ master_key: hex, app_key: "com.acme.Shop" }).value).toEqual({
      master_key: "[REDACTED:API_KEY]",
      app_key: "com.acme.Shop",
    });
  });

  it("is replaced where a variable is set without a sign", () => {
    for (const set of ["ENV", "setenv", "set -x", "set -gx"]) {
      expect(masked(`FROM node\n${set} DB_PASSWORD hunter2x\n`)).toBe(
        `FROM node\n${set} DB_PASSWORD [REDACTED:PASSWORD]\n`,
      );
      const key = "3f9a1c7e5b2d8064af13c97e3f9a1c7e";
      expect(masked(`${set} SECRET_KEY_BASE "${key}"`)).toBe(`${set} SECRET_KEY_BASE "[REDACTED:API_KEY]"`);
      const none = `${set} DB_PASSWORD $PW1\n${set} NODE_VERSION 20.1.4abc\nthe ENV PASSWORD variable\n${set} TOKEN ""`;
      expect(masked(none)).toBe(none);
    }
  });

  it("is the value of pw where it looks like nothing else", () => {
    expect(masked("const pw = 'b7Kd-02-lMx'")).toBe("const pw = '[REDACTED:PASSWORD]'");
    expect(masked("const pw = 'password'; pw = input1; pw: 12px")).toBe("const pw = 'password'; pw = input1; pw: 12px");
  });
});
