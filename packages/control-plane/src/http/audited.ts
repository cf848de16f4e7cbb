// The audit row of an operator's action: one shape, whoever appends it.

import { type AuditAction, type FindingCode, Refusal } from "@portcullis/contract";
import { operatorAuditIdOf } from "@portcullis/core";
import { isUniqueViolation } from "../db/database-errors.js";
import type { TenantTx } from "../db/tx.js";
import type { Ledger } from "../ledger/ledger.js";
import type { RowDraft } from "../ledger/row-draft.js";
import type { Principal } from "./handler.js";

export interface OperatorRow {
  readonly action: AuditAction;
  readonly requestId: string;
  /** `user:<id>`, `agent:<id>`, `edge:<instance>`, `internal` or `system`. */
  readonly actor: string;
  readonly role: string;
  readonly agentId?: string | null;
  readonly decision?: "allow" | "deny";
  readonly toolName?: string;
  readonly findings?: readonly FindingCode[];
  readonly fields: Record<string, unknown>;
  /** Set where one request may append several rows of one action. */
  readonly auditId?: string;
}

/** Appends it; the last thing in the transaction. Refuses `request_id_reused`. */
export async function appendOperatorRow(ledger: Ledger, tx: TenantTx, row: OperatorRow): Promise<void> {
  const decision = row.decision ?? "allow";
  const draft: RowDraft = {
    auditId: row.auditId ?? operatorAuditIdOf(tx.tenantId, row.requestId, row.action),
    requestId: row.requestId,
    action: row.action,
    agentId: row.agentId ?? null,
    actor: row.actor,
    role: row.role,
    decision,
    outcome: decision === "allow" ? "allowed" : "denied",
    toolName: row.toolName ?? null,
    ruleId: null,
    score: 0,
    findings: [...(row.findings ?? [])],
    fields: row.fields,
  };
  await ledger.append(tx, [draft]).catch(refuseReusedRequestId);
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
