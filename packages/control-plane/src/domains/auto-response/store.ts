// Approvals of escalated calls, as operators see them. Whether one fits a call is `decision/judging/approvals.ts`'s question.

import { Refusal } from "@portcullis/contract";
import { type Selectable, type SqlBool, sql } from "kysely";
import { newestFirst, type Place } from "../../db/newest-first.js";
import type { ApprovalTable } from "../../db/schema.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import { LONGEST_APPROVAL_MS } from "../../decision/judging/approvals.js";

export type ApprovalRow = Selectable<ApprovalTable>;
export type ApprovalStatus = ApprovalRow["status"] | "expired";

/** An approval that was neither rejected nor used ends at its time; nothing has to write that down. */
export function statusOf(row: ApprovalRow, nowMs: number): ApprovalStatus {
  const canEnd = row.status === "pending" || row.status === "approved";
  return canEnd && row.expires_at <= nowMs ? "expired" : row.status;
}

// As their index says of its rows: without these words it is not used.
const IS_UNUSED = sql<SqlBool>`status in ('pending', 'approved')`;

/** Newest first, one more than the page. */
export async function listApprovals(
  db: TenantDb,
  status: ApprovalStatus,
  nowMs: number,
  after: Place,
  limit: number,
): Promise<ApprovalRow[]> {
  let query = db.query.selectFrom("approvals").selectAll().where("tenant_id", "=", db.tenantId);
  if (status === "expired") query = query.where(IS_UNUSED).where("expires_at", "<=", nowMs);
  else query = query.where("status", "=", status);
  if (status === "pending" || status === "approved") {
    // Nothing older lasts until now: the look ends there, however many have expired before.
    query = query.where("expires_at", ">", nowMs).where("created_at", ">=", nowMs - LONGEST_APPROVAL_MS);
  }
  return query.$call(newestFirst(after, limit, { key: "key" })).execute();
}

export interface ApprovalDecision {
  readonly status: "approved" | "rejected";
  readonly by: string;
  readonly reason: string | null;
}

/** Decides a pending approval, once. Refuses `not_found`, and `conflict` for one that is decided, used or expired. */
export async function decideApproval(tx: TenantTx, key: string, decision: ApprovalDecision): Promise<ApprovalRow> {
  const row = await tx.query
    .updateTable("approvals")
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: tx.nowMs,
      decision_reason: decision.reason,
    })
    .where("tenant_id", "=", tx.tenantId)
    .where("key", "=", key)
    .where("status", "=", "pending")
    .where("expires_at", ">", tx.nowMs)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return row;
  const found = await tx.query
    .selectFrom("approvals")
    .selectAll()
    .where("tenant_id", "=", tx.tenantId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  const status = statusOf(found, tx.nowMs);
  throw new Refusal("conflict", { data: { field: "status", status }, detail: DECIDED[status] });
}

/** What became of an approval that waits no more, and what its call needs now. */
const DECIDED: Readonly<Record<ApprovalStatus, string>> = {
  pending: "The approval is being decided by somebody else; look again.",
  approved: "The approval was given already; its call may be repeated with the key until `expires_at`.",
  used: "The approval was given already, and used: each is for one call.",
  rejected: "The approval was rejected already; a repeat of the call asks anew, with another key.",
  expired: "The approval expired; a repeat of the call asks anew, with another key.",
};
