// Stage 9: redacts the tool's answer by the tenant's policy, and scans it. What cannot be made safe is withheld, never
// passed on, and so is an answer with orders to the model where the tenant says so. Without an answer there is nothing to do.
import { Refusal } from "@portcullis/contract";
import { type FilterPort, filterValue, type ToolUse } from "../filter-value.js";
import { showDetails } from "../finding-places.js";
import type { Executed, Filtered, RelayedProgress } from "../stage-values.js";
import type { TenantMirror } from "../tenant-mirror.js";

const WITHHELD = "The tool ran; its answer holds orders to the model, and the tenant withholds those.";

export async function filterOutput(
  use: ToolUse,
  { answer, progress }: Executed,
  mirror: TenantMirror,
  detection: FilterPort,
): Promise<Filtered> {
  const before = beforeAnswer(progress);
  if (answer === null) return before;
  try {
    const { value, counts, findings, codes, isWithheld } = await filterValue(use, answer, mirror, detection);
    const found = {
      findings: progress === undefined ? codes : [...new Set([...progress.codes, ...codes])],
      findingDetails: showDetails(progress === undefined ? findings : [...progress.findings, ...findings]),
    };
    if (isWithheld) {
      return { ...before, ...found, refusal: new Refusal("response_withheld", { detail: WITHHELD }) };
    }
    return { result: value, redactions: addCounts(before.redactions, counts), ...found, refusal: null };
  } catch {
    return { ...before, refusal: new Refusal("response_withheld") };
  }
}

/** What the caller was shown before the answer, if anything: its row tells of both. */
function beforeAnswer(progress: RelayedProgress | undefined): Filtered {
  const { redactions = [], codes = [], findings = [] } = progress ?? {};
  return { result: undefined, redactions, findings: codes, findingDetails: showDetails(findings), refusal: null };
}

type Counts = Filtered["redactions"];

function addCounts(some: Counts, more: Counts): Counts {
  const counts = new Map(some.map(({ kind, count }) => [kind, count]));
  for (const { kind, count } of more) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
