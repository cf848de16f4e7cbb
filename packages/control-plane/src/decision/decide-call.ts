// One call inside the deciding transaction. Everything that an edge may only guess is checked again here, under the tenant's
// lock, in the order of the stages. A permitted call is claimed, counted and reserved in the batch before it is answered.

import { type DecideAnswer, type ErrorCode, envelopeOfRefusal, Refusal } from "@portcullis/contract";
import { canonicalize, newId, utcDay } from "@portcullis/core";
import { pathsFor } from "@portcullis/edge";
import {
  type ApprovableCall,
  callHashOf,
  describeUnusable,
  isBoundTo,
  isUsableApproval,
  pendingApproval,
} from "./approvals.js";
import type { TenantBatch } from "./batch.js";
import type { RequestRow } from "./batch-rows.js";
import { actorOf, contentFields, delegatorsOf, envelopeOf, refusalDraft } from "./call-rows.js";
import { callerRefusal } from "./caller-refusal.js";
import { type CappedScope, cappedBy, cappedScopes, noteBlocked, reserve } from "./caps.js";
import { DEGRADED_RULE } from "./combine.js";
import { checkLimits, countLimits } from "./count-limits.js";
import type { Decided } from "./decided.js";
import { answerOfEarlier, keepAnswer, keepQuestion, killedAnswer, timeoutData } from "./earlier-answer.js";
import { claimKey, keyState } from "./idempotency.js";
import { type LimitReached, limitData, nextDayMs, retryAfterS } from "./limits.js";
import { permitOf } from "./permit.js";
import { judgeCall } from "./prepare-calls.js";
import { inputsOf, type JudgedCall, type PreparedCall, stagesOf } from "./prepared.js";
import { minuteBefore, readWindow, windowsOf } from "./readings.js";
import { releasePermit } from "./record-call.js";

export interface DecideSettings {
  readonly closeAfterMs: number;
  readonly decisionTimeoutMs: number;
}

const DEFAULT_TOOL_TIMEOUT_MS = 30_000;

/** Decides one call. The facts that it was prepared with are those of the batch's state version. */
export async function decideCall(
  batch: TenantBatch,
  prepared: PreparedCall,
  settings: DecideSettings,
): Promise<DecideAnswer> {
  const { call, facts } = prepared;
  const earlier = answerOfEarlier(batch, prepared, settings.decisionTimeoutMs);
  if (earlier !== null) return earlier;
  if (batch.state.kill_engaged === 1) return refuseKilled(batch, prepared);

  // 1. Auth, once more.
  const callerCode = callerRefusal(batch, prepared);
  if (callerCode === "unknown_token") return { verdict: "refuse", code: "invalid_token", data: null, audit_id: null };
  if (callerCode !== null) return refuse(batch, prepared, callerCode, null);

  const key = keyState(batch, call);
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
      return permit(batch, current, judged, scopes, settings);
  }
}

/** The refusal of calls whose decision took too long: nothing of them stays permitted. */
export function refuseLate(batch: TenantBatch, prepared: PreparedCall, settings: DecideSettings): DecideAnswer {
  const earlier = answerOfEarlier(batch, prepared, settings.decisionTimeoutMs);
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
    spent.set(seconds, stored + batch.addedSince(call.agent_id, minuteBefore(seconds, batch.nowMs)));
  }
  const { readings, reservation } = judged;
  const isSame =
    approved === readings.approved && windows.every((s) => spent.get(s) === readings.spentInWindowNano.get(s));
  if (isSame || caller === undefined) return judged;
  const moved = { ...readings, nowMs: batch.nowMs, approved, spentInWindowNano: spent };
  return judgeCall(call, caller, facts, { reservation, readings: moved }, judged.verdict);
}

