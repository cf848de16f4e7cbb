// A row of the chain as the API shows it: every column, and the stored text that anyone can hash again.

import type { DataOf } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { metadataOf } from "../../ledger/content.js";
import type { AuditRow } from "../../ledger/seal-rows.js";

export type AuditRowView = DataOf<"audit.list">["items"][number];

export function viewRow(row: AuditRow): AuditRowView {
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    seq: String(row.seq),
    agent_id: row.agent_id,
    request_id: row.request_id,
    action: row.action,
    decision: row.decision,
    outcome: row.outcome,
    tool_name: row.tool_name,
    findings: JSON.parse(row.findings) as AuditRowView["findings"],
    metadata_json: metadataOf(row.content),
    content: row.content,
    content_hash: row.content_hash,
    event_hash: row.event_hash,
    prev_hash: row.prev_hash,
    signature: row.signature,
    key_fingerprint: row.key_fingerprint,
    created_at: formatInstant(row.created_at),
  };
}
