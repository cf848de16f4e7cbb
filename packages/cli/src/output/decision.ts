// A decision envelope in words: what was decided, by which rule, what was found, what it cost.

import type { Style } from "./style.js";
import { printable } from "./style.js";

export interface ShownDecision {
  readonly action: string;
  readonly rule_id: string | null;
  readonly findings: readonly string[];
  readonly score: number;
  readonly signals_evaluated: Readonly<Record<string, { score: number; threshold: number; triggered: boolean }>>;
  readonly audit_id: string;
  readonly result_findings?: readonly string[];
  readonly redactions?: readonly { readonly kind: string; readonly count: number }[];
  readonly cost_usd?: string;
}

/** Of the finding `tool_description_changed`. */
export const HOW_IT_DIFFERS = "How the tool's definition differs, and its approval: portcullis tools pending";

export function describeDecision(style: Style, decision: ShownDecision): string[] {
  const paint = decision.action === "allow" ? style.green : decision.action === "escalate" ? style.yellow : style.red;
  const lines = [`${style.dim("decision")}  ${paint(decision.action)}  score ${decision.score}`];
  if (decision.rule_id !== null) lines.push(`${style.dim("rule    ")}  ${printable(decision.rule_id)}`);
  if (decision.findings.length > 0) lines.push(`${style.dim("findings")}  ${decision.findings.join(", ")}`);
  const signals = Object.entries(decision.signals_evaluated ?? {}).map(([name, signal]) => {
    const text = `${name} ${signal.score} ${signal.triggered ? "≥" : "<"} ${signal.threshold}`;
    return signal.triggered ? style.red(text) : text;
  });
  if (signals.length > 0) lines.push(`${style.dim("signals ")}  ${signals.join(", ")}`);
  const { redactions } = decision;
  if (redactions && redactions.length > 0) {
    lines.push(`${style.dim("redacted")}  ${redactions.map(({ kind, count }) => `${count} × ${kind}`).join(", ")}`);
  }
  if (decision.result_findings !== undefined && decision.result_findings.length > 0) {
    lines.push(`${style.dim("answer  ")}  ${style.red(decision.result_findings.join(", "))}`);
  }
  if (decision.cost_usd !== undefined) lines.push(`${style.dim("cost    ")}  $${decision.cost_usd}`);
  lines.push(`${style.dim("audit id")}  ${decision.audit_id}`);
  return lines;
}
