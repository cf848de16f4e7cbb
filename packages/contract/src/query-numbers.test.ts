import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operationList } from "./index.js";

const integers = operationList.flatMap(({ id, query }) => {
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: "input" });
  const names = Object.keys(properties).filter((name) => (properties[name] as { type?: unknown }).type === "integer");
  return query === undefined ? [] : names.map((name) => ({ id, name, query }));
});

describe("a whole number in a query", () => {
  it("is asked for by more than the lists", () => {
    expect(new Set(integers.map(({ name }) => name))).toEqual(
      new Set(["limit", "minutes", "hours", "days", "from_seq", "to_seq"]),
    );
  });

  it.each(integers)("is decimal digits and nothing else: $name of $id", ({ query, name }) => {
    expect(query.parse({ [name]: "17" })).toMatchObject({ [name]: 17 });
    for (const text of [
      "0x10",
      "0b11",
      "1e2",
      "5.0",
      "+5",
      " 5",
      "5 ",
      "",
      "\uff15",
      "9".repeat(400),
      "Infinity",
      "0",
      "-1",
    ]) {
      expect(query.safeParse({ [name]: text }).success, text).toBe(false);
    }
  });
});
