// The engine around the rules: revisions, slices, argument paths, schemas that change under a rule, and the pool.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PREPARSED_SETS } from "./cedar.js";
import { compilePolicies, type PolicySource } from "./compiled-policies.js";
import { runAtOnce } from "./in-slices.js";
import { createPolicyEngine, createPolicyEngineInSlices, type PolicyTool } from "./index.js";
import { requestFor } from "./policy-fixture.js";

const pay: PolicyTool = {
  tool_name: "pay",
  inputSchema: {
    type: "object",
    properties: {
      amount: { type: "integer" },
      deep: { type: "object", properties: { "a/b": { type: "string" }, c: { type: "string" } } },
    },
  },
};
const mail: PolicyTool = { tool_name: "mail", inputSchema: null };
const LIMIT =
  '@id("limit") forbid (principal, action == Action::"pay", resource) when { context.args has amount && context.args.amount > 100 };';

const engineOf = (source: string, tools: PolicyTool[] = [pay, mail]) =>
  createPolicyEngine({ policies: [{ name: "main", source }], tools });
const callOf = (toolName: string, args: Record<string, unknown> = {}) => requestFor(toolName, { arguments: args });

describe("revision", () => {
  it("is the same for the same rules and tools, in any order", () => {
    const files = [
      { name: "a", source: LIMIT },
      { name: "b", source: '@id("b") forbid (principal, action == Action::"mail", resource);' },
    ];
    const first = createPolicyEngine({ policies: files, tools: [pay, mail] });
    const second = createPolicyEngine({
      policies: [...files].reverse(),
      tools: new Map([
        ["mail", mail],
        ["pay", pay],
      ]),
    });
    expect(second.revision).toBe(first.revision);
    expect(first.revision).toMatch(/^pol_[0-9a-f]{40}$/);
  });

  it("differs with a rule or a tool's schema", () => {
    const base = engineOf(LIMIT).revision;
    expect(engineOf(`${LIMIT} `).revision).not.toBe(base);
    expect(engineOf(LIMIT, [{ ...pay, inputSchema: { type: "object" } }, mail]).revision).not.toBe(base);
  });

  it("does not depend on tools while the tenant has no rules", () => {
    expect(engineOf("", []).revision).toBe(engineOf("", [pay]).revision);
  });

  it("differs with a tool that came exactly where a rule names it, or it has a schema", () => {
    const named = (name: string) => `forbid (principal, action in [Action::"pay", Action::"${name}"], resource);`;
    const differs = (source: string, tool: PolicyTool) =>
      engineOf(source, [pay]).revision !== engineOf(source, [pay, tool]).revision;
    expect(differs(named("mail"), mail)).toBe(true);
    expect(differs(named("ma\\u{69}l"), mail)).toBe(true);
    expect(differs(`// it's "unbalanced\n${named("mail")}`, mail)).toBe(true);
    expect(differs(LIMIT, { ...mail, inputSchema: { type: "object" } })).toBe(true);
    expect(differs(LIMIT, mail)).toBe(false);
    expect(differs(`${LIMIT} ${named("text")}`, mail)).toBe(false);
  });

  it("is the same only where the rules come to the same for every tool", () => {
    const ruleTexts = [
      LIMIT,
      "forbid (principal, action, resource) when { context.args has amount && context.args.amount > 7 };",
      'permit (principal, action == Action::"mail", resource);',
      '@args("to: String") forbid (principal, action, resource) when { context.args has to && context.args.to == "x" };',
      '@args("to: Long") forbid (principal, action == Action::"mail", resource) when { context.args has to && context.args.to == 1 };',
      'forbid (principal, action in [Action::"order", Action::"text"], resource) when { context.args.amount > 1 };',
      'forbid (principal, action in [Action::"order", Action::"ma\\x69l"], resource) when { context.args.amount > 1 };',
      'forbid (principal, action, resource) when { context.args has "\\u{61}" || principal.name like "\\*" };',
    ];
    const order: PolicyTool = { tool_name: "order", inputSchema: { ...pay.inputSchema, required: ["amount"] } };
    const names = ["mail", "text", "other", "more"];
    const files = fc
      .subarray(ruleTexts)
      .map((texts) => [{ name: "main", source: texts.map((text, index) => `@id("r${index}") ${text}`).join("\n") }]);
    const toolsOf = (known: readonly string[]) => [
      pay,
      order,
      ...known.map((tool_name): PolicyTool => ({ tool_name, inputSchema: null })),
    ];
    const slicesOf = (policies: PolicySource[], tools: PolicyTool[]) => {
      const { sliceOf, release } = runAtOnce(compilePolicies(policies, tools));
      const slices = ["pay", "order", ...names].map((name) => {
        const { set: _set, permits, ...slice } = sliceOf(name);
        return { ...slice, isList: permits !== null };
      });
      release();
      return slices;
    };
    fc.assert(
      fc.property(files, fc.subarray(names), fc.subarray(names), (policies, some, others) => {
        const [one, other] = [toolsOf(some), toolsOf(others)];
        const revisions = [one, other].map((tools) => createPolicyEngine({ policies, tools }).revision);
        if (revisions[0] === revisions[1]) expect(slicesOf(policies, one)).toEqual(slicesOf(policies, other));
      }),
      { numRuns: 60 },
    );
  });
});

