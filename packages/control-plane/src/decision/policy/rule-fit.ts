// Whether rules fit the tools that they speak of: strict validation by Cedar, where a warning (a rule that can never match)
// is a fault too. Works in small steps, each with a schema of no more tools than its rules need.

import { argumentsOfSchema, type RecordArgument } from "./argument-type.js";
import { validatePolicies } from "./cedar.js";
import { ANY_TOOL, buildSchema } from "./cedar-schema.js";
import type { Steps } from "./in-slices.js";
import { hintOfNumbers } from "./number-kinds.js";
import type { PolicyFault, PolicyRule } from "./policy-rule.js";
import { placeOf } from "./rule-text.js";

/** What policies need to know of a tool; a ToolRecord has it. */
export interface PolicyTool {
  /** Folded. */
  readonly tool_name: string;
  readonly inputSchema: Readonly<Record<string, unknown>> | null;
}

const RULES_AT_A_TIME = 5;
const TOOLS_AT_A_TIME = 12;

type Problem = ReturnType<typeof validatePolicies>[number];

/** The faults of rules that do not fit; empty when every rule does. */
export function* findMisfits(
  rules: readonly PolicyRule[],
  tools: readonly PolicyTool[],
  source: string,
): Steps<PolicyFault[]> {
  const known = new Map<string, PolicyTool>(tools.map((tool) => [tool.tool_name, tool]));
  const faults: PolicyFault[] = [];
  for (const group of batchesOf(rules)) {
    const problems = yield* validateBatch(group, known);
    for (const rule of group) faults.push(...faultsOf(rule, problems.get(rule.id) ?? [], source));
    const general = problems.get(null) ?? [];
    faults.push(...general.map(({ error }) => ({ ...NOWHERE, message: error.message, hint: error.help })));
  }
  return faults;
}

const NOWHERE = { rule_id: null, line: 1, column: 1 };

/** Rules that are validated together: the same declared arguments, and either all scoped or none. */
function batchesOf(rules: readonly PolicyRule[]): PolicyRule[][] {
  const open = new Map<string, PolicyRule[]>();
  const batches: PolicyRule[][] = [];
  for (const rule of rules) {
    const key = `${rule.tools === null} ${rule.declaredArgs === null ? "" : JSON.stringify(rule.declaredArgs)}`;
    const batch = open.get(key);
    if (batch !== undefined && batch.length < RULES_AT_A_TIME) {
      batch.push(rule);
      continue;
    }
    const started = [rule];
    open.set(key, started);
    batches.push(started);
  }
  return batches;
}

/** Problems by rule. What is impossible for some of the tools only is none. */
function* validateBatch(
  batch: readonly PolicyRule[],
  known: ReadonlyMap<string, PolicyTool>,
): Steps<Map<string | null, Problem[]>> {
  const chunks = [...toolChunks(batch, known)];
  const errors = new Map<string | null, Map<string, Problem>>();
  const warnings = new Map<string | null, Problem[]>();
  const texts = Object.fromEntries(batch.map((rule) => [rule.id, rule.text]));
  const enumerated = [...known.keys(), ANY_TOOL];
  for (const names of chunks) {
    yield;
    const schema = buildSchema(argumentsFor(names, known, batch[0]?.declaredArgs ?? null), enumerated);
    const warned = new Set<string | null>();
    for (const problem of validatePolicies(schema, texts)) {
      const { policyId, error } = problem;
      if (error.severity !== "warning") {
        const own = errors.get(policyId) ?? new Map<string, Problem>();
        errors.set(policyId, own.set(`${error.sourceLocations?.[0]?.start} ${withoutTool(error.message)}`, problem));
      } else if (!warned.has(policyId)) {
        warned.add(policyId);
        warnings.set(policyId, [...(warnings.get(policyId) ?? []), problem]);
      }
    }
  }
  const found = new Map<string | null, Problem[]>([...errors].map(([id, own]) => [id, [...own.values()]]));
  for (const [id, own] of warnings) {
    // A rule that names something unknown also "cannot match"; saying the first is enough.
    if (!found.has(id) && own.length === chunks.length) found.set(id, own.slice(0, 1));
  }
  return found;
}

/** Sets of tools that together are all that the batch can meet. */
function* toolChunks(batch: readonly PolicyRule[], known: ReadonlyMap<string, PolicyTool>): Generator<string[]> {
  const named = new Set(batch.flatMap((rule) => [...rule.namedActions]));
  if (batch[0]?.tools !== null) {
    yield [...named].filter((name) => known.has(name));
    return;
  }
  const all = [ANY_TOOL, ...known.keys()];
  for (let at = 0; at < all.length; at += TOOLS_AT_A_TIME) {
    yield [...new Set([...all.slice(at, at + TOOLS_AT_A_TIME), ...[...named].filter((name) => known.has(name))])];
  }
}

/** Tools without a schema have what the rules' `@args` declares. */
function argumentsFor(
  names: readonly string[],
  known: ReadonlyMap<string, PolicyTool>,
  declared: RecordArgument | null,
): Map<string, RecordArgument> {
  return new Map(
    names.map((name) => {
      const schema = known.get(name)?.inputSchema ?? null;
      return [name, schema === null && declared !== null ? declared : argumentsOfSchema(schema)];
    }),
  );
}

function faultsOf(rule: PolicyRule, problems: readonly Problem[], source: string): PolicyFault[] {
  return problems.map(({ error }) => {
    const message = error.message.replace(/^for policy `[^`]*`[,:] /, "");
    const place = placeOf(source, rule.place, error.sourceLocations?.[0]?.start ?? 0);
    const hint = hintOfNumbers(message, rule.text) ?? hintOf(message, error.help);
    return { rule_id: rule.id, ...place, message, hint };
  });
}

function hintOf(message: string, help: string | null): string | null {
  const said = help === null || help.includes(`"${ANY_TOOL}"`) ? "" : help;
  if (message.includes(`Action::"${ANY_TOOL}"`)) {
    return 'The rule speaks of every tool, registered or not: name the tools that have the argument (`action == Action::"…"`), or guard it with `has`.';
  }
  if (message.includes("unrecognized action")) {
    return `Register the tool first; tool names are folded to lower case. ${said}`.trim();
  }
  if (message.includes("args.") && message.includes("not found")) {
    return `${said} The tool's input_schema does not declare it; a tool without one needs @args on the rule.`.trim();
  }
  return said === "" ? null : said;
}

const withoutTool = (message: string) => message.replace(/Action::"(?:[^"\\]|\\.)*"/g, "");
