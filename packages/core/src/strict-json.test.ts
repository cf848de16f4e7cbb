import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "./json-numbers.js";
import {
  jsonDepth,
  parseStrictJson,
  StrictJsonError,
  type StrictJsonErrorCode,
  type StrictJsonLimits,
} from "./strict-json.js";

const LIMITS = { maxDepth: 64, maxBytes: 1 << 20 };
const bytesOf = (text: string) => new TextEncoder().encode(text);

function codeOf(input: Uint8Array | string, limits: StrictJsonLimits = LIMITS): StrictJsonErrorCode {
  try {
    parseStrictJson(input, limits);
  } catch (error) {
    if (error instanceof StrictJsonError) return error.code;
    throw error;
  }
  throw new Error("the input was not refused");
}

describe("strict JSON", () => {
  it("gives what JSON.parse gives for text without repeated keys", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme", maxDepth: 5 }), fc.nat(3), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(parseStrictJson(spaced, LIMITS)).toEqual(JSON.parse(spaced));
        expect(parseStrictJson(bytesOf(spaced), LIMITS)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it("never throws anything but its own error, whatever the bytes", () => {
    const noise = fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ua0 1') }));
    fc.assert(
      fc.property(noise, (input) => {
        try {
          parseStrictJson(input, LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(StrictJsonError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("finds a key that is repeated anywhere, however it is escaped", () => {
    const nested = fc.constantFrom(
      (inner: string) => inner,
      (inner: string) => `[1,${inner}]`,
      (inner: string) => `{"x":${inner}}`,
    );
    const escapeAll = (key: string) =>
      Array.from({ length: key.length }, (_, at) => `\\u${key.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.array(nested, { maxLength: 4 }),
        (key, wrappers) => {
          const object = `{${JSON.stringify(key)}:1,"other${key.length}":{"k":":{"},"${escapeAll(key)}":2}`;
          const text = wrappers.reduce((inner, wrap) => wrap(inner), object);
          if (key === `other${key.length}`) return;
          expect(() => parseStrictJson(text, LIMITS)).toThrow(
            expect.objectContaining({ code: "duplicate_json_key", key }),
          );
        },
      ),
    );
  });

  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a\\"":1,"a":2}',
    '{"":1,"a":{"":2}}',
    '{"a":"a:b","b":"{\\"a\\":1}"}',
  ])("takes %s, where no object repeats a key", (text) => {
    expect(parseStrictJson(text, LIMITS)).toEqual(JSON.parse(text));
  });

  it.each<[string, Uint8Array | string, StrictJsonErrorCode]>([
    ["nothing", "", "not_json"],
    ["a trailing comma", "[1,]", "not_json"],
    ["two values", "{} {}", "not_json"],
    ["a comment", "/**/{}", "not_json"],
    ["NaN", "NaN", "not_json"],
    ["single quotes", "{'a':1}", "not_json"],
    ["a raw control character in a string", '"a\u0000b"', "not_json"],
    ["an unterminated string", '{"a":"b', "not_json"],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), "not_json"],
    ["a repeated key", '{"a":1,"a":1}', "duplicate_json_key"],
    ["a repeated __proto__", '{"__proto__":1,"__proto__":2}', "duplicate_json_key"],
    ["a repeated index key", '{"1":1,"\\u0031":2}', "duplicate_json_key"],
    ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "invalid_utf8"],
    ["an overlong form", new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), "invalid_utf8"],
    ["a surrogate in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), "invalid_utf8"],
    ["an escaped unpaired surrogate", '["\\ud800"]', "lone_surrogate"],
    ["an unpaired surrogate in a key", '{"\\uDC00":1}', "lone_surrogate"],
    ["a raw unpaired surrogate", '"\ud800"', "lone_surrogate"],
    ["a surrogate at the top", '"\\ud83dx"', "lone_surrogate"],
  ])("refuses %s", (_what, input, code) => {
    expect(codeOf(input)).toBe(code);
  });

  it("allows an escaped NUL and a surrogate pair", () => {
    expect(parseStrictJson('["\\u0000","\\ud83d\\ude00"]', LIMITS)).toEqual(["\u0000", "\u{1f600}"]);
  });

  it("allows exactly maxDepth levels, and refuses 100,000 of them at once", () => {
    expect(jsonDepth(parseStrictJson("[".repeat(64) + "]".repeat(64), LIMITS))).toBe(64);
    expect(codeOf("[".repeat(65) + "]".repeat(65))).toBe("too_deep");
    expect(codeOf(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)).toBe("too_deep");
    const deep = parseStrictJson("[".repeat(100_000) + "]".repeat(100_000), { maxDepth: 100_000 });
    expect(jsonDepth(deep)).toBe(100_000);
    expect(parseStrictJson('"[[[["', { maxDepth: 0 })).toBe("[[[[");
  });

  it("counts the size in UTF-8 bytes, for text as for bytes", () => {
    const text = JSON.stringify("é€😀");
    const { length } = bytesOf(text);
    for (const input of [text, bytesOf(text)]) {
      expect(parseStrictJson(input, { maxDepth: 1, maxBytes: length })).toBe("é€😀");
      expect(codeOf(input, { maxDepth: 1, maxBytes: length - 1 })).toBe("too_large");
    }
  });

  it("counts arrays, objects and commas as values, but not what stands in strings, and refuses more before it builds any", () => {
    const text = '{"a,[{":[[],{},"1,2,3"],"b":1}';
    expect(parseStrictJson(text, { maxDepth: 64, maxValues: 7 })).toEqual(JSON.parse(text));
    expect(codeOf(text, { maxDepth: 64, maxValues: 6 })).toBe("too_many_values");
    expect(codeOf("[1,,,", { maxDepth: 64, maxValues: 3 })).toBe("too_many_values");
  });

  it("brings prototype keys out as plain members that change no prototype", () => {
    const value = parseStrictJson(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      LIMITS,
    );
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((value as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("does not quote the input in its messages", () => {
    expect(() => parseStrictJson('{"password":"hunter2"', LIMITS)).toThrow(/^((?!hunter2).)*$/);
  });

  it("takes linear time for backslashes and quotes", () => {
    const text = JSON.stringify({ a: `${"\\".repeat(300_000)}${'"'.repeat(300_000)}` });
    expect(parseStrictJson(text, { maxDepth: 2 })).toEqual(JSON.parse(text));
  });

  it.each<[JsonValue, number]>([
    [null, 0],
    ["[[", 0],
    [[], 1],
    [{}, 1],
    [[[], {}, { a: [1] }], 3],
  ])("the depth of %j is %i", (value, depth) => {
    expect(jsonDepth(value)).toBe(depth);
  });
});
