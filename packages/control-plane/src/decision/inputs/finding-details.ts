// Which findings of a call's scan are kept with rule, place and score: in its row, and for simulations.

import { type DecideCall, MAX_FINDING_DETAILS } from "@portcullis/contract";

/** All of them, or the highest scores first where they are many. */
export function detailsOf(findings: DecideCall["findings"]): DecideCall["findings"] {
  if (findings.length <= MAX_FINDING_DETAILS) return findings;
  return findings.toSorted((one, other) => other.score - one.score).slice(0, MAX_FINDING_DETAILS);
}
