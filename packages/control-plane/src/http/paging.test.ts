import { encodeBase64Url } from "@portcullis/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor, pageOf } from "./paging.js";

describe("cursors", () => {
  it("come back as they were given, for their own list", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.string(), (list, time, id) => {
        expect(decodeCursor(list, encodeCursor(list, [time, id]), ["number", "string"])).toEqual([time, id]);
      }),
    );
  });

  it("of another list, another shape or no list at all are refused", () => {
    const raw = (value: unknown) => encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)));
    const wrong = [
      encodeCursor("tools", [1, "a"]),
      encodeCursor("agents", [1]),
      encodeCursor("agents", ["1", "a"]),
      raw(["agents", 1.5, "a"]),
      raw(["agents", 1, { id: "a" }]),
      encodeCursor("agents", [1, "a\0"]),
      raw({ agents: 1 }),
      raw(null),
      "",
      "%%%",
      "AAAA",
      encodeCursor("agents", [1, "a"]).slice(0, -1),
    ];
    for (const cursor of wrong) expect(() => decodeCursor("agents", cursor, ["number", "string"])).toThrow();
    expect(decodeCursor("agents", undefined, ["number", "string"])).toBeNull();
  });

  it("a page has a next one only where a row is left", () => {
    const page = (rows: number[], limit: number) =>
      pageOf(
        "x",
        rows,
        limit,
        (row) => [row],
        (row) => row * 10,
      );
    expect(page([1, 2], 2)).toEqual({ items: [10, 20], next_cursor: null });
    expect(page([1, 2, 3], 2)).toEqual({ items: [10, 20], next_cursor: encodeCursor("x", [2]) });
    expect(page([], 2)).toEqual({ items: [], next_cursor: null });
  });
});
