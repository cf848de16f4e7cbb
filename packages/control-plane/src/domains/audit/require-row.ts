// The row that somebody asks for by its audit id.

import { Refusal } from "@portcullis/contract";
import type { TenantDb } from "../../db/tx.js";
import { findRow, isRowPending } from "../../ledger/read.js";
import type { AuditRow } from "../../ledger/seal-rows.js";

/** Refuses `not_found`, and `audit_pending` while the call was decided but its row is not there yet. */
export async function requireRow(db: TenantDb, auditId: string): Promise<AuditRow> {
  const row = await findRow(db, auditId);
  if (row) return row;
  if (await isRowPending(db, auditId)) throw new Refusal("audit_pending", { retryAfterS: 1 });
  throw new Refusal("not_found", { detail: "No audit row has this id in this tenant." });
}
