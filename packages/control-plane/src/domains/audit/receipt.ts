// The signed receipt of a row, for whoever asks by audit id or by execution id; they are the same.

import { type DataOf, Refusal } from "@portcullis/contract";
import { makeReceipt, verifyReceipt } from "@portcullis/core";
import type { CallContext } from "../../http/handler.js";
import { chainRowOf } from "../../ledger/chain-row.js";
import { findRow, isRowPending } from "../../ledger/read.js";

/** Refuses `not_found`, and `audit_pending` while the call was decided but its row is not there yet. */
export async function readReceipt(context: CallContext, auditId: string): Promise<DataOf<"audit.receipt">> {
  const { row, isPending } = await context.read(async (db) => {
    const found = await findRow(db, auditId);
    return { row: found, isPending: found === undefined && (await isRowPending(db, auditId)) };
  });
  if (isPending) throw new Refusal("audit_pending", { retryAfterS: 1 });
  if (!row) throw new Refusal("not_found", { detail: "No audit row has this id in this tenant." });
  const receipt = makeReceipt({ row: chainRowOf(row) });
  const keys = context.services.keys.publicKeys().map((key) => key.jwk);
  const { envelope } = receipt;
  return {
    signature_valid: verifyReceipt(receipt, keys).valid,
    receipt: {
      ...receipt,
      statements: { edge: [...receipt.statements.edge] },
      envelope: { ...envelope, signatures: envelope.signatures.map((signature) => ({ ...signature })) },
    },
  };
}
