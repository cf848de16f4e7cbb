// Numbers that a double would change: seen by redaction in all their digits, and left as they were written elsewhere.
import { formatJson, parseJson } from "@portcullis/core";
import { describe, expect, it } from "vitest";
import { DEFAULT_REDACTION_POLICY, type RedactionPolicy } from "../policy.js";
import { redact } from "../redact.js";
import { createJsonRedactor } from "../streams/json-redactor.js";

const LONG_CARD = "6212345678901232001";
const ORDER = "12345678901234567890";
/** Not one digit more than the card: as a double it fails the check. */
const TEXT = `{"card_number":${LONG_CARD},"order":${ORDER},"below":-${LONG_CARD},"rate":1e300,"list":[{"card":${LONG_CARD}},${ORDER}]}`;

function streamed(text: string, size: number, policy: RedactionPolicy = DEFAULT_REDACTION_POLICY): string {
  const redactor = createJsonRedactor(policy);
  let out = "";
  for (let at = 0; at < text.length; at += size) out += redactor.push(text.slice(at, at + size));
  return out + redactor.end();
}

describe("numbers that a double would change", () => {
  const expected = `{"card_number":0,"order":${ORDER},"below":-${LONG_CARD},"rate":1e300,"list":[{"card":0},${ORDER}]}`;

  it("are redacted by their digits in a value", () => {
    const { value, counts } = redact(parseJson(TEXT));
    expect(formatJson(value)).toBe(expected.replace("1e300", "1e+300"));
    expect(counts).toEqual([{ kind: "card", count: 2 }]);
  });

  it.each([1, 7, 1000])("are redacted by their digits in a text in pieces of %i", (size) => {
    expect(streamed(TEXT, size)).toBe(expected);
  });

  it("have their placeholder in a document in a string", () => {
    const { value } = redact({ document: TEXT });
    expect((value as { document: string }).document).toBe(
      TEXT.replace(`"card_number":${LONG_CARD}`, '"card_number":"[REDACTED:CARD]"').replace(
        `{"card":${LONG_CARD}}`,
        '{"card":"[REDACTED:CARD]"}',
      ),
    );
  });

  it("are the tenant's under its keys", () => {
    const { value } = redact({ secret: BigInt(ORDER) }, { ...DEFAULT_REDACTION_POLICY, keys: ["secret"] });
    expect(value).toEqual({ secret: 0 });
  });

  it("pass as they came where no number holds them", () => {
    const text = `{"n":1e400,"list":[1E+999,${"9".repeat(400)}]}`;
    expect(streamed(text, 3)).toBe(text);
    expect(redact(parseJson(text)).value).toEqual(parseJson(text));
  });
});
