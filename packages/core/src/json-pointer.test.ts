import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPointer, parsePointer, valueAtPointer } from "./json-pointer.js";

/** Every place of a value, with the keys that lead to it. */
function placesOf(value: unknown, keys: readonly string[] = []): { keys: readonly string[]; value: unknown }[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [{ keys, value }, ...inner.flatMap(([key, member]) => placesOf(member, [...keys, key]))];
}

describe("JSON pointers", () => {
  it("are read back as the keys that they were made of, whatever these hold", () => {
    const key = fc.string({ unit: fc.constantFrom("/", "~", "0", "1", "a", "") });
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        expect(parsePointer(formatPointer(keys))).toEqual(keys);
      }),
    );
  });

  it("find every value of a document at its place", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        for (const { keys, value } of placesOf(document)) {
          expect(valueAtPointer(document, formatPointer(keys))).toBe(value);
        }
      }),
    );
  });

  // The document and the pointers of RFC 6901, section 5.
  const EXAMPLE = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, " ": 7, "m~n": 8 };
  it.each([
    ["/foo", EXAMPLE.foo],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/ ", 7],
    ["/m~0n", 8],
    ["", EXAMPLE],
  ])("%j is as RFC 6901 says", (pointer, expected) => {
    expect(valueAtPointer(EXAMPLE, pointer)).toBe(expected);
  });

  it.each(["foo", "/foo/2", "/foo/00", "/foo/-", "/foo/length", "/foo/0/length", "/toString", "/a/b"])(
    "%j leads to no value",
    (pointer) => expect(valueAtPointer(EXAMPLE, pointer)).toBeUndefined(),
  );
});
