// Secrets by their forms and by names that stand apart from them: keys of vendors at their shortest and longest, numbers of JSON keys,
// key files with percent signs or line numbers, values beside a label. Each is made here, letter by letter, and is nobody's.
import { describe, expect, it } from "vitest";
import { scan } from "../../scan.js";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const HEX = "0123456789abcdef";
const WORD = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7xC0";
const made = (signs: string, size: number): string => signs.repeat(Math.ceil(size / signs.length)).slice(0, size);
const hex = (size: number): string => made(HEX, size);
const word = (size: number): string => made(WORD, size);
const UUID = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;

const KEYS: readonly string[] = [
  `shippo_live_${hex(40)}`,
  `duffel_live_${word(43)}`,
  `${word(14)}.atlasv1.${word(65)}`,
  `${hex(32)}-us12`,
  `pat${word(14)}.${hex(64)}`,
  `M${word(23)}.${word(6)}.${word(38)}`,
  `access-production-${UUID}`,
  `APA91b${word(134)}`,
  `sgp_${hex(16)}_${hex(40)}`,
  `live_${hex(35)}`,
  `ops_eyJ${word(200)}`,
  `sk.eyJ${word(60)}.${word(22)}`,
  `pnu_${word(36)}`,
  `rdme_${word(70)}`,
  `ico-${word(32)}`,
  `tskey-auth-k${word(16)}-${word(32)}`,
  `snyk_uat.${word(8)}.${word(90)}`,
  `rzp_live_${word(14)}`,
  `y0_${word(55)}`,
  `pscale_pw_${word(43)}`,
  `sb_secret_${word(31)}`,
  `EZAK${word(54)}`,
  `v1.0-${hex(24)}-${hex(146)}`,
  `glcbt-64_${word(20)}`,
  `gloas-${hex(64)}`,
  `xoxc-${hex(12)}-${hex(12)}-${hex(32)}`,
  `dt0c01.${word(24).toUpperCase()}.${word(64).toUpperCase()}`,
  `FLWSECK_TEST-${hex(32)}-X`,
  `fio-u-${word(64)}`,
  `lin_oauth_${hex(64)}`,
  `NRII-${word(32)}`,
  `cmVmdGtuO${word(55)}`,
  `4b1d${word(38)}`,
  `API-${word(26).toUpperCase()}`,
  `A3-${word(6).toUpperCase()}-${word(11).toUpperCase()}-AB3DE-6GH9J-K2MN5`,
  `pat.${word(22)}.${hex(24)}.${word(20)}`,
  `dp.ct.${word(43)}`,
  `api_org_${word(34)}`,
  `sdk-${UUID}`,
  `pat-na1-${UUID}`,
  `dose${hex(32)}`,
  `sk-lf-${UUID}`,
  `amzn.mws.${UUID}`,
  `ABSKQmVkcm9ja0FQSUtleS${word(90)}`,
  `nvapi-${word(64)}`,
  `sk_${hex(48)}`,
  `csk-${word(48)}`,
  `apify_api_${word(36)}`,
  `AVNS_${word(19)}`,
  `napi_${word(64)}`,
  `rnd_${word(28)}`,
  `ATBB${word(32)}`,
  `cio${word(32)}`,
  `squ_${hex(40)}`,
  `pdl_live_apikey_${word(50)}`,
  `tr_prod_${word(20)}`,
  `rootly_${hex(64)}`,
  `sm_pat_${word(16)}`,
  `xsmtpsib-${hex(64)}-${word(16)}`,
  `live_${word(30)}`,
  `live_${word(40)}`,
  `${word(6)}_${word(29)}_mmk`,
  // A hyphen at the end is the key's own where it is no longer than the shortest.
  `glpat-${word(19)}-`,
  `sq0csp-${word(42)}-`,
];
/** What begins or looks like one of them. */
const NO_KEYS: readonly string[] = [
  "pattern.matching-of-long-names.in-folders",
  `live_${word(35)}`,
  `access-production-of-the-plant-in-may`,
  `M${word(23)}.${word(6)}`,
  `${hex(32)}-user`,
  `v1.0-${hex(24)}`,
  `oy2-${word(20)}`,
  "snyk_uat.md",
  `sdk-${hex(36)}`,
  "API-DOCUMENTATIONOFTHESERVERS",
  `A3-${word(30)}`,
  "pat.of.the.long-names-in-the-folder",
  `4b1d${hex(38)}`,
  `cio-${word(32)}`,
  `sqp_${word(30)}`,
  "AVNS_is-a-name-of-words",
  `${word(36)}_mmkx`,
  `sk.${word(20)}`,
];

const D = word(43);
const JWK = JSON.stringify({ kty: "EC", crv: "P-256", x: word(42), y: word(41), d: D });
const BODY = made(`${WORD}+/`, 64);
const PEM = ["-----BEGIN RSA PRIVATE KEY-----", BODY, BODY, "-----END RSA PRIVATE KEY-----"].join("\n");
const PUTTY = [
  "PuTTY-User-Key-File-3: ssh-rsa",
  "Encryption: none",
  "Comment: k",
  "Private-Lines: 1",
  BODY,
  `Private-MAC: ${hex(64)}`,
];

function textOf(text: string): string {
  return String(redact(text).value);
}

function streamed(text: string, size: number): string {
  const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
  let out = "";
  for (let at = 0; at < text.length; at += size) out += redactor.push(text.slice(at, at + size));
  return out + redactor.end();
}

