// The signed receipt of a row, for whoever asks by audit id or by execution id; they are the same.

import type { DataOf } from "@portcullis/contract";
import { makeReceipt } from "@portcullis/core";
import type { CallContext } from "../../http/handler.js";
import { chainRowOf } from "../../ledger/chain-row.js";
import { checkReceipt } from "./check-receipt.js";
import { requireRow } from "./require-row.js";

/** Refuses as `requireRow` does. */
export async function readReceipt(context: CallContext, auditId: string): Promise<DataOf<"audit.receipt">> {
  const row = await context.read((db) => requireRow(db, auditId));
  const receipt = makeReceipt({ row: chainRowOf(row) });
  const { valid } = await checkReceipt(receipt, context.services.keys);
  const { envelope } = receipt;
  return {
    signature_valid: valid,
    receipt: {
      ...receipt,
      statements: { edge: [...receipt.statements.edge] },
      envelope: { ...envelope, signatures: envelope.signatures.map((signature) => ({ ...signature })) },
    },
  };
}
