// An explained audit row in words: what was decided and why, and for each finding its place and its rule.

import { type DataOf, type ErrorCode, errorTable } from "@portcullis/contract";
import { type CliContext, writeLine } from "../context.js";
import { HOW_IT_DIFFERS } from "./decision.js";
import { describeFinding, describeRule } from "./finding.js";
import { printable } from "./style.js";

type Explanation = DataOf<"audit.explain">;

export function presentExplanation(context: CliContext, row: Explanation): void {
  const { style } = context;
  const paint = row.decision === "allow" ? style.green : row.decision === "escalate" ? style.yellow : style.red;
  const line = (name: string, text: string) => writeLine(context, `${style.dim(name.padEnd(8))}  ${text}`);
  line("row", `${row.seq}  ${row.at}  ${printable(row.action === "execute" ? (row.tool_name ?? "-") : row.action)}`);
  line("decision", `${paint(row.decision)}, ${row.outcome}${row.code === null ? "" : `, ${row.code}`}`);
  if (isOfNoCall(row)) {
    writeLine(context, style.dim("The row is of no call: no rule was asked, and nothing scanned."));
    writeLine(context, style.dim(`What it says of its action: portcullis receipt get ${row.seq}`));
    return;
  }
  const isRefusedByNoRule = row.decision !== "allow" && row.rule_id === null;
  const noRule = isRefusedByNoRule ? "none: it was refused by no rule" : "none: nothing spoke against it";
  line("rule", `${printable(row.rule_id ?? noRule)}, score ${row.score}`);
  // The code may be of a newer version than this program.
  const hint = errorTable[row.code as ErrorCode]?.hint;
  if (isRefusedByNoRule && hint !== undefined) line("why", hint);
  const signals = Object.entries(row.signals_evaluated ?? {});
  if (signals.length > 0) {
    const words = signals.map(([name, { score, threshold, triggered }]) => {
      const text = `${name} ${score} ${triggered ? "≥" : "<"} ${threshold}`;
      return triggered ? style.red(text) : text;
    });
    line("signals", words.join(", "));
  }
  if (row.other_findings.length > 0) line("also", row.other_findings.join(", "));
  for (const finding of row.findings) {
    const place = finding.where === "arguments" ? "arguments" : "the tool's answer";
    writeLine(context);
    writeLine(
      context,
      `${style.bold(printable(finding.path === "" ? "(the whole)" : finding.path))}  ${style.dim(place)}`,
    );
    writeLine(context, `  ${describeFinding(style, finding)}`);
    for (const each of describeRule(style, finding)) writeLine(context, `  ${each}`);
  }
  // The kill switch and limits refuse most calls before they are scanned.
  if (row.findings.length === 0 && !isRefusedByNoRule)
    writeLine(context, style.dim("The scan of the call found nothing."));
  if (row.other_findings.includes("tool_description_changed")) writeLine(context, HOW_IT_DIFFERS);
}

/** A row of an operator's action, or of one of the service's own. */
function isOfNoCall({ action, rule_id, signals_evaluated, findings }: Explanation): boolean {
  return action !== "execute" && rule_id === null && signals_evaluated === null && findings.length === 0;
}
