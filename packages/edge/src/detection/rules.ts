// The documentation of every rule, as data: what an operator reads when a finding names a rule id. The injection rules
// bring their own words; the others are described here.
import type { FindingCode } from "./findings.js";
import { INJECTION_RULES } from "./injection/rule-table.js";
import { OTHER_RULES } from "./other-rules.js";

export interface RuleDoc {
  readonly id: string;
  /** Rules of one family share a threshold and can be turned off together. */
  readonly family: string;
  readonly code: FindingCode;
  readonly title: string;
  /** A text that the rule takes part in, and one that it leaves alone. */
  readonly fires: string;
  readonly passes: string;
  /** Anchor in docs/detection/rules.md. */
  readonly anchor: string;
}

/** Every rule, injection families first, in the order of the documentation. */
export const RULES: readonly RuleDoc[] = [
  ...INJECTION_RULES.map((rule) => ({
    id: rule.id,
    family: rule.family,
    code: "prompt_injection_detected" as const,
    title: rule.title,
    fires: rule.fires,
    passes: rule.passes,
    anchor: anchorOf(rule.id),
  })),
  ...OTHER_RULES.map(([id, code, title, fires, passes]) => ({
    id,
    family: id.slice(0, id.indexOf("/")),
    code,
    title,
    fires,
    passes,
    anchor: anchorOf(id),
  })),
];

function anchorOf(id: string): string {
  return `rule-${id.replaceAll(/[/_]/g, "-")}`;
}
