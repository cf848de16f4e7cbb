// Gives drafts their places in a chain: sequence numbers, instants, hashes, signatures. Pure but for the signers; where a
// chain has another key than the deployment signs with now, its first new row is the handing over.

import type { Signer } from "@portcullis/core";
import { type ChainPosition, newId, positionOf, sealRow } from "@portcullis/core";
import type { Selectable } from "kysely";
import type { AuditLogTable, ChainHeadTable } from "../db/schema.js";
import { contentOf } from "./content.js";
import { rotationDraft } from "./key-rotation.js";
import type { RowDraft } from "./row-draft.js";

export type AuditRow = Selectable<AuditLogTable>;
export type HeadRow = Selectable<ChainHeadTable>;

export interface SealedRow {
  readonly draft: RowDraft;
  readonly row: AuditRow;
}

export interface SealedBatch {
  readonly rows: readonly SealedRow[];
  readonly head: HeadRow;
}

/** Seals `drafts` after `head` at the instant `atMs`. `oldSigner` is the chain's key where it is not the current one. */
export function sealRows(
  head: HeadRow,
  drafts: readonly RowDraft[],
  atMs: number,
  signer: Signer,
  oldSigner: Signer | null,
): SealedBatch {
  const tenantId = head.tenant_id;
  let position: ChainPosition | null =
    head.event_hash === null ? null : { seq: head.seq, eventHash: head.event_hash, prevHash: null };
  const rows: SealedRow[] = [];
  const seal = (draft: RowDraft, by: Signer): void => {
    const seq: number = (position?.seq ?? 0) + 1;
    const sealed = sealRow(contentOf(draft, { tenantId, seq, atMs }), position, by);
    position = positionOf(sealed);
    rows.push({
      draft,
      row: {
        tenant_id: tenantId,
        seq,
        id: draft.auditId,
        request_id: draft.requestId,
        agent_id: draft.agentId,
        action: draft.action,
        decision: draft.decision,
        outcome: draft.outcome,
        tool_name: draft.toolName,
        rule_id: draft.ruleId,
        score: draft.score,
        findings: JSON.stringify(draft.findings),
        billable: draft.charge ? 1 : 0,
        amount_nano: draft.charge?.amountNano ?? 0n,
        content: sealed.content,
        content_hash: sealed.contentHash ?? "",
        event_hash: sealed.eventHash,
        prev_hash: sealed.prevHash,
        signature: sealed.signature,
        key_fingerprint: sealed.keyFingerprint,
        created_at: atMs,
        stages: draft.stages === undefined ? null : JSON.stringify(draft.stages),
        edge: draft.edge === undefined ? null : JSON.stringify(draft.edge),
      },
    });
  };
  if (oldSigner) seal(rotationDraft(tenantId, newId(), oldSigner, signer), oldSigner);
  for (const draft of drafts) seal(draft, signer);
  const last = rows.at(-1)?.row;
  return {
    rows,
    head: {
      ...head,
      seq: last?.seq ?? head.seq,
      event_hash: last?.event_hash ?? head.event_hash,
      at: atMs,
      key_fingerprint: signer.fingerprint,
    },
  };
}