describe("argument paths", () => {
  it("are the pointers that rules read, by tool, escaped, without those below another", () => {
    const source = `${LIMIT}
      @id("deep") forbid (principal, action == Action::"pay", resource) when { context.args has deep && context.args.deep has "a/b" && context.args.deep["a/b"] == "x" };
      @id("mail") @args("to: String, user.name: String") forbid (principal, action == Action::"mail", resource) when { context.args has user.name && context.args.user.name == "x" };`;
    expect(engineOf(source).argumentPaths).toEqual({ pay: ["/amount", "/deep"], mail: ["/user/name"] });
    const narrow =
      '@id("n") forbid (principal, action == Action::"pay", resource) when { context.args has deep.c && context.args.deep.c == "x" };';
    expect(engineOf(narrow).argumentPaths).toEqual({ pay: ["/deep/c"] });
  });

  it("the whole record is the pointer of the payload itself", () => {
    const flat = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
    const source = '@id("w") forbid (principal, action == Action::"flat", resource) when { context.args == {a: 1} };';
    const engine = engineOf(source, [{ tool_name: "flat", inputSchema: flat }]);
    expect(engine.argumentPaths).toEqual({ flat: [""] });
    expect(engine.evaluate(callOf("flat", { "": { a: 1, undeclared: 2 } })).ruleId).toBe("w");
  });

  it("a rule for every tool names its declared arguments for unregistered tools too", () => {
    const source =
      '@id("u") @args("url: String") forbid (principal, action, resource) when { context.args has url && context.args.url like "*evil*" };';
    const engine = engineOf(source);
    expect(engine.argumentPaths).toEqual({ mail: ["/url"], "*": ["/url"] });
    expect(engine.evaluate(callOf("elsewhere", { "/url": "an evil one" })).ruleId).toBe("u");
  });
});

describe("slices", () => {
  it("a tool is not touched by another tool's rules", () => {
    const engine = engineOf(
      '@id("t") forbid (principal, action == Action::"mail", resource) when { context.time.hour < 3 };',
    );
    const midnight = { atMs: 0 };
    expect(engine.evaluate(requestFor("mail", midnight))).toMatchObject({ decision: "deny", volatile: true });
    expect(engine.evaluate(requestFor("pay", midnight))).toMatchObject({ decision: "allow", volatile: false });
  });
});

describe("rules that declare one argument with different types", () => {
  const rule = (id: string, declared: string, condition: string) =>
    `@id("${id}") @args("${declared}") forbid (principal, action == Action::"mail", resource) when { ${condition} };`;
  const large = rule("large", "n: Long", "context.args has n && context.args.n > 100");
  const all = rule("all", "n: String", 'context.args has n && context.args.n == "all"');
  const again = rule("again", "n: Long", "context.args has n && context.args.n > 200");
  const inner = rule("inner", "n.to: String", 'context.args has n.to && context.args.n.to == "x"');
  const deep = rule("deep", "u.n: Long", "context.args has u.n && context.args.u.n > 100");
  const deepText = rule("deep-text", "u.n: String, u.to: String", 'context.args has u.n && context.args.u.n == "all"');

  it.each([
    ["two", [large, all], { "/n": 500 }, { large: "n", all: "n" }],
    ["two the other way round", [all, large], { "/n": 500 }, { large: "n", all: "n" }],
    ["three of which two agree", [large, all, again], { "/n": 500 }, { large: "n", all: "n", again: "n" }],
    ["a number and a record", [large, inner], { "/n": 500 }, { large: "n", inner: "n" }],
    ["members of one record", [deep, deepText], { "/u": { n: 500 } }, { deep: "u.n", "deep-text": "u.n" }],
  ])("refuse the calls of their tool, and of no other: %s", (_what, rules, args, contradictions) => {
    const engine = engineOf(rules.join("\n"));
    expect(engine.evaluate(callOf("mail", args)).ruleId).toBe("agent.deny.policy_error");
    expect(engine.evaluate(callOf("mail")).ruleId).toBe("agent.deny.policy_error");
    expect(engine.evaluate(callOf("pay")).decision).toBe("allow");
    expect(Object.fromEntries(engine.contradictions)).toEqual(contradictions);
  });

  it("contradict nobody where the types are the same, the tools are others, or the tool has a schema", () => {
    const elsewhere = all.replace("mail", "post");
    const everywhere = rule(
      "every",
      "amount: String, q: String",
      'context.args has q && context.args.q == "x"',
    ).replace('action == Action::"mail"', "action");
    const engine = engineOf([large, again, elsewhere, LIMIT, everywhere].join("\n"), [
      pay,
      mail,
      { tool_name: "post", inputSchema: null },
    ]);
    expect([...engine.contradictions]).toEqual([]);
    expect(engine.evaluate(callOf("mail", { "/n": 500 })).ruleId).toBe("large");
    expect(engine.evaluate(callOf("post", { "/n": "all" })).ruleId).toBe("all");
    expect(engine.evaluate(callOf("pay", { "/amount": 101 })).ruleId).toBe("limit");
  });
});

