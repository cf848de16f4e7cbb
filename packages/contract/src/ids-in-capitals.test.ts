import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { operationList, requireValid, type ValidatedPart } from "./index.js";

const LOWER = "0b5c8a1e-7d3f-4c2a-9e6b-1f2d3c4b5a69";

/** What callers send, part by part; an edge's own messages name ids as the control plane gave them. */
const parts = operationList
  .filter(({ who, id }) => who !== "edge" || id === "edge.admit")
  .flatMap(({ id, params, query, body }) => [
    { id, part: "path" as const, schema: params },
    { id, part: "query" as const, schema: query },
    { id, part: "body" as const, schema: body },
  ]);

/** Every id that a caller may send, with a message that holds nothing but what is needed, and that id. */
const ids = parts.flatMap(({ id, part, schema }) => (schema === undefined ? [] : placesOf(id, part, schema)));

describe("an id that a caller sends in capitals", () => {
  it("may stand in paths, queries and bodies", () => {
    expect(new Set(ids.map(({ part }) => part))).toEqual(new Set(["path", "query", "body"]));
    expect(ids.map(({ id, name }) => `${id} ${name}`)).toEqual(
      expect.arrayContaining([
        "auth.revoke jti",
        "autonomy.updateContract id",
        "receipts.get execution_id",
        "audit.list agent_id",
      ]),
    );
  });

  it.each(ids)("is the same id: $name in the $part of $id", ({ schema, part, name }) => {
    expect(requireValid(schema, LOWER.toUpperCase(), part)).toBe(LOWER);
    expect(requireValid(schema, LOWER, part)).toBe(LOWER);
    expect(schema.safeParse(`${LOWER}0`).success, name).toBe(false);
  });
});

/** The members of a message that are UUIDs, at any depth. */
function placesOf(id: string, part: ValidatedPart, schema: z.core.$ZodType, name = ""): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([member, inner]) => placesOf(id, part, inner, member));
    case "array":
      return placesOf(id, part, def.element, name);
    case "union":
      return def.options.flatMap((option) => placesOf(id, part, option, name));
    case "optional":
    case "nullable":
    case "default":
      return placesOf(id, part, def.innerType, name);
    case "string":
      return "format" in def && def.format === "uuid" ? [{ id, part, name, schema: schema as z.ZodType }] : [];
    default:
      return [];
  }
}

interface Place {
  readonly id: string;
  readonly part: ValidatedPart;
  readonly name: string;
  readonly schema: z.ZodType;
}
