// The row that settles a call whose row says `unknown`, or which the control plane itself closed as `not_started`. It links to that
// row and carries the call's only usage.

import { operatorAuditIdOf } from "@portcullis/core";
import type { RowDraft } from "./row-draft.js";

/** Turns the row that the call would have had into its `outcome_settled` row. `settledBy` is `record` or `worker`. */
export function settledDraft(tenantId: string, end: RowDraft, settledBy: "record" | "worker"): RowDraft {
  const { edge: _edge, ...row } = end;
  return {
    ...row,
    auditId: operatorAuditIdOf(tenantId, end.requestId, "outcome_settled"),
    action: "outcome_settled",
    fields: { ...end.fields, settles: end.auditId, settled_by: settledBy },
  };
}
