// The refusals of a call inside the deciding transaction: each appends its audit row and keeps its answer for repeats.

import { type DecideAnswer, type ErrorCode, envelopeOfRefusal, Refusal } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import type { TenantBatch } from "../batch/batch.js";
import { type LimitReached, limitData, nextDayMs, retryAfterS } from "../batch/limits.js";
import { callHashOf, describeUnusable, isBoundTo, pendingApproval } from "../judging/approvals.js";
import { DEGRADED_RULE } from "../judging/combine.js";
import { envelopeOf, refusalDraft } from "./call-rows.js";
import { keepAnswer, killedAnswer } from "./earlier-answer.js";
import { claimKey } from "./idempotency.js";
import { approvableOf, inputsOf, type JudgedCall, type PreparedCall } from "./prepared.js";
import { requestRow } from "./request-row.js";

export function refuse(
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

export function refuseKilled(batch: TenantBatch, prepared: PreparedCall): DecideAnswer {
  const answer = killedAnswer(batch, batch.auditIdOf(prepared.call.request_id));
  return answer.verdict === "refuse" ? refuse(batch, prepared, answer.code, answer.data) : answer;
}

export function refuseLimited(batch: TenantBatch, prepared: PreparedCall, limit: LimitReached): DecideAnswer {
  const auditId = batch.auditIdOf(prepared.call.request_id);
  const retry = { retry_after_s: retryAfterS(limit, batch.nowMs) };
  return refuse(batch, prepared, "rate_limited", limitData(limit, auditId), retry);
}

export function costLimit(batch: TenantBatch, scope: "agent" | "tenant"): LimitReached {
  return { limit_type: "agent_cost", scope, resetAtMs: nextDayMs(batch.nowMs) };
}

/** The only refusal before stage 8 that keeps its idempotency key: the answer is the same for repeats. */
export function refuseDenied(batch: TenantBatch, prepared: PreparedCall, { verdict }: JudgedCall): DecideAnswer {
  const auditId = batch.auditIdOf(prepared.call.request_id);
  const data = envelopeOf("deny", auditId, verdict);
  if (verdict.ruleId === DEGRADED_RULE) return refuse(batch, prepared, "behavior_unavailable", data);
  const body = envelopeOfRefusal(new Refusal("policy_denied", { data }));
  body.meta = { ...body.meta, audit_id: auditId };
  claimKey(batch, prepared.call, { status: 403, code: "policy_denied", text: formatJson(body) });
  return refuse(batch, prepared, "policy_denied", data);
}

/** Asks a person: the approval that waits for this very call, or a new one. */
export async function escalate(batch: TenantBatch, prepared: PreparedCall, judged: JudgedCall): Promise<DecideAnswer> {
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
