// Lines of .pgpass, cookies of sessions, keys with a sign of their own and keys with signs in them that show nothing. Each is made
// here, letter by letter, and is nobody's.
import { describe, expect, it } from "vitest";
import { scan } from "../../scan.js";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const word = (size: number): string => "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7xC0".repeat(3).slice(0, size);
const hex = (size: number): string => "0123456789abcdef".repeat(4).slice(0, size);
const masked = (text: string): unknown => redact(text).value;

/** A text with its secret between bars, and the kind of the secret. */
const FOUND: readonly (readonly [string, string])[] = [
  ["localhost:5432:shop:app:|s3cr3tPw9|", "PASSWORD"],
  ["*:5432:*:app:|s3cr3tPw9|\n", "PASSWORD"],
  ["*:*:*:app:|s3cr3tPw9|", "PASSWORD"],
  ["# servers\ndb.shop.example.com:6432:*:app@shop:|pa!ssword|\nother", "PASSWORD"],
  ["echo 'h1:5432:shop:app:|s3cr3t\\:Pw9|' > ~/.pgpass", "PASSWORD"],
  [`Set-Cookie: sid=|s%3A${word(20)}.${word(12)}|; Path=/; HttpOnly`, "API_KEY"],
  [`{"set-cookie": "shop_session=|${word(32)}|; secure"} and more`, "API_KEY"],
  [`Cookie: theme=dark; session_id=|${word(32)}|`, "API_KEY"],
  [`curl --cookie 'auth=|${word(30)}|' https://shop.example.com`, "API_KEY"],
  [`/list;JSESSIONID=|${hex(32)}|`, "API_KEY"],
  [`seen PHPSESSID=|${hex(26)}| twice`, "API_KEY"],
  [`__Secure-next-auth.session-token=|${word(60)}|`, "API_KEY"],
  [`|access_token$production$${hex(16)}$${hex(32)}|`, "API_KEY"],
  [`oc login --token |sha256~${word(43)}|.`, "API_KEY"],
  [`AZURE |abc8Q~${word(34)}| expires`, "API_KEY"],
  [`key |ghp_${word(10)}\u200b${word(26)}| end`, "API_KEY"],
  [`key |gh\u00adp_${word(36)}| end`, "API_KEY"],
  ["key |AK\ufeffIAIOSFODNN7REALKEY| end", "API_KEY"],
  [`|eyJhbGciOiJIUzI1NiJ9.\u2060eyJzdWIiOiIxMjM0NTY3ODkwIn0.${word(43)}|`, "JWT"],
];
const PASSED: readonly string[] = [
  "app.ts:1200:5:error:TS2304x",
  "12:30:45:123:abc123def",
  "host:8080:/path:x:y12345",
  "localhost:5432:shop:app:password",
  "see localhost:5432:shop:app:s3cr3tPw9 there",
  "localhost:5432:shop:app:s3cr3tPw9:more",
  "root:x:0:0:root:/root:/bin/bash1",
  `session=${word(32)}`,
  "Cookie: theme=dark-2024-mode; lang=en",
  "Set-Cookie: sid=deleted; Path=/",
  "Set-Cookie: session=$SESSION_ID_12; Path=/",
  "requests.get(url, cookies=jar, session=db_session)",
  "the cookie of a session=long-running",
  `access_token$production$${hex(16)}`,
  `sha256:${hex(64)}`,
  `sha256~${word(42)}`,
  `abc8Q~${word(20)}`,
  `word\u200bgh_p${word(36)}`,
  "a\u200bpattern.matching-of-long-names",
];

describe("a secret of a session, of a line of .pgpass, or with a sign in it", () => {
  it.each(FOUND)("is replaced, in a text and in a stream split anywhere: %j", (marked, kind) => {
    const [before = "", secret = "", after = ""] = marked.split("|");
    const text = before + secret + after;
    const expected = `${before}[REDACTED:${kind}]${after}`;
    expect(masked(text)).toBe(expected);
    expect(masked(expected)).toBe(expected);
    for (let at = 0; at <= text.length; at += 1) {
      const stream = createTextRedactor(DEFAULT_REDACTION_POLICY);
      expect(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end()).toBe(expected);
    }
  });

  it.each(PASSED)("is nothing that looks like one: %j", (text) => {
    expect(masked(text)).toBe(text);
  });

  it("is found below the name of a header, where the pair stands alone", () => {
    const headers = (cookie: string) => ({ headers: { Cookie: cookie } });
    expect(masked(`a=1; sid=${word(32)}`)).toBe(`a=1; sid=${word(32)}`);
    expect(redact(headers(`a=1; sid=${word(32)}; auth=${word(30)}`)).value).toEqual(
      headers("a=1; sid=[REDACTED:API_KEY]; auth=[REDACTED:API_KEY]"),
    );
  });

  it("is the whole of a symmetric key in JSON, and no short member of that name", () => {
    expect(redact({ kty: "oct", k: word(43) }).value).toEqual({ kty: "oct", k: "[REDACTED:PRIVATE_KEY]" });
    expect(masked(`jwk = {"kty":"oct","k":"${word(43)}"}`)).toBe('jwk = {"kty":"oct","k":"[REDACTED:PRIVATE_KEY]"}');
    expect(redact({ k: "kilo-10", v: word(43) }).value).toEqual({ k: "kilo-10", v: word(43) });
  });

  it.each([`access_token$sandbox$${hex(16)}$${hex(32)}`, `sha256~${word(43)}`, `abc8Q~${word(34)}`])(
    "is found in arguments: %s",
    (key) => {
      expect(scan({ note: `use ${key} here` }).codes).toEqual(["secret_in_arguments"]);
    },
  );
});
