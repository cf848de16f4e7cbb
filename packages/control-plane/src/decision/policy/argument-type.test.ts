// No input schema may take the time of every tenant's decisions: what is read of one is bounded, whatever it repeats.

import { expect, it } from "vitest";
import { parseArgsAnnotation } from "./args-annotation.js";
import { argumentsOfSchema, MAX_DEPTH, MAX_MEMBERS, type RecordArgument } from "./argument-type.js";
import { checkPolicySource, createPolicyEngine } from "./index.js";
import { requestFor } from "./policy-fixture.js";

type Schema = Record<string, unknown>;
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const objectOf = (names: readonly string[], schema: Schema): Schema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, schema])),
});
const countMembers = ({ attributes }: RecordArgument): number =>
  Object.values(attributes).reduce((sum, { type }) => sum + 1 + (type.kind === "record" ? countMembers(type) : 0), 0);

const flat = (count: number) => objectOf(namesOf(count), { type: "string" });
const recursive = (count: number): Schema => {
  const node = objectOf(namesOf(count), { $ref: "#/$defs/node" });
  return { ...node, $defs: { node } };
};
const layered = (count: number): Schema => {
  const layers = Object.fromEntries(
    [0, 1, 2, 3].map((at) => [`l${at}`, objectOf(namesOf(count), { $ref: `#/$defs/l${at + 1}` })]),
  );
  return { ...objectOf(namesOf(count), { $ref: "#/$defs/l0" }), $defs: { ...layers, l4: { type: "string" } } };
};
const repeated = (values: Schema): Schema => ({
  ...objectOf(namesOf(400), { $ref: "#/$defs/v" }),
  $defs: { v: values },
});

it.each<[string, Schema]>([
  ["has many members", flat(20_000)],
  ["names itself", recursive(300)],
  ["names layers of its own", layered(300)],
  ["repeats a long enum", repeated({ enum: namesOf(20_000) })],
  ["repeats a long union", repeated({ anyOf: namesOf(20_000).map(() => ({ type: "null" })) })],
])("a schema that %s has no arguments for policies to read, once it is past the bound", (_, schema) => {
  expect(argumentsOfSchema(schema).attributes).toEqual({});
});

it("a schema at the bound is read whole, and one that names itself up to the bound on depth", () => {
  expect(countMembers(argumentsOfSchema(flat(MAX_MEMBERS)))).toBe(MAX_MEMBERS);
  expect(argumentsOfSchema(flat(MAX_MEMBERS + 1)).attributes).toEqual({});
  expect(countMembers(argumentsOfSchema(recursive(2)))).toBeGreaterThan(10);
});

it("declarations of @args are bounded as schemas are", () => {
  const declare = (names: readonly string[]) => parseArgsAnnotation(names.map((name) => `${name}: Long`).join(", "));
  expect(countMembers(declare(namesOf(MAX_MEMBERS)))).toBe(MAX_MEMBERS);
  expect(() => declare(namesOf(MAX_MEMBERS + 1))).toThrow(`at most ${MAX_MEMBERS} members`);
  const deep = (depth: number) => Array(depth).fill("a").join(".");
  expect(countMembers(declare([deep(MAX_DEPTH)]))).toBe(MAX_DEPTH);
  for (const depth of [MAX_DEPTH + 1, 3000, 9000]) expect(() => declare([deep(depth)])).toThrow("deep");
});

it("declarations of @args know no types but their own", () => {
  for (const type of ["Text", ...Object.getOwnPropertyNames(Object.prototype)])
    for (const written of [type, `Set<${type}>`])
      expect(() => parseArgsAnnotation(`a: ${written}`)).toThrow(`not "${written}" for "a"`);
});

it("a rule that reads an argument of a schema past the bound is refused, and the tool's calls where it stood before", () => {
  const source =
    '@id("r") forbid (principal, action == Action::"t", resource) when { context.args has p0 && context.args.p0 == "x" };';
  const toolsOf = (inputSchema: Schema) => [{ tool_name: "t", inputSchema }];
  expect(checkPolicySource({ source, tools: toolsOf(flat(10)) })).toMatchObject({ ok: true });
  expect(checkPolicySource({ source, tools: toolsOf(flat(MAX_MEMBERS + 1)) })).toMatchObject({ ok: false });
  const engine = createPolicyEngine({
    policies: [{ name: "m", source }],
    tools: toolsOf(flat(MAX_MEMBERS + 1)),
  });
  expect(engine.evaluate(requestFor("t", { arguments: { "/p0": "x" } }))).toMatchObject({
    decision: "deny",
    findings: ["policy_error"],
  });
  engine.close();
});
