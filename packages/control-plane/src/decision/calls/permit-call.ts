// The permit of a call inside the deciding transaction: the call is reserved, claimed and kept open, with all that its row will say.

import type { DecideAnswer } from "@portcullis/contract";
import { canonicalize, newId } from "@portcullis/core";
import type { TenantBatch } from "../batch/batch.js";
import { actorOf, contentFields, delegatorsOf } from "./call-rows.js";
import { type CappedScope, reserve } from "./caps.js";
import type { Decided } from "./decided.js";
import { keepQuestion } from "./earlier-answer.js";
import { claimKey } from "./idempotency.js";
import { permitOf } from "./permit.js";
import { inputsOf, type JudgedCall, type PreparedCall, stagesOf } from "./prepared.js";
import { requestRow } from "./request-row.js";

const DEFAULT_TOOL_TIMEOUT_MS = 30_000;

/** `closeAfterMs`: how long after its tool's timeout a call without a record is closed. */
export function permit(
  batch: TenantBatch,
  prepared: PreparedCall,
  judged: JudgedCall,
  scopes: readonly CappedScope[],
  closeAfterMs: number,
): DecideAnswer {
  const { call, facts } = prepared;
  const { verdict, reservation } = judged;
  const auditId = batch.auditIdOf(call.request_id);
  const tool = facts.tools.get(call.tool_name);
  const timeoutMs = tool?.timeout_ms ?? DEFAULT_TOOL_TIMEOUT_MS;
  reserve(batch, scopes, reservation.amountNanoUsd);
  const decided = decidedOf(prepared, judged, timeoutMs);
  const row = {
    ...requestRow(batch, prepared, {
      status: "open",
      answer: keepQuestion(call),
      // Canonical text, though any would do: a call whose row could never be written is refused now, not when its tool has run.
      decided: canonicalize(decided),
      reservation_nano: reservation.amountNanoUsd,
      price_nano: tool?.priceNano ?? null,
      close_at: batch.nowMs + timeoutMs + closeAfterMs,
    }),
    permit_id: newId(),
  };
  batch.limits.addMinute(call.agent_id, row.minute, reservation.amountNanoUsd);
  const approval =
    verdict.approvalUsed && call.approval_key !== undefined ? batch.approvals.get(call.approval_key) : undefined;
  if (approval !== undefined) batch.approvals.use(approval, auditId);
  batch.insertRequest(row, inputsOf(prepared));
  claimKey(batch, call);
  return permitOf(row, decided);
}

function decidedOf(prepared: PreparedCall, { verdict, reservation }: JudgedCall, timeoutMs: number): Decided {
  const { call, facts, caller } = prepared;
  return {
    actor: actorOf(caller),
    role: caller?.role ?? "unknown",
    rule_id: verdict.ruleId,
    score: verdict.score,
    findings: verdict.findings,
    fields: contentFields(prepared),
    stages: stagesOf(prepared),
    tool_timeout_ms: timeoutMs,
    edge_type: facts.tools.get(call.tool_name)?.access ?? "invokes",
    delegators: delegatorsOf(caller),
    usage: call.usage ?? null,
    unbounded: !reservation.isDeclaredMaximum,
  };
}
