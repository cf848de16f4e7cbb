// The closed list of what a scan can report, and the shape of one report. A finding says where and why, and never holds
// the text itself, so that it can be stored in an audit row beside a payload that is only kept as a hash.

/** Every code that a scan can report, in the order used in documentation. Adding one is an API change. */
export const FINDING_CODES = [
  "prompt_injection_detected",
  "destructive_sql",
  "encoded_payload",
  "invisible_text",
  "deep_json",
  "huge_json",
  "destructive_shell",
  "path_traversal",
  "private_address",
  "secret_in_arguments",
  "tenant_phrase",
  "scan_truncated",
  "scan_incomplete",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

export type Severity = "low" | "medium" | "high" | "critical";

/**
 * The reading of the text in which the rule matched. `plain` is the text with case, accents, look-alikes and invisible
 * characters folded away; `decoded:` names the encodings that were undone, outermost first, joined by `>`.
 */
export type View = "plain" | "squashed" | "rot13" | "reversed" | "joined" | "structure" | `decoded:${string}`;

/** One thing found. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** How sure the rule is, 0 to 1. */
  readonly score: number;
  /** JSON pointer (RFC 6901) of the string that holds the match; "" is the payload itself. */
  readonly path: string;
  /** UTF-16 offsets into that string. A match in a key, or of a structure, has 0 and 0. */
  readonly start: number;
  readonly end: number;
  readonly view: View;
  /** Id of the rule in `RULES`; a tenant's own phrase has `tenant/<its id>`. */
  readonly rule_id: string;
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

export function severityOf(score: number): Severity {
  return score >= 0.9 ? "critical" : score >= 0.7 ? "high" : score >= 0.4 ? "medium" : "low";
}

/** Total order of findings: by path, place, code, rule, view, so that equal payloads give equal lists. */
export function compareFindings(a: Finding, b: Finding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  if (a.severity !== b.severity) return SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity];
  if (a.rule_id !== b.rule_id) return a.rule_id < b.rule_id ? -1 : 1;
  return a.view < b.view ? -1 : a.view > b.view ? 1 : 0;
}
