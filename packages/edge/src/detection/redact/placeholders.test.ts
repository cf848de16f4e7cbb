// A placeholder is never replaced in part, nor put into another, whatever stands around it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compiled-policy.js";
import { detect } from "./detect.js";
import { Looks } from "./looks.js";
import { DEFAULT_REDACTION_POLICY, REDACTION_KINDS, type RedactionPolicy } from "./policy.js";
import { redact } from "./redact.js";
import { createTextRedactor } from "./streams/text-redactor.js";

const PIECES =
  'anna@example.com|bob%40example.com|4111 1111 1111 1111|+49 30 1234567|123-45-6789|hunter2x|s3cret!pw|k3yValue99xZ77|[REDACTED:EMAIL]|[REDACTED:PASSWORD]|[REDACTED:CARD:1111]|[]|://|http://|u:|:|@|@host/x|@x.com|/|.|-|_|password=|password: |"password": "|--password |api_key=|Bearer |Authorization: Basic |<password>|</password>|密码：|\'|"|\\"| |\n|,|;|a|7|(|)|%|&|AKIAIOSFODNN7REALKEY|AAbbccddeeff00112233445566778899aab|12345678:'.split(
    "|",
  );
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((parts) => parts.join(""));
const POLICIES: readonly RedactionPolicy[] = [
  DEFAULT_REDACTION_POLICY,
  {
    kinds: { ...DEFAULT_REDACTION_POLICY.kinds, email: "token", card: "last_four", phone: "drop" },
    tokenKey: "k".repeat(20),
  },
  { kinds: { ...DEFAULT_REDACTION_POLICY.kinds, ip_address: "mask", password: "last_four", api_key: "last_four" } },
];
const PLACEHOLDER = /\[REDACTED:[A-Z_]{2,12}(?::[A-Za-z0-9]{1,4}|:[a-p]{16})?\]/g;

describe("a placeholder", () => {
  it("is whole wherever it stands, in a text and in a stream, and stays so", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...POLICIES), fc.nat(200), (text, policy, cut) => {
        const out = redact(text, policy).value as string;
        expect(out.replace(PLACEHOLDER, "")).not.toContain("REDACTED");
        expect(redact(out, policy).value).toBe(out);
        const stream = createTextRedactor(policy);
        const at = cut % (text.length + 1);
        expect(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end()).toBe(out);
      }),
      { numRuns: 6000 },
    );
  });

  it.each(REDACTION_KINDS)("that is the mask of %s is passed over in one step", (kind) => {
    class Counted extends Looks {
      count = 0;
      override note(place: number, end: number): void {
        this.count += 1;
        super.note(place, end);
      }
    }
    const looks = new Counted();
    const text = `[REDACTED:${kind.toUpperCase()}] `.repeat(50);
    const { matches } = detect(text, 0, compilePolicy(DEFAULT_REDACTION_POLICY).options("", true), 0, undefined, looks);
    expect(matches).toEqual([]);
    expect(looks.count).toBe(0);
  });

  it.each([
    ["db://bob@example.com:hunter2@host", "db://[REDACTED:EMAIL]:[REDACTED:PASSWORD]@host"],
    ["https://[REDACTED:EMAIL]:pw@host", "https://[REDACTED:EMAIL]:[REDACTED:PASSWORD]@host"],
    ["https://[REDACTED:EMAIL]@host", "https://[REDACTED:EMAIL]@host"],
    ["https://u:[REDACTED:PASSWORD]@host", "https://u:[REDACTED:PASSWORD]@host"],
    ["https://[REDACTED:EMAIL:ecom]@host", "https://[REDACTED:EMAIL:ecom]@host"],
    ["curl -u anna@example.com https://x", "curl -u [REDACTED:EMAIL] https://x"],
    ["curl -u anna@example.com:hunter2", "curl -u [REDACTED:EMAIL]:[REDACTED:PASSWORD]"],
    ["password=x[REDACTED:EMAIL]", "password=[REDACTED:PASSWORD]"],
    ["bob%40example.com;密码：s3cret!pw", "[REDACTED:EMAIL];密码：[REDACTED:PASSWORD]"],
    ["[REDACTED:EMAIL] 密码：s3cret!pw", "[REDACTED:EMAIL] 密码：[REDACTED:PASSWORD]"],
    ["[REDACTED:PASSWORD:a1b2]xyz9", "[REDACTED:PASSWORD:a1b2]xyz9"],
  ])("beside a name or password of another is whole: %s", (text, expected) => {
    expect(redact(text).value).toBe(expected);
  });
});
