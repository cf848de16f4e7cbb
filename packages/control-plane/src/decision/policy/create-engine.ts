// The policy engine: built-in rules beside the tenant's, evaluated by Cedar, turned into one verdict. Whatever goes wrong
// is a refusal (`policy_error`); Cedar alone would skip a rule that fails.

import type { FindingCode } from "@portcullis/contract";
import { canonicalize, sha256Hex } from "@portcullis/core";
import { recordOfArguments, UnholdableValue } from "./argument-value.js";
import { BUILTIN_RULES, GRANT_PERMIT, NO_PERMIT_RULE, POLICY_ERROR_RULE } from "./builtin-rules.js";
import { authorize, type CedarAnswer, type CedarValueJson, type PolicySetHandle } from "./cedar.js";
import {
  BUILTIN_SET,
  type CompiledPolicies,
  compilePolicies,
  type PolicySlice,
  type PolicySource,
} from "./compiled-policies.js";
import type { PolicyEngine, PolicyEvaluation, PolicyRequest } from "./engine.js";
import { runAtOnce, runInSlices } from "./in-slices.js";
import { contextOf, grantStateOf, principalOf, uniqueSorted } from "./request-context.js";
import type { PolicyTool } from "./rule-fit.js";
import { claimCompiled, releaseCompiled, shareCompiled } from "./shared-policies.js";

export interface PolicyEngineInput {
  /** The tenant's active files. */
  readonly policies: Iterable<PolicySource>;
  /** The tenant's registered tools, or a map of them. */
  readonly tools: Iterable<PolicyTool> | ReadonlyMap<string, PolicyTool>;
  /** Told of errors of the evaluation itself, of which verdicts say no more than `policy_error`. */
  readonly onError?: (error: unknown) => void;
}

/** Compiles the tenant's policies. Never throws: files that cannot be read refuse every call. */
export function createPolicyEngine(input: PolicyEngineInput): PolicyEngine {
  const prepared = prepare(input);
  const compiled = claimCompiled(prepared.revision) ?? shareCompiled(prepared.revision, runAtOnce(stepsOf(prepared)));
  return engineOf(prepared, compiled);
}

/** The same for the serving loop, which gets its turn in between; compiling takes about half a millisecond a rule. */
export async function createPolicyEngineInSlices(input: PolicyEngineInput): Promise<PolicyEngine> {
  const prepared = prepare(input);
  const known = claimCompiled(prepared.revision);
  if (known !== undefined) return engineOf(prepared, known);
  const compiled = await runInSlices(stepsOf(prepared));
  // Another caller may have compiled the same in between. What goes unused holds no slots: sets take them at first use.
  return engineOf(prepared, claimCompiled(prepared.revision) ?? shareCompiled(prepared.revision, compiled));
}

interface Prepared {
  readonly sources: readonly PolicySource[];
  readonly tools: readonly PolicyTool[];
  readonly revision: string;
  readonly onError: PolicyEngineInput["onError"];
}

function prepare(input: PolicyEngineInput): Prepared {
  const sources = [...input.policies].filter(({ source }) => source.trim() !== "").sort(byName);
  const tools = [...(input.tools instanceof Map ? input.tools.values() : input.tools)] as PolicyTool[];
  return { sources, tools, revision: revisionOf(sources, tools), onError: input.onError };
}

const stepsOf = ({ sources, tools }: Prepared) => compilePolicies(sources, tools);

function engineOf({ revision, onError }: Prepared, compiled: CompiledPolicies): PolicyEngine {
  let closed = false;
  return {
    revision,
    argumentPaths: compiled.argumentPaths,
    contradictions: compiled.contradictions,
    readsSpending: [...compiled.rules.values()].some(({ reads }) => reads.context.has("spent_today")),
    inputsOf: (request) => inputsOf(request, compiled.sliceOf(request.toolName)),
    evaluate: (request) => evaluate(request, compiled, onError),
    close: () => {
      if (!closed) releaseCompiled(revision);
      closed = true;
    },
  };
}

function evaluate(
  request: PolicyRequest,
  compiled: CompiledPolicies,
  onError: PolicyEngineInput["onError"],
): PolicyEvaluation {
  let volatile = true;
  try {
    const slice = compiled.sliceOf(request.toolName);
    volatile = slice.volatile;
    const args = readableArguments(request, slice);
    if (args === null) return verdictOf(askBuiltin(request), compiled, volatile, true);
    const verdict = verdictOf(ask(request, slice, slice.set, args), compiled, volatile, false);
    if (verdict.decision !== "escalate" || slice.permits === null) return verdict;
    // A person may approve what the rules permit, not what they leave out.
    const permitted = ask(request, slice, slice.permits, args);
    return permitted.allowed && permitted.errors.length === 0
      ? verdict
      : verdictOf(permitted, compiled, volatile, false);
  } catch (error) {
    onError?.(error);
    return { decision: "deny", ruleId: POLICY_ERROR_RULE, findings: ["policy_error"], volatile };
  }
}

/** The arguments that the rules read; null when the rules cannot be asked about them. */
function readableArguments(request: PolicyRequest, slice: PolicySlice): Record<string, CedarValueJson> | null {
  if (slice.broken) return null;
  try {
    const { pointers, maxArguments } = slice;
    return pointers.length === 0 ? {} : recordOfArguments(request.arguments, pointers, maxArguments);
  } catch (error) {
    if (error instanceof UnholdableValue) return null;
    throw error;
  }
}

