// How much more an order to the model weighs by what is scanned: an argument, a result, or what a tool says of itself.
import type { InjectionFamily } from "./injection/rule.js";
import { INJECTION_RULES } from "./injection/rule-table.js";
import type { ScanOptions } from "./options.js";

type Purpose = NonNullable<ScanOptions["purpose"]>;

/** Weights of families by what is scanned: an order to the model is odder in a result than in an argument. */
const FAMILY_WEIGHTS: Readonly<Record<Purpose, Readonly<Partial<Record<InjectionFamily, number>>>>> = {
  arguments: {},
  result: { forged_turn: 1.1, concealment: 1.1, exfiltration: 1.1, hidden_channel: 1.15, privilege: 1.1 },
  tool_description: { concealment: 1.4, exfiltration: 1.2, hidden_channel: 1.3, tool_poisoning: 1.5 },
};

/** Weights by rule, in the order of the rule table. */
export const PURPOSE_WEIGHTS: Readonly<Record<Purpose, readonly number[]>> = {
  arguments: weightsOf("arguments"),
  result: weightsOf("result"),
  tool_description: weightsOf("tool_description"),
};

function weightsOf(purpose: Purpose): readonly number[] {
  return INJECTION_RULES.map((rule) => FAMILY_WEIGHTS[purpose][rule.family] ?? 1);
}
