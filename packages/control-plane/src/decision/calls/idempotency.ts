// Idempotency keys: claimed by (tenant, agent, key) with the body's hash while a call runs and for 60 seconds after its end.
// Never a second run: others get the stored answer, wait, or learn that the outcome is not known.

import type { DecideAnswer, DecideCall, Envelope, ErrorCode, ExecutionRecord } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import { envelopeText, MAX_KEPT_ANSWER_BYTES } from "@portcullis/edge";
import type { TenantBatch } from "../batch/batch.js";
import type { WrittenKey } from "../batch/batch-rows.js";

/** How long a finished answer is kept for repeats. */
export const ANSWER_KEPT_MS = 60_000;
/** When to ask again while the first call runs. */
const ASK_AGAIN_AFTER_MS = 50;

export type KeyState =
  | { readonly kind: "free" }
  | { readonly kind: "answer"; readonly answer: DecideAnswer }
  | { readonly kind: "refuse"; readonly code: "idempotency_key_reused" | "outcome_unknown" };

/** An answer as it is kept. */
export interface KeptAnswer {
  readonly status: number;
  /** Of a refusal. */
  readonly code: ErrorCode | null;
  /** The envelope's JSON. */
  readonly text: string;
}

/** What an earlier call with the same key means for this one. */
export async function keyState(batch: TenantBatch, call: DecideCall): Promise<KeyState> {
  if (call.idempotency_key === undefined) return { kind: "free" };
  const row = batch.key(call.agent_id, call.idempotency_key);
  if (row === undefined) return { kind: "free" };
  if (row.body_hash !== call.body_hash) return { kind: "refuse", code: "idempotency_key_reused" };
  if (row.status === "unknown") return { kind: "refuse", code: "outcome_unknown" };
  const text = row.status === "running" ? undefined : await batch.answers.give(row);
  if (text === undefined) {
    return {
      kind: "answer",
      answer: { verdict: "again", reason: "idempotent_call_running", after_ms: ASK_AGAIN_AFTER_MS },
    };
  }
  const code = row.answer_code as ErrorCode | null;
  return { kind: "answer", answer: { verdict: "replay", status: row.answer_status ?? 200, code, text } };
}

/** Claims the call's key: running, or finished with an answer. One for which the tenant has no room leaves the key free. */
export function claimKey(batch: TenantBatch, call: DecideCall, finished?: KeptAnswer): void {
  if (call.idempotency_key === undefined) return;
  if (finished !== undefined && !mayKeep(batch, finished)) return;
  batch.setKey({
    tenant_id: batch.tenantId,
    agent_id: call.agent_id,
    key: call.idempotency_key,
    body_hash: call.body_hash,
    request_id: call.request_id,
    ...(finished === undefined ? RUNNING : finishedWith(batch, finished)),
  });
}

/** The answer that a record brings, as its caller got it. */
export function answerOfRecord({ answer, answer_result, code }: ExecutionRecord): KeptAnswer | undefined {
  if (answer === undefined) return undefined;
  const { status, body } = answer;
  const text = answer_result === undefined ? formatJson(body) : envelopeText(body as Envelope, answer_result);
  return { status, code, text };
}

/**
 * Ends the claim of a call: with its answer for repeats, freed when the tool was not dispatched, or unknown when the edge
 * brought no answer, or one for which there is no room.
 */
export function endKey(
  batch: TenantBatch,
  call: { readonly agent_id: string; readonly idempotency_key: string | null; readonly request_id: string },
  end: { readonly dispatched: boolean; readonly answer: KeptAnswer | undefined },
): void {
  if (call.idempotency_key === null) return;
  if (!end.dispatched) {
    batch.releaseKey(call.agent_id, call.idempotency_key, call.request_id);
    return;
  }
  const row = batch.key(call.agent_id, call.idempotency_key);
  if (row === undefined || row.request_id !== call.request_id) return;
  const isKept = end.answer !== undefined && mayKeep(batch, end.answer);
  batch.setKey({ ...row, ...(isKept ? finishedWith(batch, end.answer) : endedUnknown(batch)) });
}

/** Counts the answer where it may be kept. */
function mayKeep(batch: TenantBatch, { text }: KeptAnswer): boolean {
  const bytes = Buffer.byteLength(text);
  return bytes <= MAX_KEPT_ANSWER_BYTES && batch.answers.keep(bytes);
}

type EndColumns = Pick<WrittenKey, "status" | "answer_status" | "answer_code" | "answer_body" | "expires_at">;

const NO_ANSWER = { answer_status: null, answer_code: null, answer_body: null };
const RUNNING: EndColumns = { status: "running", ...NO_ANSWER, expires_at: null };

function finishedWith({ nowMs }: TenantBatch, { status, code, text }: KeptAnswer): EndColumns {
  const answer = { answer_status: status, answer_code: code, answer_body: text };
  return { status: "finished", ...answer, expires_at: nowMs + ANSWER_KEPT_MS };
}

function endedUnknown({ nowMs }: TenantBatch): EndColumns {
  return { status: "unknown", ...NO_ANSWER, expires_at: nowMs + ANSWER_KEPT_MS };
}
