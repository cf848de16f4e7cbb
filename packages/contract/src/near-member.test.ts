import { describe, expect, it } from "vitest";
import { z } from "zod";
import { nearMember } from "./near-member.js";
import { operationList } from "./operations/index.js";

const schema = z.strictObject({
  tool_name: z.string(),
  payload: z.record(z.string(), z.unknown()).default({}),
  price_usd: z.string().optional(),
  max_cost_usd: z.string().nullable().optional(),
  tests: z.array(z.strictObject({ expect: z.object({ rule_id: z.string() }).optional() })).optional(),
});

describe("the near member of an unknown one", () => {
  it.each([
    ["toolName", "tool_name"],
    ["TOOL-NAME", "tool_name"],
    ["tool_nmae", "tool_name"],
    ["tool", "tool_name"],
    ["paylod", "payload"],
    ["payloadd", "payload"],
    ["pay1oad", "payload"],
    ["maxCostUsd", "max_cost_usd"],
  ])("%s is %s", (unknown, near) => {
    expect(nearMember(schema, [], unknown)).toBe(near);
  });

  it.each(["arguments", "usd", "x", "", "__proto__", "tool".repeat(50), "😀"])("%j has none", (unknown) => {
    expect(nearMember(schema, [], unknown)).toBeUndefined();
  });

  it("is looked for among the members of its own place", () => {
    expect(nearMember(schema, ["tests", 3], "expects")).toBe("expect");
    expect(nearMember(schema, ["tests", 3, "expect"], "ruleId")).toBe("rule_id");
    expect(nearMember(schema, ["tests", 3], "toolName")).toBeUndefined();
    expect(nearMember(schema, ["payload", "tests"], "toolName")).toBeUndefined();
    expect(nearMember(schema, ["constructor"], "toolName")).toBeUndefined();
  });

  it.each(operationList.flatMap(({ id, body }) => (body instanceof z.ZodObject ? [[id, body] as const] : [])))(
    "of %s is found for each member that was written with capitals",
    (_id, body) => {
      for (const name of Object.keys(body.shape)) expect(nearMember(body, [], name.toUpperCase())).toBe(name);
    },
  );
});
