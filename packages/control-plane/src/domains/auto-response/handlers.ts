// Handlers of tag auto-response: the calls that wait for a person, and the person's answer, given once.

import { type DataOf, isSeen, operations, Refusal } from "@portcullis/contract";
import { formatInstant, formatUsdOrNull } from "@portcullis/core";
import type { TenantDb } from "../../db/tx.js";
import { type KeptArguments, readKeptArguments } from "../../decision/inputs/kept-arguments.js";
import type { CallContext, HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { gateRefusal } from "../../http/role-gate.js";
import { type ApprovalDecision, type ApprovalRow, decideApproval, listApprovals, statusOf } from "./store.js";

const APPROVING = { ...operations["autoResponse.approvePending"], id: "autoResponse.approvePending" } as const;

export const autoResponseHandlers: HandlersOf<"autoResponse"> = {
  async "autoResponse.listPending"(context, { query }) {
    const list = `auto-response.${query.status}`;
    const after = decodeCursor(list, query.cursor, ["number", "string"]);
    const nowMs = Date.now();
    const { rows, kept } = await context.read(async (db) => {
      const rows = await listApprovals(db, query.status, nowMs, after, query.limit);
      return { rows, kept: await argumentsFor(context, db, rows) };
    });
    return pageOf(
      list,
      rows,
      query.limit,
      (row) => [row.created_at, row.key],
      (row) => answerOf(row, nowMs, kept),
    );
  },

  "autoResponse.approvePending": (context, { params, body }) =>
    decide(context, params.key, { status: "approved", by: signedInSubject(context), reason: reasonOf(body) }),

  "autoResponse.rejectPending": (context, { params, body }) =>
    decide(context, params.key, { status: "rejected", by: signedInSubject(context), reason: reasonOf(body) }),
};

function decide(context: CallContext, key: string, decision: ApprovalDecision) {
  return context.write(async (tx) => {
    const row = await decideApproval(tx, key, decision);
    return {
      data: answerOf(row, tx.nowMs, await argumentsFor(context, tx, [row])),
      audit: {
        approval_key: row.key,
        escalated_audit_id: row.audit_id,
        tool_name: row.tool_name,
        decided_by: decision.by,
        reason: decision.reason,
      },
      agentId: row.agent_id,
    };
  });
}

function signedInSubject({ principal }: CallContext): string {
  if (principal.kind === "user") return principal.subject;
  throw new Refusal("insufficient_role");
}

function reasonOf(body: { readonly reason?: string | undefined }): string | null {
  const reason = body.reason?.trim() ?? "";
  return isSeen(reason) ? reason : null;
}

/** Who may approve sees of what, by role and by the scopes of an API key; an auditor's rows have no arguments either. */
async function argumentsFor({ principal }: CallContext, db: TenantDb, rows: readonly ApprovalRow[]) {
  const mayApprove = gateRefusal(APPROVING, principal) === null;
  return readKeptArguments(db, mayApprove ? rows.map((row) => row.audit_id) : []);
}

function answerOf(
  row: ApprovalRow,
  nowMs: number,
  kept: ReadonlyMap<string, KeptArguments>,
): DataOf<"autoResponse.approvePending"> {
  return {
    key: row.key,
    status: statusOf(row, nowMs),
    agent_id: row.agent_id,
    tool_name: row.tool_name,
    target_tenant_id: row.target_tenant_id,
    payload_hash: row.call_hash,
    policy_revision: row.policy_revision,
    reason: row.reason,
    audit_id: row.audit_id,
    created_at: formatInstant(row.created_at),
    expires_at: formatInstant(row.expires_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at === null ? null : formatInstant(row.decided_at),
    decision_reason: row.decision_reason,
    declared_cost_usd: formatUsdOrNull(row.declared_cost_nano),
    arguments: kept.get(row.audit_id) ?? null,
  };
}
