// Whether a tenant's rules fit the tools that they speak of: strict validation by Cedar, in which a warning (a rule that can
// never match) refuses too.

import { argumentsOfSchema, mergeRecords, type RecordArgument } from "./argument-type.js";
import { type SchemaJson, validatePolicies } from "./cedar.js";
import { ANY_TOOL, buildSchema } from "./cedar-schema.js";
import { type PolicyFault, type PolicyRule, parseRules } from "./policy-rule.js";
import { placeOf } from "./rule-text.js";

/** What policies need to know of a tool; a ToolRecord has it. */
export interface PolicyTool {
  /** Folded. */
  readonly tool_name: string;
  readonly inputSchema: Readonly<Record<string, unknown>> | null;
}

export type PolicyCheck =
  | { readonly ok: true; readonly rules: readonly PolicyRule[] }
  | { readonly ok: false; readonly errors: readonly PolicyFault[] };

/** Faults that one answer lists at most. */
const MAX_FAULTS = 100;

/**
 * Checks a policy file against the tenant's tools. `takenIds` are rule ids of the tenant's other files.
 * The errors go to the caller as the data of `policy_invalid`: `{ errors: [{rule_id, line, column, message, hint}] }`.
 */
export function checkPolicySource(input: {
  readonly source: string;
  readonly tools: Iterable<PolicyTool>;
  readonly takenIds?: Iterable<string>;
}): PolicyCheck {
  const { rules, faults } = parseRules(input.source);
  const taken = new Set(input.takenIds ?? []);
  for (const rule of rules.filter(({ id }) => taken.has(id))) {
    const message = `a rule of another policy file has the id "${rule.id}"`;
    faults.push({ rule_id: rule.id, ...placeOf(input.source, rule.place, 0), message, hint: "Choose another." });
  }
  const tools = [...input.tools];
  faults.push(...findMisfits(rules, tools, input.source));
  if (faults.length === 0) return { ok: true, rules };
  faults.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, errors: faults.slice(0, MAX_FAULTS) };
}

/** Faults of rules that do not fit the tools; empty when every rule does. */
export function findMisfits(rules: readonly PolicyRule[], tools: readonly PolicyTool[], source: string): PolicyFault[] {
  const faults: PolicyFault[] = [];
  const plain = new Map<string, RecordArgument>(
    tools.map((tool) => [tool.tool_name, argumentsOfSchema(tool.inputSchema)]),
  );
  plain.set(ANY_TOOL, { kind: "record", attributes: {} });
  const untyped = tools.filter((tool) => tool.inputSchema === null).map((tool) => tool.tool_name);
  const groups = groupRules(rules);
  for (const group of groups.values()) {
    const declared = group[0]?.declaredArgs ?? null;
    const schema = buildSchema(declared === null ? plain : withDeclared(plain, untyped, declared));
    faults.push(...validateGroup(group, schema, source));
  }
  return faults;
}

function validateGroup(group: readonly PolicyRule[], schema: SchemaJson<string>, source: string): PolicyFault[] {
  const byId = new Map(group.map((rule) => [rule.id, rule]));
  const seen = new Set<string>();
  const faults: PolicyFault[] = [];
  const texts = Object.fromEntries(group.map((rule) => [rule.id, rule.text]));
  for (const { policyId, error } of validatePolicies(schema, texts)) {
    const rule = policyId === null ? undefined : byId.get(policyId);
    // A rule that names something unknown also "cannot match"; saying the first is enough.
    if (policyId !== null && error.severity === "warning" && seen.has(policyId)) continue;
    if (policyId !== null) seen.add(policyId);
    const start = error.sourceLocations?.[0]?.start ?? 0;
    const place = rule === undefined ? { line: 1, column: 1 } : placeOf(source, rule.place, start);
    const message = error.message.replace(/^for policy `[^`]*`[,:] /, "");
    faults.push({ rule_id: rule?.id ?? null, ...place, message, hint: hintOf(message, error.help) });
  }
  return faults;
}

function hintOf(message: string, help: string | null): string | null {
  if (message.includes(`Action::"${ANY_TOOL}"`)) {
    return 'The rule speaks of every tool, registered or not: name the tools that have the argument (`action == Action::"…"`), or guard it with `has`.';
  }
  if (message.includes("unrecognized action")) {
    return `Register the tool first; names are folded to lower case.${help?.includes(`"${ANY_TOOL}"`) ? "" : ` ${help ?? ""}`}`.trim();
  }
  if (message.includes("`args.") && message.includes("not found")) {
    const undeclared = "The tool's input_schema does not declare it; a tool without one needs @args on the rule.";
    return help === null ? undeclared : `${help} ${undeclared}`;
  }
  return help;
}

/** Tools without a schema have what the rule's `@args` declares. */
function withDeclared(
  plain: ReadonlyMap<string, RecordArgument>,
  untyped: readonly string[],
  declared: RecordArgument,
): Map<string, RecordArgument> {
  const tools = new Map(plain);
  for (const name of [...untyped, ANY_TOOL]) {
    const own = tools.get(name);
    tools.set(name, own === undefined ? declared : mergeRecords(own, declared));
  }
  return tools;
}

const schemaKey = (rule: PolicyRule) => (rule.declaredArgs === null ? "" : JSON.stringify(rule.declaredArgs));

function groupRules(rules: readonly PolicyRule[]): Map<string, PolicyRule[]> {
  const groups = new Map<string, PolicyRule[]>();
  for (const rule of rules) {
    const key = schemaKey(rule);
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return groups;
}
