// Request ids that come again: the same question, sent again by the same edge, gets its answer; a repeat with an idempotency
// key gets that key's answer; everything else is refused.

import { type DecideAnswer, type DecideCall, type ErrorCode, PERMIT_LAPSES_AFTER_MS } from "@portcullis/contract";
import { formatJson, parseJson, sha256Hex } from "@portcullis/core";
import type { TenantBatch } from "../batch/batch.js";
import type { RequestRow } from "../batch/batch-rows.js";
import { killSwitchOf } from "../facts/facts-loader.js";
import { callerRefusal } from "./caller-refusal.js";
import { readDecided } from "./decided.js";
import { keyState } from "./idempotency.js";
import { permitOf } from "./permit.js";
import type { PreparedCall } from "./prepared.js";
import { releasePermit } from "./record-call.js";

/** What was decided for this request before, or why its id cannot be used. */
export async function answerOfEarlier(
  batch: TenantBatch,
  prepared: PreparedCall,
  decisionTimeoutMs: number,
): Promise<DecideAnswer | null> {
  const { call, instance } = prepared;
  const row = batch.request(call.request_id);
  if (row === undefined) return batch.hasRow(call.request_id) ? answerOfReuse(batch, prepared) : null;
  if (row.instance !== instance || row.answer === null) return answerOfReuse(batch, prepared);
  const { question, answer = null } = parseJson(row.answer) as unknown as KeptAnswer;
  // Only the same question, sent again, gets the same answer: another call with this id must not run on its permit.
  if (question !== hashOf(call)) return answerOfReuse(batch, prepared);
  if (answer !== null) return answer;
  // The end of a permitted call is final.
  const decided = row.status === "open" ? readDecided(row) : null;
  const { permit_id } = row;
  if (decided === null || permit_id === null) return answerOfReuse(batch, prepared);
  return withdraw(batch, prepared, row, decisionTimeoutMs) ?? permitOf({ ...row, permit_id }, decided);
}

/** A permit that has lapsed, or whose caller would be refused now, is not given out again: it is released, and no row is added. */
function withdraw(
  batch: TenantBatch,
  prepared: PreparedCall,
  row: RequestRow,
  decisionTimeoutMs: number,
): DecideAnswer | null {
  const release = (code: ErrorCode, data: unknown): DecideAnswer => {
    releasePermit(batch, prepared.facts, row, code);
    return { verdict: "refuse", code, data, audit_id: row.audit_id };
  };
  if (batch.state.kill_engaged === 1) {
    releasePermit(batch, prepared.facts, row, "kill_switch_engaged");
    return killedAnswer(batch, row.audit_id);
  }
  const refusal = callerRefusal(batch, prepared);
  if (refusal !== null) return release(refusal === "unknown_token" ? "invalid_token" : refusal, null);
  if (batch.nowMs - row.created_at < PERMIT_LAPSES_AFTER_MS) return null;
  return release("decision_timeout", timeoutData(prepared.call, decisionTimeoutMs));
}

/** What a caller is told whose call was not decided, or not dispatched, in time. */
export function timeoutData({ request_id }: DecideCall, decisionTimeoutMs: number) {
  return { deadline_seconds: decisionTimeoutMs / 1000, request_id };
}

/**
 * A retry may well keep its request id; with an idempotency key it gets what the key has. It never runs. The row of a refusal is
 * its edge's record, under an id of its own.
 */
async function answerOfReuse(batch: TenantBatch, prepared: PreparedCall): Promise<DecideAnswer> {
  const isServed = batch.state.kill_engaged === 0 && callerRefusal(batch, prepared) === null;
  const key = isServed ? await keyState(batch, prepared.call) : undefined;
  if (key?.kind === "answer") return key.answer;
  return { verdict: "refuse", code: "request_id_reused", data: null, audit_id: null };
}

/** Kept as JSON in `requests.answer`. */
interface KeptAnswer {
  /** Hash of the call as it was asked, times included. */
  readonly question: string;
  /** Absent where the call was permitted: the begin record tells the permit. */
  readonly answer?: DecideAnswer;
}

/** What `requests.answer` gets of a refused call. */
export function keepAnswer(call: DecideCall, answer: DecideAnswer): string {
  const kept: KeptAnswer = { question: hashOf(call), answer };
  return formatJson(kept);
}

/** What `requests.answer` gets of a permitted call. */
export function keepQuestion(call: DecideCall): string {
  const kept: KeptAnswer = { question: hashOf(call) };
  return formatJson(kept);
}

function hashOf(call: DecideCall): string {
  return sha256Hex(formatJson(call));
}

/** The refusal of a call while the kill switch is engaged. */
export function killedAnswer(batch: TenantBatch, auditId: string): DecideAnswer {
  const { engaged_at, engaged_by, reason } = killSwitchOf(batch.state);
  const data = { engaged_at, engaged_by, reason, audit_id: auditId };
  return { verdict: "refuse", code: "kill_switch_engaged", data, audit_id: auditId };
}
