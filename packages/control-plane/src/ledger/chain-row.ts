// A stored row as the verifier of core and the maker of receipts take it: the bytes, and the columns to compare with them.

import type { ChainRow } from "@portcullis/core";
import { projectedColumns } from "./content.js";
import type { AuditRow } from "./seal-rows.js";

export function chainRowOf(row: AuditRow): ChainRow {
  return {
    seq: row.seq,
    content: row.content,
    contentHash: row.content_hash,
    prevHash: row.prev_hash,
    eventHash: row.event_hash,
    signature: row.signature,
    keyFingerprint: row.key_fingerprint,
    columns: projectedColumns(row),
  };
}
