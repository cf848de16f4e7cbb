import { describe, expect, it } from "vitest";
import { changedMembers } from "./changed-members.js";

describe("changedMembers", () => {
  it("names what differs, what is new and what is gone, at any depth", () => {
    const before = { name: "read", schema: { properties: { a: { description: "x" } }, required: ["a"] } };
    const after = { name: "read", schema: { properties: { a: { description: "y" }, b: {} }, required: [] } };
    expect(changedMembers(before, after)).toEqual([
      { path: "schema.properties.a.description", was: "x", is: "y" },
      { path: "schema.properties.b", was: undefined, is: {} },
      { path: "schema.required", was: undefined, is: [] },
      { path: "schema.required.0", was: "a", is: undefined },
    ]);
  });

  it("shows the whole of what was never there before", () => {
    expect(changedMembers(null, { name: "read", n: 0 }).map(({ path }) => path)).toEqual(["name", "n"]);
  });
});
