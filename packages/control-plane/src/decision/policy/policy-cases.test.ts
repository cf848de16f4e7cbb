// The cases of `cases/` against the engine and the check, and what must hold for any rules.

import { readFileSync } from "node:fs";
import { FINDING_CODES } from "@portcullis/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkPolicySource,
  createPolicyEngine,
  DENYING_FINDINGS,
  type PolicyRequest,
  type PolicyTool,
} from "./index.js";
import { requestFor } from "./policy-fixture.js";

interface EngineCases {
  readonly tools: PolicyTool[];
  readonly policies: { name: string; source: string[] }[];
  readonly cases: { title: string; request: Partial<PolicyRequest> & { at?: string }; expect: object }[];
}
interface RefusalCases {
  readonly tools: PolicyTool[];
  readonly cases: {
    title: string;
    source: string;
    fault: { rule_id: string | null; line: number; column?: number; message: string; hint?: string };
  }[];
}
const read = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8")) as T;

const firstTool = { "tenant-rules": "pay", builtin: "sql.query" };

for (const file of ["builtin", "tenant-rules"] as const) {
  describe(`cases of ${file}`, () => {
    const { tools, policies, cases } = read<EngineCases>(file);
    const sources = policies.map(({ name, source }) => ({ name, source: source.join("\n") }));
    const engine = createPolicyEngine({ policies: sources, tools });

    it("the files pass the check", () => {
      for (const { source } of sources) expect(checkPolicySource({ source, tools })).toMatchObject({ ok: true });
    });
    it.each(cases)("$title", ({ request: { at, ...changes }, expect: expected }) => {
      const request = requestFor(firstTool[file], at === undefined ? changes : { ...changes, atMs: Date.parse(at) });
      expect(engine.evaluate(request)).toMatchObject(expected);
    });
  });
}

describe("files that are refused", () => {
  const { tools, cases } = read<RefusalCases>("refused-files");
  it.each(cases)("$title", ({ source, fault: { message, hint, ...place } }) => {
    const check = checkPolicySource({ source, tools });
    if (check.ok) throw new Error("the file was accepted");
    const [first] = check.errors;
    expect(first).toMatchObject(place);
    expect(first?.message).toContain(message);
    if (hint !== undefined) expect(first?.hint).toContain(hint);
  });

  it("an id of another file is taken", () => {
    const source = '@id("mine") forbid (principal, action, resource);';
    expect(checkPolicySource({ source, tools, takenIds: new Map([["mine", "other"]]) })).toMatchObject({ ok: false });
  });

  it("every fault of a file is listed, in the file's order", () => {
    const source = [
      "forbid (principal, action, resource);",
      '@id("b") forbid (principal, action == Action::"nope", resource);',
      '@id("c") forbid (principal, action == Action::"pay", resource) when { context.args.nope };',
    ].join("\n");
    const check = checkPolicySource({ source, tools });
    expect(check.ok ? [] : check.errors.map(({ line }) => line)).toEqual([1, 2, 3]);
  });
});

describe("what holds for any rules", () => {
  const rank = { deny: 0, escalate: 1, allow: 2 };
  const condition = fc.oneof(
    fc.constantFrom("true", 'context.grant == "ALLOW"', 'context.role == "agent"', 'principal.risk_level == "high"'),
    fc.constantFrom(...FINDING_CODES).map((code) => `context.findings.contains("${code}")`),
    fc.integer({ min: 0, max: 23 }).map((hour) => `context.time.hour >= ${hour}`),
    fc.integer({ min: 1, max: 9 }).map((tenth) => `context.risk.greaterThan(decimal("0.${tenth}"))`),
  );
  const ruleText = fc.record({
    head: fc.constantFrom("permit", "forbid", "escalate"),
    scope: fc.constantFrom("action", 'action == Action::"a"', 'action in [Action::"a", Action::"b"]'),
    condition,
  });
  const fileOf = (rules: readonly { head: string; scope: string; condition: string }[]) =>
    rules
      .map(({ head, scope, condition: when }, at) => {
        const effect = head === "escalate" ? '@action("escalate") forbid' : head;
        return `@id("rule-${at}") ${effect} (principal, ${scope}, resource) when { ${when} };`;
      })
      .join("\n");
  const request = fc
    .record({
      tool: fc.constantFrom("a", "b", "unregistered"),
      grant: fc.constantFrom("ALLOW" as const, "ESCALATE" as const, "DENY" as const, null),
      findings: fc.uniqueArray(fc.constantFrom(...FINDING_CODES), { maxLength: 4 }),
      risk: fc.double({ min: 0, max: 1, noNaN: true }),
      atMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      riskLevel: fc.constantFrom("low", "high"),
    })
    .map(({ tool, grant, riskLevel, ...rest }) =>
      requestFor(tool, {
        ...rest,
        grants: grant === null ? [] : [{ tool_name: tool, action: grant }],
        agent: { id: "x", name: "n", riskLevel },
      }),
    );
  const tools = ["a", "b"].map((tool_name) => ({ tool_name, inputSchema: null }));
  const judgeWith = (source: string, input: PolicyRequest) => {
    const engine = createPolicyEngine({ policies: [{ name: "main", source }], tools });
    try {
      return engine.evaluate(input);
    } finally {
      engine.close();
    }
  };

  it("adding a forbid or an escalation never allows more", () => {
    const narrowing = ruleText.filter(({ head }) => head !== "permit");
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 5 }), narrowing, request, (rules, added, input) => {
        const before = judgeWith(fileOf(rules), input);
        const after = judgeWith(fileOf([...rules, added]), input);
        expect(rank[after.decision]).toBeLessThanOrEqual(rank[before.decision]);
      }),
      { numRuns: 150 },
    );
  });

  it("no rules of a tenant allow more than none", () => {
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 5 }), request, (rules, input) => {
        const { decision } = judgeWith(fileOf(rules), input);
        expect(rank[decision]).toBeLessThanOrEqual(rank[judgeWith("", input).decision]);
      }),
      { numRuns: 150 },
    );
  });

  it("without a grant, and with a finding that denies, nothing is allowed", () => {
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 5 }), request, (rules, input) => {
        const denies = input.findings.some((code) => (DENYING_FINDINGS as readonly string[]).includes(code));
        const granted = input.grants.some(({ action }) => action !== "DENY");
        if (granted && !denies) return;
        expect(judgeWith(fileOf(rules), input).decision).toBe("deny");
      }),
      { numRuns: 150 },
    );
  });

  it("equal requests get equal verdicts, and what is not read does not matter", () => {
    fc.assert(
      fc.property(fc.array(ruleText, { maxLength: 4 }), request, fc.jsonValue(), (rules, input, value) => {
        const source = fileOf(rules);
        const other = { ...input, arguments: { "/x": value }, costNano: 7n };
        expect(judgeWith(source, other)).toEqual(judgeWith(source, input));
      }),
      { numRuns: 80 },
    );
  });
});
