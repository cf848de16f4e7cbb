// No rule of one tenant may break Cedar for the others.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorize, preparePolicySet, readPolicy } from "./cedar.js";
import { checkPolicySource, createPolicyEngine } from "./index.js";
import { requestFor } from "./policy-fixture.js";
import { findExcess, MAX_RULE_WORK } from "./rule-bounds.js";

const tools = [
  { tool_name: "t", inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } },
];
const shapes: Record<string, (size: number) => string> = {
  parentheses: (n) => `${"(".repeat(n)}true${")".repeat(n)}`,
  "negated parentheses": (n) => `${"!(".repeat(n)}true${")".repeat(n)}`,
  sets: (n) => `${"[".repeat(n)}1${"]".repeat(n)} == 1`,
  records: (n) => `${"{a: ".repeat(n)}1${"}".repeat(n)} == 1`,
  ifs: (n) => `${"if true then ".repeat(n)}true${" else false".repeat(n)}`,
  "else ifs": (n) => `${"if true then true else ".repeat(n)}true`,
  ands: (n) => Array(n).fill("true").join(" && "),
  ors: (n) => Array(n).fill("context.args.n == 1").join(" || "),
  sums: (n) => `${Array(n).fill("1").join(" + ")} == 1`,
  accesses: (n) => `context${".a".repeat(n)}`,
  indexes: (n) => `context${'["a"]'.repeat(n)}`,
  calls: (n) => `context${".contains(1)".repeat(n)}`,
  nots: (n) => `${"!".repeat(n)}true`,
  minuses: (n) => `${"-".repeat(n)}1 == 1`,
};
const ruleOf = (condition: string) =>
  `@id("big") forbid (principal, action == Action::"t", resource) when { ${condition} };`;
const request = requestFor("t", { arguments: { "/n": 2 } });
const isCedarAlive = () => "json" in readPolicy('@id("ok") forbid (principal, action, resource);');

describe.each(Object.entries(shapes))("a rule of many %s", (_, make) => {
  it.each([2, 8, 15, 30, 60, 100, 300, 2000])("of %i is refused or judged, and Cedar works on", (size) => {
    const source = ruleOf(make(size));
    const engine = createPolicyEngine({ policies: [{ name: "m", source }], tools });
    const check = checkPolicySource({ source, tools });
    expect(["allow", "deny"]).toContain(engine.evaluate(request).decision);
    if (check.ok) expect(engine.evaluate(request).findings).not.toContain("policy_error");
    expect(isCedarAlive()).toBe(true);
    expect(engine.evaluate({ ...request, grants: [] }).ruleId).toBe("agent.deny.tool_not_granted");
    engine.close();
  });
});

it("rules at every bound at once are judged", () => {
  const inner = `${"(".repeat(11)}${Array(20).fill("context.args.n == 1").join(" || ")}${")".repeat(11)}`;
  const source = ruleOf(
    `${"if true then ".repeat(9)}${inner} && ${Array(20).fill("true").join(" && ")}${" else false".repeat(9)}`,
  );
  const engine = createPolicyEngine({ policies: [{ name: "m", source }], tools });
  expect(checkPolicySource({ source, tools })).toMatchObject({ ok: true });
  expect(engine.evaluate({ ...request, arguments: { "/n": 1 } }).ruleId).toBe("big");
  engine.close();
});

it("a set that broke an instance is not used again, and other sets work on", () => {
  const good = preparePolicySet({ ok: "permit (principal, action, resource);" });
  const bad = preparePolicySet({ bad: ruleOf(shapes.parentheses?.(3000) ?? "") });
  const call = {
    principal: { type: "Agent", id: "a" },
    action: { type: "Action", id: "t" },
    resource: { type: "Tool", id: "t" },
    context: {},
    entities: [],
  };
  expect(authorize(good, call).allowed).toBe(true);
  expect(() => authorize(bad, call)).toThrow();
  expect(bad.isHarmful).toBe(true);
  expect(() => authorize(bad, call)).toThrow("broke an instance");
  expect(authorize(good, call).allowed).toBe(true);
});

it("brackets and operators in strings and comments do not count", () => {
  const text = ruleOf(`context.role == "${"((((&&||".repeat(40)}" // ${"[[[[ && ".repeat(50)}\n`);
  expect(findExcess(text)).toBeNull();
});

