// Findings about what an argument would do, apart from what it says to a model.
import type { FindingCode, Severity } from "../findings.js";

export interface ArgumentFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  readonly rule_id: string;
}

/** Every finding about one text; `key` is the name of the field that holds it. */
export function scanArgumentText(text: string, key: string, decoded: boolean): ArgumentFinding[] {
  return [];
}
