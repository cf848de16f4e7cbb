// What an edge tells of calls that have ended, the refusals that it made itself among them.

import { z } from "zod";
import { type ErrorCode, errorTable } from "../errors.js";
import { instant, requestId, sha256Hex, uuid } from "../schemas/common.js";
import { finding, findingCode, redactionCount, usage } from "../schemas/execution.js";
import { errorCode, foldedName, MAX_NAMED_CODES, stageTiming } from "./shared-shapes.js";
import { definitionStanding, MAX_DEFINITIONS, toolDefinition } from "./tool-definitions.js";

export const OUTCOMES = ["allowed", "denied", "failed", "aborted", "not_started", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Findings that a row shows with rule, place and score; its codes are those of all of them. */
export const MAX_FINDING_DETAILS = 50;

/** The end of a permitted call. */
export const executionRecord = z.strictObject({
  kind: z.literal("execution"),
  record_id: uuid,
  permit_id: uuid,
  request_id: requestId,
  outcome: z.enum(["allowed", "failed", "aborted", "not_started"]),
  /** The refusal that the caller got instead of the answer; null on 200. */
  code: errorCode.nullable(),
  /** Stage 8 sent the call to the tool. */
  dispatched: z.boolean(),
  /** Three digits, as HTTP has them: some servers answer above 599. */
  tool_status: z.number().int().min(100).max(999).nullable(),
  response_hash: sha256Hex.nullable(),
  response_bytes: z.number().int().nonnegative(),
  redactions: z.array(redactionCount).max(MAX_NAMED_CODES),
  /** Codes that the scan of the answer found, and `usage_unreadable` for token counts that could not be taken. */
  result_findings: z.array(findingCode).max(MAX_NAMED_CODES),
  /** Rule, place and score of what the scan of the answer found, the highest scores first. */
  result_finding_details: z.array(finding).max(MAX_FINDING_DETAILS).default([]),
  usage: usage.nullable(),
  finished_at: instant,
  timeline: z.array(stageTiming).max(20),
  /** Present when the permit said `keep_answer`: status and envelope as the caller got them. */
  answer: z.object({ status: z.number().int().min(200).max(599), body: z.unknown() }).optional(),
  /**
   * JSON of the result, where `answer.body` has null for its `data.result`: nobody on the way reads what is large. Beside the answer,
   * so that a control plane that does not know it refuses the record, and keeps no answer without its result.
   */
  answer_result: z.string().optional(),
});
export type ExecutionRecord = z.output<typeof executionRecord>;

/** A refusal that the edge itself made after the token was verified. */
export const refusalRecord = z.strictObject({
  kind: z.literal("refusal"),
  record_id: uuid,
  request_id: requestId,
  code: errorCode,
  jti: uuid,
  agent_id: uuid.nullable(),
  tool_name: foldedName.nullable(),
  payload_hash: sha256Hex.nullable(),
  findings: z.array(findingCode).max(MAX_NAMED_CODES),
  finding_details: z.array(finding).max(MAX_FINDING_DETAILS).default([]),
  /** Identical refusals of one agent within one second, this one included. */
  count: z.number().int().positive().max(1_000_000),
  at: instant,
  timeline: z.array(stageTiming).max(20),
});
export type RefusalRecord = z.output<typeof refusalRecord>;

/**
 * Whether an edge refused a call after it had asked for a permit, and without an answer: the control plane may have given one.
 * Such refusals are never counted together, for each takes back a permit of its own.
 */
export function mayBePermitted(code: ErrorCode, payloadHash: string | null): boolean {
  return payloadHash !== null && errorTable[code].status >= 500;
}

export const edgeRecord = z.discriminatedUnion("kind", [executionRecord, refusalRecord]);
export type EdgeRecord = z.output<typeof edgeRecord>;

export const recordsBody = z.strictObject({
  /** Empty when the edge only acknowledges a state version. */
  records: z.array(edgeRecord).max(500),
  /** The newest state that this edge has applied; engaging the kill switch waits for it. */
  state_version: z.number().int().nonnegative(),
  /** Definitions that are not the approved ones as this edge knows them. */
  tool_definitions: z.array(toolDefinition).max(MAX_DEFINITIONS).optional(),
});
export const recordAck = z.object({
  record_id: uuid,
  status: z.enum(["accepted", "duplicate", "refused"]),
  reason: z.string().optional(),
  audit_id: uuid.optional(),
});
export type RecordAck = z.output<typeof recordAck>;
export const recordsData = z.object({
  acks: z.array(recordAck),
  tool_definitions: z.array(definitionStanding).optional(),
});
