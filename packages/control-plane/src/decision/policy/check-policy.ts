// The check that a policy file passes before it becomes active. A file with one fault is refused whole, with every fault
// that was found, each with its rule, place and what to do.

import type { PolicyEngine } from "./engine.js";
import { runAtOnce, runInSlices, type Steps } from "./in-slices.js";
import { type PolicyFault, type PolicyRule, parseRules } from "./policy-rule.js";
import { findMisfits, type PolicyTool } from "./rule-fit.js";
import { placeOf } from "./rule-text.js";

export interface PolicyCheckInput {
  readonly source: string;
  readonly tools: Iterable<PolicyTool>;
  /** Rule ids of the tenant's other files, each with its file's name. */
  readonly takenIds?: ReadonlyMap<string, string>;
}

export type PolicyCheck =
  | { readonly ok: true; readonly rules: readonly PolicyRule[] }
  | { readonly ok: false; readonly errors: readonly PolicyFault[] };

/** Rules of a tenant over all its files. */
const MAX_RULES = 1000;
/** Faults that one answer lists at most. */
const MAX_FAULTS = 100;

/**
 * Checks a policy file against the tenant's tools. The errors go to the caller as the data of `policy_invalid`:
 * `{ errors: [{rule_id, line, column, message, hint}] }`.
 */
export function checkPolicySource(input: PolicyCheckInput): PolicyCheck {
  return runAtOnce(checkSteps(input));
}

/** The same for the serving loop, which gets its turn in between. */
export function checkPolicySourceInSlices(input: PolicyCheckInput): Promise<PolicyCheck> {
  return runInSlices(checkSteps(input));
}

function* checkSteps({ source, tools, takenIds }: PolicyCheckInput): Steps<PolicyCheck> {
  const { rules, faults } = yield* parseRules(source);
  const taken: ReadonlyMap<string, string> = takenIds ?? new Map();
  if (taken.size + rules.length > MAX_RULES) {
    const message = `a tenant has at most ${MAX_RULES} rules over all its files`;
    return { ok: false, errors: [{ rule_id: null, line: 1, column: 1, message, hint: null }] };
  }
  for (const rule of rules.filter(({ id }) => taken.has(id))) {
    const file = taken.get(rule.id);
    const message = `the policy file "${file}" has a rule with the id "${rule.id}" too`;
    const hint = `Choose another id, or say that this takes the place of that file: name "${file}".`;
    faults.push({ rule_id: rule.id, ...placeOf(source, rule.place, 0), message, hint });
  }
  faults.push(...(yield* findMisfits(rules, [...tools], source)));
  if (faults.length === 0) return { ok: true, rules };
  faults.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, errors: faults.slice(0, MAX_FAULTS) };
}

/** What is wrong with rules that contradict others of the tenant's, by their engine. Empty when nothing is. */
export function contradictionFaults(
  rules: readonly PolicyRule[],
  { contradictions }: Pick<PolicyEngine, "contradictions">,
  source: string,
): PolicyFault[] {
  const hint = "Declare it with one type in all rules of a tool, in every file.";
  return rules.flatMap(({ id, place }) => {
    const member = contradictions.get(id);
    if (member === undefined) return [];
    const message = `another rule of the same tool declares "${member}" with another type in its @args`;
    return [{ rule_id: id, ...placeOf(source, place, 0), message, hint }];
  });
}
