// Approvals of escalated calls: bound to one call, for one use. What binds them is compared here and nowhere else.

import { type DecideCall, MAX_APPROVAL_MINUTES } from "@portcullis/contract";
import { formatInstant, formatUsd, MINUTE_MS, newId, sha256Hex } from "@portcullis/core";
import type { Selectable } from "kysely";
import type { ApprovalTable } from "../../db/schema.js";
import { insertRows, rarely, statement, updateRows } from "../../db/statements.js";

export type ApprovalRow = Selectable<ApprovalTable>;

export const LONGEST_APPROVAL_MS = MAX_APPROVAL_MINUTES * MINUTE_MS;

export const APPROVALS = statement("select * from approvals where tenant_id = $1 and key in $list2");
/** Pending approvals of a call of an agent: an escalation that is repeated waits for the same person. */
export const PENDING_APPROVALS = statement(
  `select * from approvals where tenant_id = $1 and ${rarely("agent_id = $2")} and ${rarely("call_hash = $3")}
   and status = 'pending' and expires_at > $4`,
);
export const insertApprovals = insertRows("approvals", [
  "tenant_id",
  "key",
  "status",
  "agent_id",
  "tool_name",
  "target_tenant_id",
  "call_hash",
  "policy_revision",
  "reason",
  "audit_id",
  "created_at",
  "expires_at",
  "declared_cost_nano",
]);
export const markApprovalsUsed = updateRows("approvals", ["tenant_id", "key"], ["status", "used_audit_id"]);
/** Gives back those that were used by calls which reached no tool. */
export const FREE_APPROVALS = statement(
  "update approvals set status = 'approved', used_audit_id = null where tenant_id = $1 and key in $list2 and used_audit_id in $list3",
);
/** Takes one from whoever would use it still, for a call that has run by it. */
export const SPEND_APPROVAL = statement(
  "update approvals set status = 'used', used_audit_id = $3 where tenant_id = $1 and key = $2 and status = 'approved'",
);

/** SHA-256 of tool name, newline, payload hash. */
export function callHashOf(call: Pick<DecideCall, "tool_name" | "payload_hash">): string {
  return sha256Hex(`${call.tool_name}\n${call.payload_hash}`);
}

/** A call as an approval is bound to it. */
export interface ApprovableCall {
  readonly call: DecideCall;
  readonly policyRevision: string;
  /** As `Reservation.declaredNanoUsd`. */
  readonly declaredNano: bigint | null;
}

/** Whether an approval was given for exactly this call, under these policies, and can still be used. */
export function isUsableApproval(approval: ApprovalRow, asked: ApprovableCall, nowMs: number): boolean {
  return approval.status === "approved" && approval.expires_at > nowMs && isBoundTo(approval, asked);
}

/** Whether an approval, in any status, is of exactly this call. */
export function isBoundTo(approval: ApprovalRow, { call, policyRevision, declaredNano }: ApprovableCall): boolean {
  return (
    approval.agent_id === call.agent_id &&
    approval.target_tenant_id === (call.target_tenant_id ?? null) &&
    approval.policy_revision === policyRevision &&
    approval.call_hash === callHashOf(call) &&
    coversCost(approval, declaredNano)
  );
}

/** A lower cost is no other call; one that is not declared may be any. */
function coversCost({ declared_cost_nano: shown }: ApprovalRow, declaredNano: bigint | null): boolean {
  return shown === null || declaredNano === null ? shown === declaredNano : declaredNano <= shown;
}

/** Why an approval lets a call not run, and what its caller can do. */
export interface UnusableApproval {
  readonly fault: string;
  readonly advice: string;
}

/** Of the approval whose key came with this call. Another agent's is as one that does not exist. */
export function describeUnusable(
  approval: ApprovalRow | undefined,
  asked: ApprovableCall,
  nowMs: number,
): UnusableApproval {
  const fault = faultOf(approval?.agent_id === asked.call.agent_id ? approval : undefined, asked, nowMs);
  return approval?.status === "pending" && isBoundTo(approval, asked) && approval.expires_at > nowMs
    ? { fault, advice: "Have it approved, then retry." }
    : { fault, advice: "Have `data.approval_key` approved, then retry with that one." };
}

function faultOf(
  approval: ApprovalRow | undefined,
  { call, policyRevision, declaredNano }: ApprovableCall,
  nowMs: number,
): string {
  if (approval === undefined) return "The key in X-Approval-Key is that of no approval of this agent.";
  if (approval.status === "used") {
    return `The approval in X-Approval-Key was used by the call ${approval.used_audit_id}; each is for one call.`;
  }
  if (approval.status === "rejected") return "The approval in X-Approval-Key was denied by an administrator.";
  if (approval.expires_at <= nowMs) {
    return `The approval in X-Approval-Key expired at ${formatInstant(approval.expires_at)}.`;
  }
  if (approval.call_hash !== callHashOf(call) || approval.target_tenant_id !== (call.target_tenant_id ?? null)) {
    return "The approval in X-Approval-Key is of another call: tool, payload or target tenant differ.";
  }
  if (approval.policy_revision !== policyRevision) {
    return "The tenant's policies changed, or the tools that they speak of, after the approval in X-Approval-Key was asked for.";
  }
  if (!coversCost(approval, declaredNano)) {
    const [shown, declared] = [approval.declared_cost_nano, declaredNano].map(costInWords);
    return `The approval in X-Approval-Key is of a call that declared ${shown}, and this one declares ${declared}.`;
  }
  return "The approval in X-Approval-Key was not given yet.";
}

function costInWords(nano: bigint | null): string {
  return nano === null ? "no cost" : `a cost of ${formatUsd(nano)} USD`;
}

/** A new approval that waits for a person. */
export function pendingApproval(
  tenantId: string,
  { call, policyRevision, declaredNano }: ApprovableCall,
  options: { readonly reason: string; readonly auditId: string; readonly nowMs: number; readonly minutes: number },
): ApprovalRow {
  return {
    tenant_id: tenantId,
    key: newId(),
    status: "pending",
    agent_id: call.agent_id,
    tool_name: call.tool_name,
    target_tenant_id: call.target_tenant_id ?? null,
    call_hash: callHashOf(call),
    policy_revision: policyRevision,
    reason: options.reason,
    audit_id: options.auditId,
    created_at: options.nowMs,
    expires_at: options.nowMs + options.minutes * MINUTE_MS,
    decided_by: null,
    decided_at: null,
    decision_reason: null,
    used_audit_id: null,
    declared_cost_nano: declaredNano,
  };
}
