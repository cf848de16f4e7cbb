// The content of a row: what is hashed and signed. A row's columns are projections of it; this file says of what, for the
// append and for the verification. Payloads never enter it.

import { canonicalize, formatInstant, formatUsd, type JsonValue } from "@portcullis/core";
import type { Selectable } from "kysely";
import type { AuditLogTable } from "../db/schema.js";
import type { RowDraft } from "./row-draft.js";

const CONTENT_VERSION = 1;

export interface RowPlace {
  readonly tenantId: string;
  readonly seq: number;
  readonly atMs: number;
}

/** The canonical text of a draft's content at its place in the chain. Throws when a further field takes a fixed name. */
export function contentOf(draft: RowDraft, { tenantId, seq, atMs }: RowPlace): string {
  const { charge } = draft;
  const content: Record<string, unknown> = {
    v: CONTENT_VERSION,
    tenant: tenantId,
    seq: String(seq),
    at: formatInstant(atMs),
    audit_id: draft.auditId,
    request_id: draft.requestId,
    action: draft.action,
    agent_id: draft.agentId,
    actor: draft.actor,
    role: draft.role,
    decision: draft.decision,
    outcome: draft.outcome,
    tool: draft.toolName,
    rule_id: draft.ruleId,
    score: draft.score,
    findings: draft.findings,
    billable: charge !== undefined,
    amount_usd: formatUsd(charge?.amountNano ?? 0n),
  };
  if (charge) {
    content.usage = {
      rate_revision: charge.rateRevision,
      model: charge.modelName,
      prompt_tokens: charge.promptTokens,
      completion_tokens: charge.completionTokens,
    };
  }
  for (const [name, value] of Object.entries(draft.fields)) {
    if (value === undefined) continue;
    if (Object.hasOwn(content, name) && content[name] !== value) {
      throw new Error(`The field "${name}" of an audit row is the ledger's own: give it another name.`);
    }
    content[name] = value;
  }
  return canonicalize(content);
}

/** What a row's columns say, by the member of the content that each must equal. */
export function projectedColumns(row: Selectable<AuditLogTable>): Readonly<Record<string, JsonValue>> {
  return {
    tenant: row.tenant_id,
    at: instantOrText(row.created_at),
    audit_id: row.id,
    request_id: row.request_id,
    action: row.action,
    agent_id: row.agent_id,
    decision: row.decision,
    outcome: row.outcome,
    tool: row.tool_name,
    rule_id: row.rule_id,
    score: row.score,
    findings: parseOrText(row.findings),
    billable: row.billable === 1 ? true : row.billable === 0 ? false : String(row.billable),
    amount_usd: formatUsd(row.amount_nano),
  };
}

/** Members of the content that have a column, or that every row has: the rest is a row's metadata. */
const COLUMN_MEMBERS = new Set([
  "v",
  "tenant",
  "seq",
  "at",
  "audit_id",
  "request_id",
  "action",
  "agent_id",
  "decision",
  "outcome",
  "tool",
  "findings",
]);

/** The members of a stored content that are not columns of the API's rows. */
export function metadataOf(content: string): Record<string, unknown> {
  const members = JSON.parse(content) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !COLUMN_MEMBERS.has(name)));
}

/** An edited column may hold anything; it must differ, not throw. */
function instantOrText(epochMs: number): string {
  try {
    return formatInstant(epochMs);
  } catch {
    return String(epochMs);
  }
}

function parseOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
