// Stage 9: redacts the tool's answer by the tenant's policy, and scans it. What cannot be made safe is withheld, never
// passed on, and so is an answer with orders to the model where the tenant says so. Without an answer there is nothing to do.
import { Refusal } from "@portcullis/contract";
import type { Executed, Filtered, RelayedProgress } from "../calls/stage-values.js";
import { type FilterPort, filterContent, type ToolUse } from "../inspection/filter-content.js";
import { showDetails } from "../inspection/finding-places.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";

const WITHHELD = "The tool ran; its answer holds orders to the model, and the tenant withholds those.";

const NO_USAGE = { counted: null, isUnreadable: false };

export async function filterOutput(
  use: ToolUse,
  { answer, progress }: Executed,
  mirror: TenantMirror,
  detection: FilterPort,
): Promise<Filtered> {
  const before = beforeAnswer(progress);
  if (answer === null) return before;
  const { usage, shown, isWithheld } = await filterContent(use, answer.content, mirror, detection);
  if (shown === null) return { ...before, usage, refusal: new Refusal("response_withheld") };
  const { result, counts, findings, codes } = shown;
  const found = {
    findings: progress === undefined ? codes : [...new Set([...progress.codes, ...codes])],
    findingDetails: showDetails(progress === undefined ? findings : [...progress.findings, ...findings]),
  };
  if (isWithheld) {
    return { ...before, ...found, usage, refusal: new Refusal("response_withheld", { detail: WITHHELD }) };
  }
  return { result, usage, redactions: addCounts(before.redactions, counts), ...found, refusal: null };
}

/** What the caller was shown before the answer, if anything: its row tells of both. */
function beforeAnswer(progress: RelayedProgress | undefined): Filtered {
  const { redactions = [], codes = [], findings = [] } = progress ?? {};
  const findingDetails = showDetails(findings);
  return { result: undefined, usage: NO_USAGE, redactions, findings: codes, findingDetails, refusal: null };
}

type Counts = Filtered["redactions"];

function addCounts(some: Counts, more: Counts): Counts {
  const counts = new Map(some.map(({ kind, count }) => [kind, count]));
  for (const { kind, count } of more) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
