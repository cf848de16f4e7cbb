// The documentation of every rule, as data: what an operator reads when a finding names a rule id.
import type { FindingCode } from "./findings.js";

export interface RuleDoc {
  readonly id: string;
  readonly family: string;
  readonly code: FindingCode;
  readonly title: string;
  /** An example that fires, and one that does not. */
  readonly fires: string;
  readonly passes: string;
  /** Anchor in docs/detection.md. */
  readonly anchor: string;
}

export const RULES: readonly RuleDoc[] = [];
