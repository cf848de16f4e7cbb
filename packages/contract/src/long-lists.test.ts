import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Refusal } from "./errors.js";
import { findLongList, MAX_CHECKED_MEMBERS } from "./long-lists.js";
import { operationList } from "./operations/index.js";
import { requireValid } from "./validation.js";

const MANY = 200_000;
const manyWrong = Array.from({ length: MANY }, () => 0);

function detailsOf(schema: z.ZodType, value: unknown) {
  try {
    requireValid(schema, value, "body");
  } catch (error) {
    if (error instanceof Refusal) return error.details.details;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Each way in which a schema may hold another, with a value that holds the other's. */
const HOLDERS: readonly ((schema: z.ZodType, value: unknown) => { schema: z.ZodType; value: unknown })[] = [
  (schema, value) => ({ schema: z.strictObject({ a: schema, b: z.string().optional() }), value: { a: value } }),
  (schema, value) => ({ schema: z.array(schema).max(3), value: [value] }),
  (schema, value) => ({ schema: z.record(z.string().max(9), schema), value: { name: value } }),
  (schema, value) => ({ schema: schema.optional(), value }),
  (schema, value) => ({ schema: schema.nullable(), value }),
  (schema, value) => ({ schema: schema.default([]), value }),
  (schema, value) => ({
    schema: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("one"), list: z.unknown() }),
      z.strictObject({ kind: z.literal("two"), list: schema }),
    ]),
    value: { kind: "two", list: value },
  }),
];

describe("a list that is too long", () => {
  it("is refused in zod's words, wherever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOLDERS), { maxLength: 4 }), (holders) => {
        const list = { schema: z.array(z.number()).max(2) as z.ZodType, value: [1, 2, 3] as unknown };
        const { schema, value } = holders.reduce((held, hold) => hold(held.schema, held.value), list);
        const [issue] = schema.safeParse(value).error?.issues ?? [];
        expect(detailsOf(schema, value)).toEqual([
          { type: issue?.code, loc: ["body", ...(issue?.path ?? [])], msg: issue?.message, input: "list of 3" },
        ]);
      }),
    );
  });

  it.each(["edge.session", "edge.decide", "edge.records"])("of wrong items says nothing of each of them: %s", (id) => {
    const schema = operationList.find((operation) => operation.id === id)?.body as z.ZodType;
    const lists = listsOf(schema);
    expect(lists.length).toBeGreaterThan(0);
    for (const name of lists) {
      expect(detailsOf(schema, { [name]: manyWrong })).toMatchObject([{ type: "too_big", loc: ["body", name] }]);
    }
  });

  it("may come to no operation: each list of a body has a bound", () => {
    for (const { id, body } of operationList) {
      if (body !== undefined) expect([id, ...boundlessListsOf(body, [])]).toEqual([id]);
    }
  });

  it("is none where nothing of it is looked at, or it is within its bound", () => {
    const payload = z.record(z.string(), z.unknown());
    const open = Object.fromEntries(manyWrong.map((_, index) => [index, 0]));
    expect(findLongList(payload, open)).toBeUndefined();
    expect(findLongList(z.array(z.string()).max(MANY), manyWrong)).toBeUndefined();
    expect(findLongList(z.strictObject({ name: z.string() }), { name: manyWrong })).toBeUndefined();
  });

  it("may be a map whose members are checked", () => {
    const map = Object.fromEntries(Array.from({ length: MAX_CHECKED_MEMBERS + 1 }, (_, index) => [index, "x"]));
    expect(detailsOf(z.record(z.string(), z.number()), map)).toMatchObject([
      { type: "too_big", loc: ["body"], input: `object of ${MAX_CHECKED_MEMBERS + 1} members` },
    ]);
  });
});

function listsOf(schema: z.ZodType): string[] {
  const { shape } = schema as z.ZodObject;
  return Object.keys(shape).filter((name) => findLongList(schema, { [name]: manyWrong }) !== undefined);
}

/** Where a schema takes a list of any length. */
function boundlessListsOf(schema: z.core.$ZodType, path: readonly string[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "array": {
      const isBound = (def.checks ?? []).some((check) => check._zod.def.check === "max_length");
      return [...(isBound ? [] : [path.join(".")]), ...boundlessListsOf(def.element, [...path, "0"])];
    }
    case "object":
      return Object.entries(def.shape).flatMap(([name, member]) => boundlessListsOf(member, [...path, name]));
    case "record":
      return boundlessListsOf(def.valueType, [...path, "*"]);
    case "union":
      return def.options.flatMap((option) => boundlessListsOf(option, path));
    case "optional":
    case "nullable":
    case "default":
      return boundlessListsOf(def.innerType, path);
    case "pipe":
      return boundlessListsOf(def.in, path);
    default:
      return [];
  }
}
