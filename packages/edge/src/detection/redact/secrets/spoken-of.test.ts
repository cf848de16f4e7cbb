// What documentation, licences and sources hold that only looks like a secret or a number of a person: it stays as it is, and
// what it looks like is redacted beside it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

const masked = (text: string): string => redact(text).value as string;
const KEY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";

describe("a name that code compares", () => {
  const names = fc.constantFrom("token", "password", '"password"', "e.token", "apiKey", "secret");
  const values = fc.stringMatching(/^[0-9]{2,9}$|^[a-z]\.type[0-9]?$/);
  it("is no name of a secret, whatever it is compared with", () => {
    fc.assert(
      fc.property(names, fc.constantFrom("==", "==="), values, values, (name, sign, one, other) => {
        const code = `if(${name}${sign}${one}||${name}${sign}${other})next();`;
        expect(masked(code)).toBe(code);
      }),
    );
  });

  it("is one where it is set", () => {
    expect(masked("password=hunter22x")).toBe("password=[REDACTED:PASSWORD]");
  });
});

describe("a value under a name that speaks of passwords", () => {
  it.each([
    '{"devDependencies": {"bcrypt-password": "1.4.2", "reset-password": "^3.0.0-beta.1"}}',
    'headers = {"X-meta-token": session_token2}',
    '{"PASSWORD": challenge_of_test}',
    "group_name:password:GID:user_list",
    "pw_name:pw_passwd:pw_uid:pw_gid:pw_shell",
    "--password=HASŁO    pyta o hasła",
    "client-secret=CLIENT-SECRET",
    "discriminator:\n  mapping:\n    password: '#/components/schemas/Login'\n",
  ])("stays where it is a version, a place, a name of code, or stands for one: %s", (text) => {
    expect(masked(text)).toBe(text);
  });
});

describe("a value that a name of code or of a place may stand for", () => {
  it.each(['"password": my_secret_pw', "--password=GEHEIM", "--password=HUNTERTWO --user=kim"])(
    "is a password where neither is meant: %s",
    (text) => {
      expect(masked(text)).toContain("[REDACTED:PASSWORD]");
    },
  );
});

describe("words that fit an account number's length and check digits", () => {
  it("stay", () => {
    const text = "Should set is404 flag for unmatched paths";
    expect(masked(text)).toBe(text);
  });

  it("do not hide one", () => {
    expect(masked("IS14 0159 2600 7654 5510 7303 39")).toBe("[REDACTED:IBAN]");
  });
});

describe("figures", () => {
  it.each([
    "only Restricted Rights as defined in Clause 252.227-7015 of the regulation",
    "const low=(b,i)=>word(b,i)+4294967296*word(b,i+4)",
    "expect(push.call({ length: 0x100000000 }, 1)).not.toBe(4294967297)",
    "['192.175.48.0/24', 'Direct Delegation']",
    "release.assert_called_with(public_ip='192.168.10.1')",
  ])("of clauses, sums and networks are no phones: %s", (text) => {
    expect(masked(text)).toBe(text);
  });

  it.each([
    "call (212) 555-0147",
    "(office)+491701234567",
    "Is it (home)+493012345678?",
    "212.555.0147",
    "212-555-0147",
    "415.555-2671",
    "Tel. 044.123.45.67",
    "030.123.45.67",
  ])("that can be dialled are: %s", (text) => {
    expect(masked(text)).toContain("[REDACTED:PHONE]");
  });
});

describe("the opening line of a private key", () => {
  it.each([
    'if (pem.indexOf("-----BEGIN PRIVATE KEY-----") !== 0) throw new TypeError("no PKCS#8"); return read(pem);',
    "const isKey = pem.startsWith('-----BEGIN EC PRIVATE KEY-----');",
    "return /-----BEGIN RSA PRIVATE KEY-----/.test(pem);",
  ])("stays with all behind it where code looks for it: %s", (text) => {
    expect(masked(text)).toBe(text);
  });

  it.each([
    `echo "-----BEGIN PRIVATE KEY-----"; echo "${KEY}"`,
    `lines = ["-----BEGIN PRIVATE KEY-----", "${KEY}", "-----END PRIVATE KEY-----"]`,
    `key = ("-----BEGIN PRIVATE KEY-----") + "${KEY}"`,
  ])("goes with the key that follows: %s", (text) => {
    expect(masked(text)).not.toContain(KEY);
  });
});
