// Idempotency keys: claimed by (tenant, agent, key) with the body's hash while a call runs and for 60 seconds after its end.
// Never a second run: others get the stored answer, wait, or learn that the outcome is not known.

import type { DecideAnswer, DecideCall } from "@portcullis/contract";
import { formatJson, parseJson } from "@portcullis/core";
import type { TenantBatch } from "./batch.js";
import type { IdempotencyRow } from "./batch-rows.js";

/** How long a finished answer is kept for repeats. */
export const ANSWER_KEPT_MS = 60_000;
/** When to ask again while the first call runs. */
const ASK_AGAIN_AFTER_MS = 50;

export type KeyState =
  | { readonly kind: "free" }
  | { readonly kind: "answer"; readonly answer: DecideAnswer }
  | { readonly kind: "refuse"; readonly code: "idempotency_key_reused" | "outcome_unknown" };

/** What an earlier call with the same key means for this one. */
export function keyState(batch: TenantBatch, call: DecideCall): KeyState {
  if (call.idempotency_key === undefined) return { kind: "free" };
  const row = batch.key(call.agent_id, call.idempotency_key);
  if (row === undefined) return { kind: "free" };
  if (row.body_hash !== call.body_hash) return { kind: "refuse", code: "idempotency_key_reused" };
  if (row.status === "unknown") return { kind: "refuse", code: "outcome_unknown" };
  if (row.status === "running") {
    return {
      kind: "answer",
      answer: { verdict: "again", reason: "idempotent_call_running", after_ms: ASK_AGAIN_AFTER_MS },
    };
  }
  return {
    kind: "answer",
    answer: { verdict: "replay", status: row.answer_status ?? 200, body: parse(row.answer_body) },
  };
}

/** Claims the call's key: running, or finished with an answer. */
export function claimKey(batch: TenantBatch, call: DecideCall, finished?: { status: number; body: unknown }): void {
  if (call.idempotency_key === undefined) return;
  batch.setKey({
    tenant_id: batch.tenantId,
    agent_id: call.agent_id,
    key: call.idempotency_key,
    body_hash: call.body_hash,
    request_id: call.request_id,
    ...answerColumns(batch.nowMs, finished),
  });
}

/**
 * Ends the claim of a call: with its answer for repeats, freed when the tool was not dispatched, or unknown when the edge
 * brought no answer.
 */
export function endKey(
  batch: TenantBatch,
  call: { readonly agent_id: string; readonly idempotency_key: string | null; readonly request_id: string },
  end: {
    readonly dispatched: boolean;
    readonly answer: { readonly status: number; readonly body: unknown } | undefined;
  },
): void {
  if (call.idempotency_key === null) return;
  if (!end.dispatched) {
    batch.releaseKey(call.agent_id, call.idempotency_key, call.request_id);
    return;
  }
  const row = batch.key(call.agent_id, call.idempotency_key);
  if (row === undefined || row.request_id !== call.request_id) return;
  batch.setKey(
    end.answer === undefined
      ? { ...row, status: "unknown", expires_at: batch.nowMs + ANSWER_KEPT_MS }
      : { ...row, ...answerColumns(batch.nowMs, end.answer) },
  );
}

function answerColumns(
  nowMs: number,
  finished: { readonly status: number; readonly body: unknown } | undefined,
): Pick<IdempotencyRow, "status" | "answer_status" | "answer_body" | "expires_at"> {
  if (finished === undefined) return { status: "running", answer_status: null, answer_body: null, expires_at: null };
  return {
    status: "finished",
    answer_status: finished.status,
    answer_body: formatJson(finished.body ?? null),
    expires_at: nowMs + ANSWER_KEPT_MS,
  };
}

function parse(text: string | null): unknown {
  return text === null ? null : parseJson(text);
}
