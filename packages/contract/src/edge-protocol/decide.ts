// The question whether a call may run, and its answers. Payloads never travel here: a question carries hashes, sizes, findings and
// the values of those argument paths that active policies read.

import { z } from "zod";
import { instant, metadata, requestId, score, sha256Hex, usd, uuid, withoutControls } from "../schemas/common.js";
import { decisionEnvelope, finding, usage } from "../schemas/execution.js";
import { edgeRecord, recordAck } from "./records.js";
import { errorCode, foldedName, stageTiming } from "./shared-shapes.js";

export const decideCall = z.strictObject({
  /** The edge's own id of this call: sent again it is the same question, whatever request id the caller gave. */
  call_id: uuid,
  request_id: requestId,
  trace_id: z.string().max(64),
  received_at: instant,
  jti: uuid,
  agent_id: uuid,
  tool_name: foldedName,
  /** Of a tool that its server describes: what is served now; null while the server does not answer. Absent for others. */
  definition_hash: sha256Hex.nullable().optional(),
  payload_hash: sha256Hex,
  payload_bytes: z.number().int().nonnegative(),
  payload_depth: z.number().int().nonnegative(),
  /** SHA-256 of the payload's keys and types without values. */
  shape_hash: sha256Hex,
  /** SHA-256 of the canonical body, for idempotency keys. */
  body_hash: sha256Hex,
  findings: z.array(finding).max(1000),
  risk: score,
  signals: z.record(z.string(), score),
  /** Values of the argument paths that active policies read (JSON pointers); absent ones are left out. */
  arguments: z.record(z.string().max(500), z.unknown()),
  idempotency_key: withoutControls(z.string().min(1).max(255)).optional(),
  approval_key: withoutControls(z.string().max(100)).optional(),
  usage: usage.optional(),
  target_tenant_id: uuid.optional(),
  metadata: metadata.optional(),
  /** Policy revision that `arguments` was read for. */
  policy_revision: z.string().max(100),
  timeline: z.array(stageTiming).max(20),
});
export type DecideCall = z.output<typeof decideCall>;

/** Milliseconds in which a permit must be used. */
export const PERMIT_LAPSES_AFTER_MS = 2000;

export const permit = z.object({
  verdict: z.literal("permit"),
  permit_id: uuid,
  audit_id: uuid,
  tool_timeout_ms: z.number().int().positive().max(600_000),
  /** Milliseconds after the request was sent in which the tool must be dispatched. */
  lapses_after_ms: z.number().int().positive().max(PERMIT_LAPSES_AFTER_MS),
  decision: decisionEnvelope,
  pricing: z.object({
    rate_revision: z.string(),
    price_usd: usd.nullable(),
    reservation_usd: usd,
  }),
  /** The record must bring the redacted answer, for repeats of the idempotency key. */
  keep_answer: z.boolean(),
});
export type Permit = z.output<typeof permit>;

export const decideAnswer = z.discriminatedUnion("verdict", [
  permit,
  z.object({
    verdict: z.literal("refuse"),
    code: errorCode,
    data: z.unknown(),
    retry_after_s: z.number().optional(),
    /** Words for people, in place of the code's hint. */
    detail: z.string().max(1000).optional(),
    audit_id: uuid.nullable(),
  }),
  /** An earlier call with the same idempotency key has finished: its answer. */
  z.object({
    verdict: z.literal("replay"),
    status: z.number().int().min(200).max(599),
    /** Of a refusal; null on 200. */
    code: errorCode.nullable(),
    /** The envelope's JSON, which nobody on the way reads; empty where `body` has it. */
    text: z.string(),
    /** The envelope as a value, for edges that do not take text. */
    body: z.unknown().optional(),
  }),
  /** An earlier call with the same idempotency key still runs, or policies changed: ask again. */
  z.object({
    verdict: z.literal("again"),
    reason: z.enum(["idempotent_call_running", "policy_revision_changed"]),
    after_ms: z.number().int().nonnegative(),
    policy_revision: z.string().optional(),
    argument_paths: z.array(z.string()).optional(),
  }),
]);
export type DecideAnswer = z.output<typeof decideAnswer>;

export const decideBody = z.strictObject({
  calls: z.array(decideCall).min(1).max(256),
  /** Finished records that wait at the edge: stored first wherever an answer may depend on them, else after the answers. */
  records: z.array(edgeRecord).max(500).default([]),
  /** Answers of earlier calls may come as text. Edges of before, which do not say so, get them as values. */
  takes_text: z.boolean().default(false),
});
export const decideData = z.object({
  answers: z.array(decideAnswer),
  /** Of the records that were stored by the time of the answer, those of earlier questions included; the others follow. */
  acks: z.array(recordAck).default([]),
});
