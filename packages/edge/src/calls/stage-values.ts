// What each stage hands on to those after it.
import type {
  DecideAnswer,
  DecideCall,
  ExecuteBody,
  ExecutionRecord,
  FindingCode,
  Permit,
  Refusal,
} from "@portcullis/contract";
import type { ScanResult } from "../detection/index.js";
import type { StatedUsage } from "../inspection/detection-jobs.js";
import type { Json, Payload } from "../inspection/lazy-json.js";
import type { ToolAnswer } from "../ports.js";
import type { Caller } from "../tenant/caller.js";

/** By stage. Stages 4 to 7 are one round trip, kept under `policy`. */
export interface StageValues {
  kill_switch: undefined;
  auth: Caller;
  rate_limit: undefined;
  inference: Inspected;
  policy: Decided;
  execution: Executed;
  output_filter: Filtered;
}

/** The call as the decision sees it, and the payload that stays here. */
export interface Inspected {
  readonly toolName: string;
  readonly payload: Payload;
  readonly usage: ExecuteBody["usage"];
  readonly idempotencyKey: string | undefined;
  readonly decide: Omit<DecideCall, "timeline">;
}

/** A permit with the clocks that it lapses by, or the stored answer of an earlier call with the same key. */
export type Decided = Permitted | Replay;
export type Replay = Extract<DecideAnswer, { verdict: "replay" }>;
export interface Permitted {
  readonly verdict: "permit";
  readonly permit: Permit;
  readonly sentAtMonotonicMs: number;
  readonly sentAtWallMs: number;
}

/** What became of a permitted call: the tool's answer, or why there is none. */
export interface Executed {
  readonly outcome: ExecutionRecord["outcome"];
  readonly dispatched: boolean;
  readonly answer: ToolAnswer | null;
  readonly refusal: Refusal | null;
  /** Absent where nobody wanted to know of it. */
  readonly progress?: RelayedProgress;
}

/** What was found in the progress that the caller was told of while the tool ran. */
export interface RelayedProgress {
  readonly redactions: { kind: string; count: number }[];
  readonly codes: FindingCode[];
  readonly findings: ScanResult["findings"];
}

/** What may be shown of the answer. */
export interface Filtered {
  /** The redacted answer; undefined where there is none to show. */
  readonly result: Json | undefined;
  readonly usage: StatedUsage;
  readonly redactions: { kind: string; count: number }[];
  readonly findings: FindingCode[];
  readonly findingDetails: ExecutionRecord["result_finding_details"];
  /** Set when the answer had to be withheld. */
  readonly refusal: Refusal | null;
}
