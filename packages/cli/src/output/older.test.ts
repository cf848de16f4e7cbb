// A command line that is newer than its control plane: what an answer did not have yet is not missed.

import { operations } from "@portcullis/contract";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";
import { isRecord } from "../text/is-record.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("older");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** A value of the schema with every member, and one item in each list. */
function sampleOf({ type, enum: words, anyOf, properties = {}, items = {} }: JsonSchema): unknown {
  if (words !== undefined) return words[0];
  if (anyOf?.[0] !== undefined) return sampleOf(anyOf[0]);
  if (type === "array") return [sampleOf(items)];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 0;
  if (type !== "object") return "{}";
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]));
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]));
}

type Shown =
  | "policy.test"
  | "policy.simulate"
  | "autoResponse.listPending"
  | "audit.receipt"
  | "receipts.get"
  | "registry.listTools";

const CASES = JSON.stringify([{ name: "one", tool_name: "echo", expect: { decision: "allow" } }]);

/** What came into answers after the commands that show them. */
it.each<[Shown, readonly string[], readonly string[]]>([
  ["policy.test", ["unknown_tools"], ["policy", "test", "--tests", CASES]],
  ["policy.simulate", ["note", "findings"], ["policy", "simulate", "--policy", "permit(principal, action, resource);"]],
  ["autoResponse.listPending", ["declared_cost_usd", "arguments"], ["auto-response", "list-pending"]],
  ["audit.receipt", ["edge_instance", "statements"], ["audit", "receipt", SOME_ID]],
  ["receipts.get", ["edge_instance", "statements"], ["receipt", "get", SOME_ID]],
  ["registry.listTools", ["definition_hash", "pending", "registered"], ["registry", "list-tools"]],
])("an answer of %s without %j is shown with what it has", async (id, later, args) => {
  const { data } = operations[id];
  const sample = sampleOf(z.toJSONSchema(data, { io: "output", unrepresentable: "any" }) as JsonSchema);
  // It answers other questions of the command as well: a list of nothing, and one page alone.
  const whole = { items: [], ...(without(sample, ["next_cursor"]) as object) };
  const older = without(whole, later);
  expect(older).not.toEqual(whole);
  const shown = await cli.runAgainst(200, { success: true, data: whole }, args);
  expect(shown.err).not.toContain("✗");
  const { code, out, err } = await cli.runAgainst(200, { success: true, data: older }, args);
  expect(err).toBe("");
  expect(out).not.toContain("undefined");
  expect(code).toBe(shown.code);
});
