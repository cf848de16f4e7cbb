// Appends the audit row of an action, in the name of who called.

import { Refusal } from "@portcullis/contract";
import { isUniqueViolation } from "../db/database-errors.js";
import type { TenantTx } from "../db/tx.js";
import type { Ledger } from "../ledger/ledger.js";
import { type OperatorRow, operatorDraft } from "../ledger/operator-draft.js";
import type { Principal } from "./handler.js";

/** Appends the row of an action; the last thing in its transaction. Refuses `request_id_reused`. */
export async function appendOperatorRow(ledger: Ledger, tx: TenantTx, row: OperatorRow): Promise<void> {
  await ledger.append(tx, [operatorDraft(tx.tenantId, row)]).catch(refuseReusedRequestId);
}

/** Actor and role of a principal, as rows name them. */
export function actorOf(principal: Principal): { readonly actor: string; readonly role: string } {
  switch (principal.kind) {
    case "user":
    case "agent":
      return { actor: `${principal.kind}:${principal.subject}`, role: principal.role };
    case "edge":
      return { actor: `edge:${principal.instance}`, role: "edge" };
    case "internal":
      return { actor: "internal", role: "internal" };
    case "anonymous":
      return { actor: "anonymous", role: "anonymous" };
  }
}

/** A row is named by its request id and action, so a repeated request id meets the first row. */
function refuseReusedRequestId(error: unknown): never {
  if (isUniqueViolation(error)) throw new Refusal("request_id_reused");
  throw error;
}
