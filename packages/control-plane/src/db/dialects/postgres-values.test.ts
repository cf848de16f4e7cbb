import { describe, expect, it } from "vitest";
import { textOf } from "./postgres-values.js";

describe("a parameter of PostgreSQL", () => {
  it.each<[unknown, string | null]>([
    [null, null],
    [undefined, null],
    ["a\\b", "a\\b"],
    [12n, "12"],
    [true, "true"],
    [[], "{}"],
    [["NULL", null, 'a"b\\c', 7], '{"NULL",NULL,"a\\"b\\\\c","7"}'],
  ])("%s is written as the server reads it", (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it.each([[{}], [new Date(0)], [Buffer.from("x")], [[{}]]])(
    "%s is refused, for it would be stored as another",
    (value) => {
      expect(() => textOf(value)).toThrow("A parameter must be a text");
    },
  );
});
