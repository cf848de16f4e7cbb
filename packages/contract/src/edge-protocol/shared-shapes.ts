// Shapes that several messages between edge and control plane have.

import { z } from "zod";
import { type ErrorCode, errorTable } from "../errors.js";
import { withoutControls } from "../schemas/common.js";

export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** A tool's name, as it is compared: see `foldToolName` of core. */
export const foldedName = withoutControls(z.string().min(1).max(200)).meta({ description: "folded" });

/** Codes, and kinds of redaction, that one record or one report of a definition names at most. */
export const MAX_NAMED_CODES = 100;

/** The eleven stages, in order; names of the timeline, the metrics and the docs. */
export const STAGES = [
  "kill_switch",
  "auth",
  "rate_limit",
  "inference",
  "policy",
  "behavior",
  "decision",
  "autonomy",
  "execution",
  "output_filter",
  "audit",
] as const;
export type StageName = (typeof STAGES)[number];

/** A week: no call takes longer. */
const MAX_STAGE_MS = 604_800_000;

/** One stage of one call: offsets in milliseconds from the call's arrival. */
export const stageTiming = z.object({
  stage: z.enum(STAGES),
  start_ms: z.number().nonnegative().max(MAX_STAGE_MS),
  end_ms: z.number().nonnegative().max(MAX_STAGE_MS),
  decision: z.string().max(60),
});
export type StageTiming = z.output<typeof stageTiming>;
