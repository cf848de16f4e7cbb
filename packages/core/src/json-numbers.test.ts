import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize } from "./canonical-json.js";
import { formatJson, hideBigints, hideIntegers, parseJson, revealIntegers, showIntegers } from "./json-numbers.js";
import { parseStrictJson, StrictJsonError } from "./strict-json.js";

const LIMITS = { maxDepth: 64 };
const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value));
const name = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("__proto__", "constructor", "1", "00"));
const other = fc.oneof(
  fc.string({ unit: "grapheme" }),
  integer,
  fc.constantFrom('12345678901234567890"', '\\"12345678901234567890', "1e400"),
);
/** JSON texts whose every token is known, written without space. */
const { text: anyText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    integer,
    fraction,
    other.map((value) => JSON.stringify(value)),
    fc.constantFrom("true", "null"),
    fc.array(tie("text"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(name, tie("text")), { selector: ([key]) => key, maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  ),
}));
const inKeyOrder = (text: string) => canonicalize(parseStrictJson(text, LIMITS));

describe("JSON with exact integers", () => {
  it("gives every integer back as it was written, at any place", () => {
    fc.assert(
      fc.property(integer, (digits) => {
        for (const text of [digits, `[${digits}]`, `{"a":{"__proto__":[0,${digits}]}}`]) {
          expect(formatJson(parseJson(text))).toBe(text);
          expect(formatJson(parseStrictJson(text, LIMITS))).toBe(text);
          expect(canonicalize(parseStrictJson(text, LIMITS))).toBe(text);
        }
      }),
    );
  });

  it("reads whole documents alike by both parsers, and writes them so that they are read alike", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = parseStrictJson(text, LIMITS);
        expect(parseJson(text)).toEqual(value);
        expect(parseJson(formatJson(value))).toEqual(value);
        expect(parseJson(formatJson(value, 2))).toEqual(value);
        expect(inKeyOrder(canonicalize(value))).toBe(canonicalize(value));
      }),
    );
  });

  it("reads what holds no large integer as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme" }), (text) => {
        expect(formatJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    expect(parseJson('{"a":9007199254740991,"b":-9007199254740991,"c":12345678901234567000}')).toEqual({
      a: Number.MAX_SAFE_INTEGER,
      b: Number.MIN_SAFE_INTEGER,
      c: 12345678901234567000,
    });
  });

  it("tells two integers apart that one double stands for", () => {
    const texts = ["12345678901234567000", "12345678901234567168", "12345678901234567890", "1000000000000000000000"];
    for (const text of texts) expect(canonicalize(parseJson(text))).toBe(text);
  });

  it("keeps fractions and exponents doubles, whatever they round", () => {
    expect(parseJson("[0.1234567890123456789,1.5e300,12345678901234567890.5]")).toEqual([
      0.12345678901234568, 1.5e300, 12345678901234567000,
    ]);
  });

  it("gives a number beyond a double's range as its text, and the strict parser refuses it by its place", () => {
    const digits = "9".repeat(400);
    for (const literal of ["1e400", "-1E+309", "0.1e0400", digits, `${digits}.5`, "123456789e301"]) {
      expect(parseJson(`{"a":[1,${literal}]}`)).toEqual({ a: [1, literal] });
      expect(() => parseStrictJson(`{"a":[1,${literal}]}`, LIMITS)).toThrow(
        expect.objectContaining({ code: "number_too_large", message: expect.stringContaining('"/a/1"') }),
      );
    }
    expect(parseStrictJson('["1e400"]', LIMITS)).toEqual(["1e400"]);
    expect(() => canonicalize({ a: 10n ** 400n })).toThrow('"/a"');
    expect(() => parseStrictJson(`{"${"k".repeat(5000)}":1e999}`, LIMITS)).toThrow(StrictJsonError);
  });

  it("takes a number of any length that a text may have", () => {
    const digits = "1".repeat(9 * 1024 * 1024);
    const large = "9007199254740993";
    for (const literal of [digits, `-${digits}e-5`, `${digits}.5`, `1e${digits}`, `1.${digits}e400`]) {
      const text = `[${large},${literal},2]`;
      expect(parseJson(text)).toEqual([BigInt(large), literal, 2]);
      expect(() => parseStrictJson(text, LIMITS)).toThrow(expect.objectContaining({ code: "number_too_large" }));
      expect(showIntegers(hideIntegers(text)) === text).toBe(true);
    }
    for (const literal of [`1.${digits}`, `0.${digits}e5`, `1e-${digits}`]) {
      const text = `[${large},${literal}]`;
      expect(parseStrictJson(text, LIMITS)).toEqual([BigInt(large), Number(literal)]);
      expect(showIntegers(hideIntegers(text)) === text).toBe(true);
    }
  });

  it("passes integers through code that reads and writes JSON by itself, and no string", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = parseJson(text);
        expect(revealIntegers(JSON.parse(hideIntegers(text)))).toEqual(value);
        expect(showIntegers(hideIntegers(text))).toBe(text);
        expect(showIntegers(JSON.stringify(hideBigints(value)))).toBe(formatJson(value));
      }),
    );
  });

  it("gives back the value itself where nothing is hidden", () => {
    const value = { a: [1, "2", null, { b: true }] };
    expect(hideBigints(value)).toBe(value);
  });

  it("still says of a value that is no JSON what JSON.stringify says", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(() => formatJson(cyclic)).toThrow(TypeError);
  });
});
