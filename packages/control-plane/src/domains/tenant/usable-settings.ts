// Settings of detection that no edge could use, as the 422 that names each.

import { Refusal, type ValidationDetail } from "@portcullis/contract";
import { checkScanSettings, type ScanSettings, type TuningProblem } from "@portcullis/edge/detection";

const MOST_DETAILS = 100;

/** Refuses `validation_failed` where a rule or family is unknown, or a phrase or pattern cannot be looked for. */
export function requireUsableScan(scan: ScanSettings | undefined): void {
  if (scan !== undefined) refuseProblems("scan", scan, checkScanSettings(scan));
}

/** Refuses with every problem at its place in the body; does nothing without any. */
export function refuseProblems(member: string, settings: object, problems: readonly TuningProblem[]): void {
  if (problems.length === 0) return;
  const details: ValidationDetail[] = problems.slice(0, MOST_DETAILS).map(({ loc, message }) => ({
    type: "value_error",
    loc: ["body", member, ...loc],
    msg: message,
    input: valueAt(settings, loc),
  }));
  throw new Refusal("validation_failed", { details });
}

function valueAt(settings: object, loc: TuningProblem["loc"]): unknown {
  let value: unknown = settings;
  for (const key of loc) value = (value as Record<string | number, unknown> | undefined)?.[key];
  return typeof value === "object" ? null : value;
}
