import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CanonicalJsonError,
  type CanonicalJsonErrorCode,
  canonicalize,
  MAX_CANONICAL_DEPTH,
} from "./canonical-json.js";
import { parseStrictJson } from "./strict-json.js";

/** RFC 8785, sections 3.2.2 and 3.2.3, and its test data (structures, arrays): input text and canonical text. */
const RFC_TEXTS = [
  [
    String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
  [
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
      "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    `{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}`,
  ],
  [
    String.raw`{"1":{"f":{"f":"hi","F":5} ,"\n":56.0},"10":{ },"":"empty","a":{ },"111":[ { } ],"A":{ }}`,
    String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}`,
  ],
  [`[56, {"d": true, "10": null, "1": [ ]}]`, `[56,{"1":[],"10":null,"d":true}]`],
] as const;

/** RFC 8785, appendix B: the bits of an IEEE 754 double and its text. */
const RFC_NUMBERS = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
] as const;

function doubleOf(bits: string): number {
  return Buffer.from(bits, "hex").readDoubleBE();
}

function nest(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function refusalOf(value: unknown): CanonicalJsonError {
  try {
    canonicalize(value);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return error;
    throw error;
  }
  throw new Error("the value was not refused");
}

const jsonText = fc.json({ stringUnit: "grapheme", maxDepth: 6 });

describe("canonical JSON", () => {
  it.each(RFC_TEXTS)("the RFC's example %# has the RFC's text", (input, expected) => {
    expect(canonicalize(JSON.parse(input))).toBe(expected);
  });

  it.each(RFC_NUMBERS)("the double %s is written %s", (bits, expected) => {
    expect(canonicalize(doubleOf(bits))).toBe(expected);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])("the double %s is refused", (bits) => {
    expect(refusalOf(doubleOf(bits)).code).toBe("not_finite");
  });

  it("is a fixed point of parsing and writing again", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const canonical = canonicalize(JSON.parse(text));
        expect(canonicalize(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });

  it("parses back to the same value", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value: unknown = JSON.parse(text);
        // -0 has no text of its own, which is what the round trip through JSON.stringify does to it as well.
        expect(parseStrictJson(canonicalize(value), { maxDepth: 64 })).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("does not depend on the order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse());
        expect(canonicalize(reversed)).toBe(canonicalize(members));
      }),
    );
  });

  it("escapes every character exactly as the RFC says", () => {
    const named = new Map([
      [8, "\\b"],
      [9, "\\t"],
      [10, "\\n"],
      [12, "\\f"],
      [13, "\\r"],
      [0x22, '\\"'],
      [0x5c, "\\\\"],
    ]);
    for (let code = 0; code < 0xd800; code++) {
      const character = String.fromCharCode(code);
      const plain = code < 0x20 ? `\\u${code.toString(16).padStart(4, "0")}` : character;
      expect(canonicalize(character)).toBe(`"${named.get(code) ?? plain}"`);
    }
  });

  it("keeps a member named __proto__ as a member", () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"b":1}');
  });

  const refused: [string, unknown, CanonicalJsonErrorCode][] = [
    ["undefined", undefined, "undefined_value"],
    ["an undefined member", { a: undefined }, "undefined_value"],
    ["a hole in an array", new Array(1), "undefined_value"],
    ["a function", () => 1, "unsupported_type"],
    ["a toJSON function", { toJSON: () => 1 }, "unsupported_type"],
    ["a symbol", Symbol("s"), "unsupported_type"],
    ["a bigint beyond the doubles", -(10n ** 309n), "not_finite"],
    ["a symbol key", { [Symbol("s")]: 1 }, "symbol_key"],
    ["a Map", new Map(), "not_plain_object"],
    ["a Set", new Set(), "not_plain_object"],
    ["a Date", new Date(0), "not_plain_object"],
    ["a boxed string", Object("s"), "not_plain_object"],
    ["a boxed number", Object(1), "not_plain_object"],
    ["bytes", new Uint8Array(1), "not_plain_object"],
    ["an object with inherited members", Object.create({ a: 1 }), "not_plain_object"],
    ["an unpaired surrogate", "\ud800", "lone_surrogate"],
    ["an unpaired surrogate in a key", { "\udc00": 1 }, "lone_surrogate"],
    ["NaN", Number.NaN, "not_finite"],
    ["Infinity", -Infinity, "not_finite"],
  ];
  it.each(refused)("refuses %s", (_what, value, code) => {
    expect(refusalOf(value).code).toBe(code);
  });

  it("says where the refused value is", () => {
    expect(refusalOf({ a: [1, { "b/c~d": Number.NaN }] }).path).toBe("/a/1/b~1c~0d");
    expect(refusalOf(Number.NaN).path).toBe("");
  });

  it("accepts objects without a prototype and of another realm", async () => {
    const { runInNewContext } = await import("node:vm");
    expect(canonicalize(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
    expect(canonicalize(runInNewContext("({ b: [1], a: 2 })"))).toBe('{"a":2,"b":[1]}');
  });

  it("refuses cycles and depth beyond the limit without overflowing", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];
    expect(refusalOf(cycle).code).toBe("cycle");
    expect(canonicalize(nest(MAX_CANONICAL_DEPTH))).toContain("0");
    expect(refusalOf(nest(MAX_CANONICAL_DEPTH + 1)).code).toBe("too_deep");
    expect(refusalOf(nest(200_000)).code).toBe("too_deep");
  });

  it("writes a shared value twice, since that is no cycle", () => {
    const shared = { a: 1 };
    expect(canonicalize([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });
});
