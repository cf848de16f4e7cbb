import { describe, expect, it } from "vitest";
import { examplePayload } from "./example-payload.js";

const text = { type: "string" };

describe("the example of a tool's payload", () => {
  it.each([
    ["nothing where nothing is required", { type: "object", properties: { path: text } }, {}],
    ["text for a text", { properties: { path: text }, required: ["path"] }, { path: "…" }],
    [
      "the smallest number that may be, and 1",
      { properties: { n: { type: "integer", minimum: 5 }, m: { type: "number" } }, required: ["n", "m"] },
      { n: 5, m: 1 },
    ],
    [
      "what the schema itself names",
      {
        properties: {
          a: { enum: ["x", "y"] },
          b: { const: 7 },
          c: { default: [] },
          d: { examples: ["Lagos"], ...text },
        },
        required: ["a", "b", "c", "d"],
      },
      { a: "x", b: 7, c: [], d: "Lagos" },
    ],
    [
      "lists and objects as far as they are required",
      {
        properties: {
          tags: { type: "array", items: text },
          rows: { type: "array", minItems: 1, items: { type: "object", properties: { id: text }, required: ["id"] } },
        },
        required: ["tags", "rows"],
      },
      { tags: [], rows: [{ id: "…" }] },
    ],
    [
      "the first of several shapes",
      { properties: { v: { anyOf: [{ type: "boolean" }, text] } }, required: ["v"] },
      { v: true },
    ],
    ["text for a member that no property describes", { properties: {}, required: ["q"] }, { q: "…" }],
  ])("has %s", (_, schema, payload) => {
    expect(examplePayload(schema)).toEqual(payload);
  });

  it("is nothing where the tool has no schema", () => {
    expect(examplePayload(null)).toBeUndefined();
  });

  it("ends where a schema contains itself", () => {
    const node: Record<string, unknown> = { type: "object", required: ["next"] };
    node.properties = { next: node };
    expect(JSON.stringify(examplePayload(node)).length).toBeLessThan(200);
  });
});
