// POST /policy/test: hypothetical calls against a draft or the active files, each with the verdict that its author expects
// of stage 4.

import type { DataOf, InputOf } from "@portcullis/contract";
import { foldToolName, parseUsd } from "@portcullis/core";
import { pathsFor } from "@portcullis/edge";
import { requestAtPointers } from "../../decision/inputs/inputs.js";
import { type PolicyEngine, type PolicyRequest, runInSlices, type Steps } from "../../decision/policy/index.js";
import type { Handler } from "../../http/handler.js";
import { compileActive, compileDraft, fileOfDraft } from "./draft.js";
import { type PolicyBase, readBase } from "./store.js";

type TestCase = InputOf<"policy.test">["body"]["tests"][number];
type TestResult = DataOf<"policy.test">["results"][number];

const NOBODY = "00000000-0000-0000-0000-000000000000";

export const testPolicy: Handler<"policy.test"> = async (context, { body }) => {
  const base = await context.read(readBase);
  const { engine } =
    body.policy === undefined
      ? await compileActive(base)
      : await compileDraft(base, await fileOfDraft(base, body.name, body.policy), body.policy);
  try {
    const results = await runInSlices(runTests(body.tests, engine));
    const passed = results.filter((result) => result.passed).length;
    return { passed, failed: results.length - passed, results, unknown_tools: unknownTools(body.tests, base) };
  } finally {
    engine.close();
  }
};

/** Each once: rules that name tools hold for none of these, so that an allow says little. */
function unknownTools(tests: readonly TestCase[], { tools }: PolicyBase): string[] {
  const known = new Set(tools.map(({ tool_name }) => tool_name));
  const named = new Set(tests.map(({ tool_name }) => foldToolName(tool_name)));
  return [...named].filter((name) => !known.has(name));
}

function* runTests(tests: readonly TestCase[], engine: PolicyEngine): Steps<TestResult[]> {
  const results: TestResult[] = [];
  for (const test of tests) {
    results.push(runTest(test, engine));
    yield;
  }
  return results;
}

function runTest(test: TestCase, engine: PolicyEngine): TestResult {
  const { decision, ruleId } = engine.evaluate(requestOf(test, engine));
  const sameRule = test.expect.rule_id === undefined || test.expect.rule_id === ruleId;
  return {
    name: test.name,
    passed: decision === test.expect.decision && sameRule,
    expected: test.expect,
    actual: { decision, rule_id: ruleId },
  };
}

function requestOf(test: TestCase, engine: PolicyEngine): PolicyRequest {
  const toolName = foldToolName(test.tool_name);
  const request: PolicyRequest = {
    agent: { id: NOBODY, name: test.agent.name ?? "test-agent", riskLevel: test.agent.risk_level ?? "medium" },
    toolName,
    grants: test.granted ? [{ tool_name: toolName, action: "ALLOW" }] : [],
    arguments: { "": test.payload },
    findings: test.findings,
    risk: test.risk,
    behavior: test.behavior,
    costNano: parseUsd(test.cost_usd),
    spentTodayNano: 0n,
    atMs: test.at === undefined ? Date.now() : Date.parse(test.at),
    targetTenantId: null,
    role: "agent",
  };
  const kept = { request, paths: [""] } as const;
  return requestAtPointers(kept, pathsFor(engine.argumentPaths, toolName)) ?? request;
}
