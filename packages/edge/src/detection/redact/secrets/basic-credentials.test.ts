// Basic credentials of an Authorization header in a text: a log, a command, a dump of a request.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY } from "../policy.js";
import { redact } from "../redact.js";
import { createTextRedactor } from "../streams/text-redactor.js";

const masked = (text: string): string => redact(text).value as string;
const FORMS: readonly (readonly [before: string, behind: string])[] = [
  ["> Authorization: Basic ", "\r\n> Accept: */*"],
  ["curl -H 'authorization: basic ", "' https://api.example"],
  ["proxy-authorization:Basic ", ""],
  ['got "Authorization": "Basic ', '", "accept": …'],
];
const word = fc.string({ unit: fc.constantFrom(..."abcXYZ019!$ é"), minLength: 3, maxLength: 30 });
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("Basic credentials of a header", () => {
  it.each(FORMS)("are redacted whoever they belong to: %s…%s", (before, behind) => {
    fc.assert(
      fc.property(word, word, fc.nat(80), (user, password, cut) => {
        const text = `${before}${base64(`${user}:${password}`)}${behind}`;
        const out = masked(text);
        expect(out).toBe(`${before}[REDACTED:API_KEY]${behind}`);
        expect(masked(out)).toBe(out);
        const redactor = createTextRedactor(DEFAULT_REDACTION_POLICY);
        expect(redactor.push(text.slice(0, cut)) + redactor.push(text.slice(cut)) + redactor.end()).toBe(out);
      }),
    );
  });

  it("are redacted under the name that settings of registries give them", () => {
    fc.assert(
      fc.property(word, word, (user, password) => {
        const auth = base64(`${user}:${password}`);
        const settings = (value: string) => ({
          auths: { "registry.example": { auth: value }, other: { _auth: value } },
        });
        expect(redact(settings(auth)).value).toEqual(settings("[REDACTED:API_KEY]"));
        expect(redact(JSON.stringify(settings(auth))).value).toBe(JSON.stringify(settings("[REDACTED:API_KEY]")));
        expect(redact({ author: auth }).value).toEqual({ author: auth });
      }),
    );
    for (const auth of ["basic", "oauth2", "none", base64("no colon here")])
      expect(redact({ auth }).value).toEqual({ auth });
  });

  it("are none in prose, templates and other words behind the name", () => {
    for (const text of [
      "Authorization: Basic authentication is used.",
      "Authorization: Basic <credentials>",
      "Authorization: Basic abcdefghijkl",
      "The authorization: basic rules apply.",
      "Basic dXNlcjpwYXNz is an example",
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});