describe("a secret of its own form", () => {
  it("is replaced in any surroundings, whole, and leaves as an argument with a finding", () => {
    for (const key of KEYS) {
      for (const text of [key, `use ${key} please`, `x: ${key}`, `f("${key}")`, `X=${key}\nY=1`]) {
        expect(textOf(text), text).not.toContain(key.slice(-20, -2));
        expect(textOf(textOf(text))).toBe(textOf(text));
        expect(streamed(text, 7)).toBe(textOf(text));
      }
      expect(scan({ body: `use ${key} please` }).codes, key).toContain("secret_in_arguments");
    }
  });

  it("is not seen in words and identifiers that begin like one", () => {
    for (const text of NO_KEYS) expect(textOf(`see ${text} there`)).toBe(`see ${text} there`);
  });

  it("is the secret number of a key in JSON, as a value, a document, and amid a text", () => {
    expect(redact(JSON.parse(JWK)).value).toMatchObject({ d: "[REDACTED:PRIVATE_KEY]", x: word(42), y: word(41) });
    for (const text of [JWK, `1: ${JWK}`, `KEY="${JWK}"`, JSON.stringify({ k: JWK }), `> ${JWK}`]) {
      expect(textOf(text), text).not.toContain(D);
      expect(textOf(text)).toContain(word(41));
      expect(streamed(text, 5)).toBe(textOf(text));
    }
    expect(scan({ text: JWK }).codes).toContain("secret_in_arguments");
    for (const value of [{ d: "2024-05-01" }, { p: 2, q: "apples" }, { d: "M 10 10 L 20 20" }, { d: hex(64) }])
      expect(redact(value).value).toEqual(value);
  });

  it("is a key file with percent signs, and one of PuTTY whose lines have numbers or marks", () => {
    for (const text of [PEM, PUTTY.join("\n")].map((file) => `https://a.example/?k=${encodeURIComponent(file)}`)) {
      expect(textOf(text)).toBe("https://a.example/?k=[REDACTED:PRIVATE_KEY]");
      expect(streamed(text, 11)).toBe(textOf(text));
    }
    for (const mark of [(at: number) => `${at}: `, (at: number) => `  ${at}\t`, () => "> ", () => "+"])
      expect(textOf(PUTTY.map((line, at) => mark(at + 1) + line).join("\n"))).not.toContain(BODY);
    expect(textOf("A file begins with PuTTY-User-Key-File-3: ssh-rsa, then the cipher.")).toContain("ssh-rsa");
    expect(scan({ text: PEM.replaceAll("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK") }).codes).toContain(
      "secret_in_arguments",
    );
  });
});

describe("a secret whose name stands apart", () => {
  it.each([
    (name: string, value: string) => `<add key="${name}" value="${value}" />`,
    (name: string, value: string) => `- name: ${name}\n  value: "${value}"`,
    (name: string, value: string) => `- name: ${name}\n  value: ${value}`,
    (name: string, value: string) => `variable "${name}" { default = "${value}" }`,
    (name: string, value: string) => `{\\"name\\": \\"${name}\\", \\"value\\": \\"${value}\\"}`,
    (name: string, value: string) => `${name} := "${value}"`,
    (name: string, value: string) => `X="a=1\\n${name}=${value}"`,
    (name: string, value: string) => `+${name}=${value}`,
  ])("is replaced: form %#", (write) => {
    for (const name of ["DB_PASSWORD", "API_KEY", "client_secret", "password"]) {
      const text = write(name, word(24));
      expect(textOf(text), text).not.toContain(word(24));
      expect(streamed(text, 3)).toBe(textOf(text));
      const other = write("BUILD_NUMBER", word(24));
      expect(textOf(other)).toBe(other);
    }
  });

  it("is not a label of a form, a template, a path, or a word", () => {
    for (const text of [
      `<input name="password" value="Log in">`,
      `<input type="submit" name="password" value="Change password">`,
      `- name: password\n  value: $(DB_PASSWORD)`,
      `variable "token" { default = "" }`,
      `variable "secret" { default = "none" }`,
      "pwd: /home/app",
      "pwd=/srv/app/current",
      `"password": "/run/secrets/db_password"`,
      "The login form asks for a password twice.",
    ])
      expect(textOf(text)).toBe(text);
    expect(redact({ pwd: "/home/app", password: "/run/secrets/db_password" }).redactions).toEqual([]);
  });

  it("is what .netrc, logins of registries, and Oracle's thin driver take", () => {
    const secret = word(12);
    for (const text of [
      `machine api.acme.com login deploy password ${secret}`,
      `docker login -u me -p ${secret} reg.io`,
      `jdbc:oracle:thin:scott/${secret}@//db:1521/ORCL`,
    ]) {
      expect(textOf(text), text).toBe(text.replace(secret, "[REDACTED:PASSWORD]"));
      expect(streamed(text, 4)).toBe(textOf(text));
    }
    for (const text of ["docker run -p 8080:80 img", "mkdir -p build1/out", "ssh -p 2222 host1"])
      expect(textOf(text)).toBe(text);
  });
});

describe("a number", () => {
  it("is no phone for the word that the next line begins with", () => {
    const text = "lsn=9701/4893\nPhone support is open from nine.";
    expect(textOf(text)).toBe(text);
  });

  it("is a card of Diners Club in one row where its check digit fits", () => {
    expect(textOf("paid with 36489380091945 today")).toBe("paid with [REDACTED:CARD] today");
    for (const text of ["paid with 36489380091946 today", "order number 36489380091945", "at 20240511103012"])
      expect(textOf(text)).toBe(text);
  });
});
