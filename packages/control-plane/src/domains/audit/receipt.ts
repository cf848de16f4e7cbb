// The signed receipt of a row, for whoever asks by audit id or by execution id; they are the same.

import type { DataOf } from "@portcullis/contract";
import { makeReceipt, verifyReceipt } from "@portcullis/core";
import type { CallContext } from "../../http/handler.js";
import { chainRowOf } from "../../ledger/chain-row.js";
import { requireRow } from "./require-row.js";

/** Refuses as `requireRow` does. */
export async function readReceipt(context: CallContext, auditId: string): Promise<DataOf<"audit.receipt">> {
  const row = await context.read((db) => requireRow(db, auditId));
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