function approvableOf({ call, facts }: PreparedCall, { reservation }: JudgedCall): ApprovableCall {
  return { call, policyRevision: facts.policy.revision, declaredNano: reservation.declaredNanoUsd };
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

// ── refusals ───────────────────────────────────────────────────────────────────────────────────────────────────────

function refuse(
  batch: TenantBatch,
  prepared: PreparedCall,
  code: ErrorCode,
  data: unknown,
  more?: { readonly retry_after_s?: number; readonly detail?: string },
): DecideAnswer {
  const auditId = batch.auditIdOf(prepared.call.request_id);
  const answer: DecideAnswer = { verdict: "refuse", code, data, ...more, audit_id: auditId };
  batch.append(refusalDraft(prepared, batch.tenantId, code, refusalFields(code, data)));
  const row = requestRow(batch, prepared, { status: "refused", answer: keepAnswer(prepared.call, answer) });
  batch.insertRequest(row, inputsOf(prepared));
  return answer;
}

/** What the row says of the refusal beside its code. */
function refusalFields(code: ErrorCode, data: unknown): Record<string, unknown> {
  if (code !== "rate_limited") return {};
  const { limit_type, scope, reset_at } = data as ReturnType<typeof limitData>;
  return { limit: { limit_type, scope, reset_at } };
}

function refuseKilled(batch: TenantBatch, prepared: PreparedCall): DecideAnswer {
  const answer = killedAnswer(batch, batch.auditIdOf(prepared.call.request_id));
  return answer.verdict === "refuse" ? refuse(batch, prepared, answer.code, answer.data) : answer;
}

function refuseLimited(batch: TenantBatch, prepared: PreparedCall, limit: LimitReached): DecideAnswer {
  const auditId = batch.auditIdOf(prepared.call.request_id);
  const retry = { retry_after_s: retryAfterS(limit, batch.nowMs) };
  return refuse(batch, prepared, "rate_limited", limitData(limit, auditId), retry);
}

function costLimit(batch: TenantBatch, scope: "agent" | "tenant"): LimitReached {
  return { limit_type: "agent_cost", scope, resetAtMs: nextDayMs(batch.nowMs) };
}

/** The only refusal before stage 8 that keeps its idempotency key: the answer is the same for repeats. */
function refuseDenied(batch: TenantBatch, prepared: PreparedCall, { verdict }: JudgedCall): DecideAnswer {
  const auditId = batch.auditIdOf(prepared.call.request_id);
  const data = envelopeOf("deny", auditId, verdict);
  if (verdict.ruleId === DEGRADED_RULE) return refuse(batch, prepared, "behavior_unavailable", data);
  const body = envelopeOfRefusal(new Refusal("policy_denied", { data }));
  body.meta = { ...body.meta, audit_id: auditId };
  claimKey(batch, prepared.call, { status: 403, body });
  return refuse(batch, prepared, "policy_denied", data);
}

async function escalate(batch: TenantBatch, prepared: PreparedCall, judged: JudgedCall): Promise<DecideAnswer> {
  const { call, facts } = prepared;
  const { verdict } = judged;
  const asked = approvableOf(prepared, judged);
  const auditId = batch.auditIdOf(call.request_id);
  const reason = verdict.reason ?? "A person must approve this call.";
  let approval = await batch.approvals.findPending(call.agent_id, callHashOf(call), (row) => isBoundTo(row, asked));
  if (approval === undefined) {
    const { approvalMinutes: minutes } = facts.settings;
    approval = pendingApproval(batch.tenantId, asked, { reason, auditId, nowMs: batch.nowMs, minutes });
    batch.approvals.add(approval);
  }
  const data = { ...envelopeOf("escalate", auditId, verdict), approval_key: approval.key, reason };
  if (call.approval_key === undefined) return refuse(batch, prepared, "approval_required", data);
  const { fault, advice } = describeUnusable(batch.approvals.get(call.approval_key), asked, batch.nowMs);
  const explained = { ...data, reason: `${reason.replace(/\.?$/, ".")} ${fault}` };
  return refuse(batch, prepared, "approval_required", explained, { detail: `${fault} ${advice}` });
}

// ── the permit ─────────────────────────────────────────────────────────────────────────────────────────────────────

function permit(
  batch: TenantBatch,
  prepared: PreparedCall,
  judged: JudgedCall,
  scopes: readonly CappedScope[],
  settings: DecideSettings,
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
      close_at: batch.nowMs + timeoutMs + settings.closeAfterMs,
    }),
    permit_id: newId(),
  };
  batch.addMinute(call.agent_id, row.minute, reservation.amountNanoUsd);
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

function requestRow(
  batch: TenantBatch,
  prepared: PreparedCall,
  own: Pick<RequestRow, "status" | "answer"> & Partial<RequestRow>,
): RequestRow {
  const { call, instance, facts } = prepared;
  return {
    tenant_id: batch.tenantId,
    request_id: call.request_id,
    audit_id: batch.auditIdOf(call.request_id),
    instance,
    agent_id: call.agent_id,
    tool_name: call.tool_name,
    permit_id: null,
    decided: null,
    idempotency_key: call.idempotency_key ?? null,
    counter_day: utcDay(batch.nowMs),
    minute: Math.floor(batch.nowMs / 60_000),
    reservation_nano: 0n,
    price_nano: null,
    rate_revision: facts.rates.revision,
    created_at: batch.nowMs,
    close_at: null,
    closed_at: null,
    ...own,
  };
}
