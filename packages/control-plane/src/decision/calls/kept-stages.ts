// The stages of a call as they are kept, with its begin record and with its row: lists without names, since they are many.

import { STAGES, type StageTiming } from "@portcullis/contract";
import type { KeptStage } from "../../ledger/row-draft.js";

export function keepStages(timeline: readonly StageTiming[]): KeptStage[] {
  return timeline.map(({ stage, start_ms, end_ms, decision }) => [stage, start_ms, end_ms, decision]);
}

/** The edge's stages and the control plane's, in the order of the pipeline; the first that names a stage keeps it. */
export function mergeStages(...parts: readonly (readonly KeptStage[])[]): KeptStage[] {
  const byName = new Map<string, KeptStage>();
  for (const part of parts) {
    for (const entry of part) if (!byName.has(entry[0])) byName.set(entry[0], entry);
  }
  return STAGES.flatMap((stage) => {
    const entry = byName.get(stage);
    return entry === undefined ? [] : [entry];
  });
}
