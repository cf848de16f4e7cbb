// The row of what is no call: an action of an operator or an edge, or of the service itself. It has no score, rule or timeline.

import type { AuditAction, FindingCode } from "@portcullis/contract";
import { operatorAuditIdOf } from "@portcullis/core";
import type { RowDraft } from "./row-draft.js";

export interface OperatorRow {
  readonly action: AuditAction;
  readonly requestId: string;
  /** `user:<id>`, `agent:<id>`, `edge:<instance>`, `internal` or `system`; of a maintenance job, who ran it, in words. */
  readonly actor: string;
  readonly role: string;
  readonly agentId?: string | null;
  readonly decision?: "allow" | "deny";
  readonly toolName?: string;
  readonly findings?: readonly FindingCode[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Set where one request may append several rows of one action. */
  readonly auditId?: string;
}

/** Actor and role of what the service does by itself. */
export const SYSTEM = { actor: "system", role: "system" } as const;

export function operatorDraft(tenantId: string, row: OperatorRow): RowDraft {
  const decision = row.decision ?? "allow";
  return {
    auditId: row.auditId ?? operatorAuditIdOf(tenantId, row.requestId, row.action),
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
    findings: row.findings ?? [],
    fields: row.fields,
  };
}