describe("a tool that changes under a rule", () => {
  const changed = (inputSchema: PolicyTool["inputSchema"]) =>
    engineOf(LIMIT, [{ tool_name: "pay", inputSchema }, mail]);

  it("refuses its calls when the rule no longer fits, and no other tool's", () => {
    const engine = changed({ type: "object", properties: { amount: { type: "string" } } });
    expect(engine.evaluate(callOf("pay"))).toMatchObject({
      decision: "deny",
      ruleId: "agent.deny.policy_error",
      findings: ["policy_error"],
    });
    expect(engine.evaluate(callOf("mail")).decision).toBe("allow");
  });

  it("refuses its calls when the argument is no longer declared", () => {
    expect(changed({ type: "object", properties: {} }).evaluate(callOf("pay")).ruleId).toBe("agent.deny.policy_error");
    expect(changed(null).evaluate(callOf("pay")).ruleId).toBe("agent.deny.policy_error");
  });

  it("deleting one of the tools that a rule names leaves the others as they were", () => {
    const source =
      '@id("two") forbid (principal, action in [Action::"pay", Action::"gone"], resource) when { context.args has amount && context.args.amount > 1 };';
    const engine = engineOf(source, [pay]);
    expect(engine.evaluate(callOf("pay", { "/amount": 1 })).decision).toBe("allow");
    expect(engine.evaluate(callOf("pay", { "/amount": 2 })).ruleId).toBe("two");
  });

  it("refuses a call that it fails to evaluate, and tells why to whoever keeps the log", () => {
    const told: unknown[] = [];
    const source =
      '@id("risky") forbid (principal, action, resource) when { context.risk.greaterThan(decimal("0.5")) };';
    const engine = createPolicyEngine({
      policies: [{ name: "main", source }],
      tools: [pay, mail],
      onError: (error) => told.push(error),
    });
    expect(engine.evaluate(requestFor("mail", { risk: Number.NaN }))).toMatchObject({
      decision: "deny",
      findings: ["policy_error"],
    });
    expect(told).toEqual([new Error("A score is not a number.")]);
    expect(engine.evaluate(callOf("mail")).decision).toBe("allow");
    expect(told).toHaveLength(1);
  });

  it("a file that cannot be read refuses every call", () => {
    expect(engineOf("forbid (").evaluate(callOf("mail")).ruleId).toBe("agent.deny.policy_error");
  });
});

describe("the pool of preparsed sets", () => {
  it("more sets than slots still give every engine its own rules", () => {
    const count = MAX_PREPARSED_SETS + 20;
    const engines = Array.from({ length: count }, (_, at) =>
      engineOf(`@id("rule-${at}") forbid (principal, action == Action::"mail", resource);`),
    );
    for (const round of [0, 1]) {
      for (const at of [0, 1, 500, count - 1]) {
        expect(engines[at]?.evaluate(callOf("mail")).ruleId, `round ${round}`).toBe(`rule-${at}`);
      }
      for (const engine of engines) engine.evaluate(callOf("mail"));
    }
    for (const engine of engines) engine.close();
  });

  it("closing one engine leaves its twin working", async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(() => createPolicyEngineInSlices({ policies: [{ name: "m", source: LIMIT }], tools: [pay] })),
    );
    first?.close();
    first?.close();
    expect(second?.evaluate(callOf("pay", { "/amount": 101 })).ruleId).toBe("limit");
  });
});