function ask(
  request: PolicyRequest,
  slice: PolicySlice,
  set: PolicySetHandle,
  args: Record<string, CedarValueJson>,
): CedarAnswer {
  const context = contextOf(request, slice.context);
  if (slice.context.has("args")) context.args = args;
  return authorizeCall(request, set, context, principalOf(request, slice.principal));
}

/** The built-in rules alone, for calls about which the tenant's rules cannot be asked. */
function askBuiltin(request: PolicyRequest): CedarAnswer {
  return authorizeCall(request, BUILTIN_SET, contextOf(request, new Set()), {});
}

function authorizeCall(
  { agent, toolName }: PolicyRequest,
  set: PolicySetHandle,
  context: Record<string, CedarValueJson>,
  attrs: Record<string, string>,
): CedarAnswer {
  const principal = { type: "Agent", id: agent.id };
  return authorize(set, {
    principal,
    action: { type: "Action", id: toolName },
    resource: { type: "Tool", id: toolName },
    context,
    entities: Object.keys(attrs).length === 0 ? [] : [{ uid: principal, attrs, parents: [] }],
  });
}

/** Denials first, the built-in ones before the tenant's; then failures; then escalations; then what permits. */
function verdictOf(
  answer: CedarAnswer,
  { rules }: CompiledPolicies,
  volatile: boolean,
  failed: boolean,
): PolicyEvaluation {
  const matched = new Set(answer.reasons);
  const builtin = BUILTIN_RULES.filter(({ id }) => matched.has(id));
  const tenant = [...rules].filter(([id]) => matched.has(id)).map(([, rule]) => rule);
  const findings = new Set<FindingCode>(builtin.flatMap(({ finding }) => (finding === null ? [] : [finding])));
  const errored = failed || answer.errors.length > 0;
  if (errored) findings.add("policy_error");
  const done = (decision: PolicyEvaluation["decision"], ruleId: string | null): PolicyEvaluation => ({
    decision,
    ruleId,
    findings: [...findings],
    volatile,
  });

  const denial = builtin.find(({ effect }) => effect === "deny") ?? tenant.find(({ effect }) => effect === "forbid");
  if (denial !== undefined) return done("deny", denial.id);
  if (errored) return done("deny", POLICY_ERROR_RULE);
  const escalation = tenant.find(({ effect }) => effect === "escalate") ?? builtin[0];
  if (escalation !== undefined) {
    findings.add("policy_escalation");
    return done("escalate", escalation.id);
  }
  if (answer.allowed) return done("allow", matched.has(GRANT_PERMIT.id) ? null : (tenant[0]?.id ?? null));
  findings.add("no_permit_matched");
  return done("deny", NO_PERMIT_RULE);
}

function inputsOf(request: PolicyRequest, slice: PolicySlice) {
  const values: Record<string, unknown> = {
    grant: grantStateOf(request.grants, request.toolName),
    findings: uniqueSorted(request.findings),
    agent: principalOf(request, slice.principal),
  };
  if (slice.context.has("role")) values.role = request.role;
  const args: Record<string, unknown> = {};
  for (const { pointer } of slice.pointers) {
    if (Object.hasOwn(request.arguments, pointer)) args[pointer] = request.arguments[pointer];
  }
  values.args = args;
  return { volatile: slice.volatile, values };
}

/** One text over everything that verdicts depend on beside the request. */
function revisionOf(sources: readonly PolicySource[], tools: readonly PolicyTool[]): string {
  const text = canonicalize({
    version: 1,
    builtin: [...BUILTIN_RULES, GRANT_PERMIT].map(({ id, text: rule }) => [id, rule]),
    policies: sources.map(({ name, source }) => [name, sha256Hex(source)]),
    tools: toolsThatCount(sources, tools)
      .map((tool) => [tool.tool_name, schemaHash(tool.inputSchema)])
      .sort(),
    // Standing approvals are bound to the revision, so that this text must not change where verdicts do not.
    salt: "",
  });
  return `pol_${sha256Hex(text).slice(0, 40)}`;
}

/**
 * Those with a schema, and those that a rule may name: any other is to the rules as one that nobody knows. Servers of tools bring
 * such tools at any time, and must not end what people have approved.
 */
function toolsThatCount(sources: readonly PolicySource[], tools: readonly PolicyTool[]): readonly PolicyTool[] {
  if (sources.length === 0) return [];
  const mayBeEscaped = sources.some(({ source }) => ESCAPE.test(source));
  if (mayBeEscaped) return tools;
  // Every text of a rule stands between two quotes, whatever else does.
  const quoted = new Set(sources.flatMap(({ source }) => source.split('"')));
  return tools.filter(({ tool_name, inputSchema }) => inputSchema !== null || quoted.has(tool_name));
}

/** But for the asterisk's, which stands in patterns alone. */
const ESCAPE = /\\[^*]/;

const hashes = new WeakMap<object, string>();
function schemaHash(schema: PolicyTool["inputSchema"]): string {
  if (schema === null) return "";
  const known = hashes.get(schema);
  if (known !== undefined) return known;
  const hash = sha256Hex(canonicalize(schema));
  hashes.set(schema, hash);
  return hash;
}

const byName = (a: PolicySource, b: PolicySource) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
