// Tag audit: reading the chain, verifying it, receipts, and its comparison with the money ledger.

import type { DataOf } from "@portcullis/contract";
import { foldToolName } from "@portcullis/core";
import { actorOf } from "../../http/audited.js";
import type { CallContext, HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { findRows } from "../../ledger/find-rows.js";
import type { RowFilter } from "../../ledger/read.js";
import { findBillingGaps } from "./billing-gaps.js";
import { explainRow } from "./explain.js";
import { readReceipt } from "./receipt.js";
import { viewRow } from "./row-view.js";

const LIST = "audit";

export const auditHandlers: HandlersOf<"audit"> = {
  "audit.list": async (context, { query: { limit, cursor, ...filter } }) =>
    readPage(context, limit, cursor, {
      action: filter.action,
      agentId: filter.agent_id,
      decision: filter.decision,
      toolName: foldedName(filter.tool_name),
      outcome: filter.outcome,
    }),

  "audit.search": async (context, { body: { limit, cursor, ...filter } }) =>
    readPage(context, limit, cursor, {
      action: filter.action,
      agentId: filter.agent_id,
      decision: filter.decision,
      toolName: foldedName(filter.tool_name),
      outcome: filter.outcome,
      requestId: filter.request_id,
      seq: filter.seq,
      findings: filter.findings,
      sinceMs: filter.since === undefined ? undefined : Date.parse(filter.since),
      untilMs: filter.until === undefined ? undefined : Date.parse(filter.until),
    }),

  "audit.verify": async ({ services, tenantId, principal }, { query }) => {
    const range = { fromSeq: query.from_seq, toSeq: query.to_seq };
    const report = await services.verifier.verify(tenantId, actorOf(principal).actor, range);
    return {
      valid: report.valid,
      violations: report.violations.map(({ kind, seq, auditId, message }) => ({
        kind,
        seq: seq === null ? null : String(seq),
        audit_id: auditId,
        message,
      })),
      rows: report.rows,
      from_seq: report.fromSeq === null ? null : String(report.fromSeq),
      to_seq: report.toSeq === null ? null : String(report.toSeq),
      head_hash: report.headHash,
      anchored: report.anchored,
    };
  },

  "audit.explain": (context, { params }) => explainRow(context, params.audit_id),

  "audit.receipt": (context, { params }) => readReceipt(context, params.audit_id),

  "audit.billingGaps": ({ services, tenantId }) => findBillingGaps(services.store, tenantId),
};

async function readPage(
  context: CallContext,
  limit: number,
  cursor: string | undefined,
  filter: RowFilter,
): Promise<DataOf<"audit.list">> {
  const after = decodeCursor(LIST, cursor, ["number"]);
  const rows = await findRows(context, filter, { limit: limit + 1, beforeSeq: after?.[0] ?? null });
  return pageOf(LIST, rows, limit, (row) => [row.seq], viewRow);
}

/** Rows name tools as they are compared. */
function foldedName(toolName: string | undefined): string | undefined {
  return toolName === undefined ? undefined : foldToolName(toolName);
}