it.each(["\n", "\r", "\r\n"])("what stands behind a comment counts, also where its line ends with %j", (end) => {
  expect(findExcess(ruleOf(`true && // so much${end}${shapes.parentheses?.(300)}`))).toContain("brackets nest");
});

it("any text is refused, or read, without an error and in time", () => {
  const piece = fc.constantFrom(
    "(",
    ")",
    "[",
    "{",
    "}",
    "if ",
    "then ",
    "else ",
    "!",
    "-",
    "&&",
    '"',
    "\\",
    "//",
    "\n",
    "a",
    ".",
    ";",
    "@id(",
    "when {",
    "forbid ",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const check = checkPolicySource({ source: pieces.join(""), tools });
      expect(typeof check.ok).toBe("boolean");
      expect(isCedarAlive()).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it("a tenant has at most 1000 rules", () => {
  const source = Array.from({ length: 1001 }, (_, at) => `@id("r${at}") forbid (principal, action, resource);`).join(
    "\n",
  );
  expect(checkPolicySource({ source, tools })).toMatchObject({ ok: false, errors: [{ line: 1 }] });
  const takenIds = new Map(Array.from({ length: 1000 }, (_, at) => [`t${at}`, "other"]));
  expect(checkPolicySource({ source: ruleOf("true"), tools, takenIds }).ok).toBe(false);
});

describe("what matching costs", () => {
  const text = {
    tool_name: "s",
    inputSchema: { type: "object", properties: { x: { type: "string" }, y: { type: "string" } } },
  };
  const matching = (condition: string, id = "m") =>
    `@id("${id}") forbid (principal, action == Action::"s", resource) when { context.args has x && context.args has y && (${condition}) };`;
  const patternOf = (length: number) => `context.args.x like "${"*".padEnd(length, "a")}"`;
  const withComparisons = (length: number) =>
    [...Array(45).fill("context.args.x == context.args.y"), patternOf(length)].join(" || ");
  const evaluate = (source: string, x: string) => {
    const engine = createPolicyEngine({ policies: [{ name: "m", source }], tools: [text] });
    const grants = [{ tool_name: "s", action: "ALLOW" as const }];
    const verdict = engine.evaluate({ ...request, toolName: "s", grants, arguments: { "/x": x, "/y": "" } });
    engine.close();
    return verdict;
  };
  const rules = (count: number, conditionOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => matching(conditionOf(index), `m${index}`)).join("\n");

  it.each([
    ["one long pattern", patternOf(MAX_RULE_WORK), patternOf(MAX_RULE_WORK + 1)],
    ["many patterns", Array(20).fill(patternOf(50)).join(" || "), Array(20).fill(patternOf(51)).join(" || ")],
    ["many comparisons of two arguments", withComparisons(100), withComparisons(101)],
  ])("a rule of %s is refused past the bound", (_, within, beyond) => {
    expect(checkPolicySource({ source: matching(within), tools: [text] })).toMatchObject({ ok: true });
    expect(checkPolicySource({ source: matching(beyond), tools: [text] })).toMatchObject({
      ok: false,
      errors: [{ rule_id: "m", message: `the patterns of a rule have at most ${MAX_RULE_WORK} characters` }],
    });
  });

  it("values that are too long for all the rules of their tool together are refused, shorter ones are judged", () => {
    const short = "a".repeat(40_000);
    const long = "a".repeat(60_000);
    expect(
      evaluate(
        rules(1, () => patternOf(500)),
        long,
      ).findings,
    ).not.toContain("policy_error");
    for (const source of [
      rules(2, (index) => `context.args.x like "*${"a".repeat(500)}${index}"`),
      rules(2, () => Array(25).fill("context.args.x == context.args.y").join(" || ")),
    ]) {
      expect(evaluate(source, short).findings).not.toContain("policy_error");
      expect(evaluate(source, long)).toMatchObject({ decision: "deny", findings: ["policy_error"] });
    }
  });

  it("comparisons with what the rule itself says cost nothing of that kind", () => {
    const source = matching(Array(55).fill('context.args.x == "a"').join(" || "));
    expect(checkPolicySource({ source, tools: [text] })).toMatchObject({ ok: true });
  });
});
