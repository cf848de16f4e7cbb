// One call inside the deciding transaction. Everything that an edge may only guess is checked again here, under the tenant's
// lock, in the order of the stages. A permitted call is claimed, counted and reserved in the batch before it is answered.

import type { DecideAnswer } from "@portcullis/contract";
import { newId, utcDay } from "@portcullis/core";
import { pathsFor } from "@portcullis/edge";
import type { TenantBatch } from "../batch/batch.js";
import { isUsableApproval } from "../judging/approvals.js";
import { minuteBefore, readWindow, windowsOf } from "../judging/readings.js";
import { callerRefusal } from "./caller-refusal.js";
import { type CappedScope, cappedBy, cappedScopes, noteBlocked } from "./caps.js";
import { checkLimits, countLimits } from "./count-limits.js";
import { answerOfEarlier, timeoutData } from "./earlier-answer.js";
import { keyState } from "./idempotency.js";
import { permit } from "./permit-call.js";
import { judgeCall } from "./prepare-calls.js";
import { approvableOf, type JudgedCall, type PreparedCall } from "./prepared.js";
import { releasePermit } from "./record-call.js";
import { costLimit, escalate, refuse, refuseDenied, refuseKilled, refuseLimited } from "./refuse-call.js";

export interface DecideSettings {
  readonly closeAfterMs: number;
  readonly decisionTimeoutMs: number;
}

/** Decides one call. The facts that it was prepared with are those of the batch's state version. */
export async function decideCall(
  batch: TenantBatch,
  prepared: PreparedCall,
  settings: DecideSettings,
): Promise<DecideAnswer> {
  const { call, facts } = prepared;
  const earlier = await answerOfEarlier(batch, prepared, settings.decisionTimeoutMs);
  if (earlier !== null) return earlier;
  if (batch.state.kill_engaged === 1) return refuseKilled(batch, prepared);

  // 1. Auth, once more.
  const callerCode = callerRefusal(batch, prepared);
  if (callerCode === "unknown_token") return { verdict: "refuse", code: "invalid_token", data: null, audit_id: null };
  if (callerCode !== null) return refuse(batch, prepared, callerCode, null);

  const key = await keyState(batch, call);
  if (key.kind === "answer") return key.answer;
  if (key.kind === "refuse") return refuse(batch, prepared, key.code, null);
  const reread = argumentsToReread(prepared);
  if (reread !== null) return reread;

  // 2. Rate limit and caps. Whatever passes them counts, whether it is permitted or not.
  const limit = checkLimits(batch, facts, call.agent_id);
  if (limit !== null) return refuseLimited(batch, prepared, limit);
  let judged = prepared.judged;
  if (judged === null) throw new Error("A call of a known caller and agent was not judged.");
  const scopes = cappedScopes(batch, facts, call.agent_id, utcDay(batch.nowMs));
  const reservationNano = judged.reservation.amountNanoUsd;
  const capped = cappedBy(scopes, reservationNano);
  if (capped !== null) {
    noteBlocked(batch, capped, call);
    return refuseLimited(batch, prepared, costLimit(batch, capped.scope));
  }
  if (await isHeldBack(batch, prepared, judged, scopes)) {
    return refuseLimited(batch, prepared, { ...costLimit(batch, "tenant"), resetAtMs: batch.nowMs + 1000 });
  }
  countLimits(batch, facts, call.agent_id);

  // 4 to 7. Judged before the transaction; again where the exact spend or the approval is not what was read.
  judged = await rejudgeIfMoved(batch, prepared, judged);
  const current = { ...prepared, judged };
  noteViolations(batch, current);
  switch (judged.verdict.action) {
    case "deny":
      return refuseDenied(batch, current, judged);
    case "escalate":
      return escalate(batch, current, judged);
    case "allow":
      return permit(batch, current, judged, scopes, settings.closeAfterMs);
  }
}

/** The refusal of calls whose decision took too long: nothing of them stays permitted. */
export async function refuseLate(
  batch: TenantBatch,
  prepared: PreparedCall,
  settings: DecideSettings,
): Promise<DecideAnswer> {
  const earlier = await answerOfEarlier(batch, prepared, settings.decisionTimeoutMs);
  if (earlier !== null && earlier.verdict !== "permit") return earlier;
  const data = timeoutData(prepared.call, settings.decisionTimeoutMs);
  if (earlier === null) return refuse(batch, prepared, "decision_timeout", data);
  const row = batch.request(prepared.call.request_id);
  if (row !== undefined) releasePermit(batch, prepared.facts, row, "decision_timeout");
  return {
    verdict: "refuse",
    code: "decision_timeout",
    data,
    audit_id: batch.auditIdOf(prepared.call.request_id),
  };
}

/** The edge read arguments for other policies, which do not name all that the active ones read. */
function argumentsToReread({ call, facts: { policy } }: PreparedCall): DecideAnswer | null {
  if (call.policy_revision === policy.revision) return null;
  const paths = pathsFor(policy.argumentPaths, call.tool_name);
  if (paths.every((path) => Object.hasOwn(call.arguments, path))) return null;
  return {
    verdict: "again",
    reason: "policy_revision_changed",
    after_ms: 0,
    policy_revision: policy.revision,
    argument_paths: paths,
  };
}

/** A tenant with strict caps lets one call without a declared maximum run at a time. */
async function isHeldBack(
  batch: TenantBatch,
  { facts }: PreparedCall,
  { reservation }: JudgedCall,
  scopes: readonly CappedScope[],
): Promise<boolean> {
  if (!facts.settings.strictCaps || reservation.isDeclaredMaximum) return false;
  if (scopes.every(({ capNano }) => capNano === null)) return false;
  return (await batch.openUnbounded()) > 0;
}

async function rejudgeIfMoved(batch: TenantBatch, prepared: PreparedCall, judged: JudgedCall): Promise<JudgedCall> {
  const { call, facts, caller } = prepared;
  const windows = windowsOf(facts, call.agent_id);
  const approval = call.approval_key === undefined ? undefined : batch.approvals.get(call.approval_key);
  const approved = approval !== undefined && isUsableApproval(approval, approvableOf(prepared, judged), batch.nowMs);
  const spent = new Map<number, bigint>();
  for (const seconds of windows) {
    const stored = await readWindow(batch.tx, call.agent_id, seconds, batch.nowMs);
    spent.set(seconds, stored + batch.limits.addedSince(call.agent_id, minuteBefore(seconds, batch.nowMs)));
  }
  const { readings, reservation } = judged;
  const isSame =
    approved === readings.approved && windows.every((s) => spent.get(s) === readings.spentInWindowNano.get(s));
  if (isSame || caller === undefined) return judged;
  const moved = { ...readings, nowMs: batch.nowMs, approved, spentInWindowNano: spent };
  return judgeCall(call, caller, facts, { reservation, readings: moved }, judged.verdict);
}

function noteViolations(batch: TenantBatch, { call, judged }: PreparedCall): void {
  for (const { contractId, contractName, reason } of judged?.verdict.violations ?? []) {
    batch.violations.push({
      tenant_id: batch.tenantId,
      id: newId(),
      contract_id: contractId,
      contract_name: contractName,
      agent_id: call.agent_id,
      reason,
      audit_id: batch.auditIdOf(call.request_id),
      detected_at: batch.nowMs,
    });
  }
}
