// Findings of the scan in words: where, how sure and why, and what the documentation says of their rules.

import { printable, type Style } from "./style.js";

export interface ShownFinding {
  readonly code: string;
  readonly severity: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  readonly view: string;
  readonly rule_id: string;
}

export interface ShownRule {
  readonly title: string;
  readonly docs: string;
  readonly fires: string;
  readonly passes: string;
}

/** One line; the rule's title stands behind it where it is known. */
export function describeFinding(style: Style, finding: ShownFinding, title?: string): string {
  const paint = finding.severity === "critical" || finding.severity === "high" ? style.red : style.yellow;
  const view = finding.view === "plain" ? "" : `, read as ${finding.view}`;
  const why = title === undefined ? "" : ` ${style.dim(printable(title))}`;
  const place = finding.end > finding.start ? ` at ${finding.start}–${finding.end}` : "";
  return `${paint("▲")} ${paint(finding.code)}  ${finding.severity}, score ${finding.score}${place}${view}  ${style.dim(finding.rule_id)}${why}`;
}

export function describeRule(style: Style, { title, docs, fires, passes }: ShownRule): string[] {
  const rows = [
    ["what", title],
    ["fires", fires],
    ["passes", passes],
    ["page", docs],
  ] as const;
  return rows
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `  ${style.dim(name.padEnd(6))}  ${printable(text)}`);
}
