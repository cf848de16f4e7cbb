// Verifies a tenant's chain from its stored bytes: hashes, links, signatures, key windows, columns against content, and the
// head against the newest row. Works in slices of a few milliseconds, so that a loop that it shares goes on meanwhile.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type ChainPosition, type KeyRing as TrustedRing, verifyNextRow } from "@portcullis/core";
import type { Reader, TenantDb } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { chainRowOf } from "./chain-row.js";
import { readKeyWindows } from "./key-windows.js";
import { readHead, readNewestRow, readRange } from "./read.js";
import type { AuditRow } from "./seal-rows.js";

const SLICE_MS = 3;
/** Rows of one read: with contents of ordinary size about a millisecond. */
const READ_ROWS = 100;
/** A chain that is wrong everywhere is said to be wrong with this many examples. */
const VIOLATIONS_KEPT = 1000;

export interface VerificationViolation {
  readonly kind: string;
  readonly seq: number | null;
  readonly auditId: string | null;
  readonly message: string;
}

export interface ChainReport {
  /** True only when there were rows and nothing is wrong with them. */
  readonly valid: boolean;
  readonly violations: readonly VerificationViolation[];
  readonly rows: number;
  readonly fromSeq: number | null;
  readonly toSeq: number | null;
  readonly headHash: string | null;
  /** Whether something outside this database vouches for the head; nothing does yet. */
  readonly anchored: boolean;
}

export interface VerificationRange {
  readonly fromSeq?: number | undefined;
  readonly toSeq?: number | undefined;
}

/** The keys that may have signed, of which a chain says itself where each of them did. */
export type PublishedKeys = Pick<KeyRing, "publicKeys">;

/** Verifies `fromSeq` to `toSeq` inclusive; the whole chain as it stands now when they are left out. */
export async function verifyChain(
  reader: Pick<Reader, "read">,
  keys: PublishedKeys,
  tenantId: string,
  range: VerificationRange = {},
): Promise<ChainReport> {
  const fromSeq = range.fromSeq ?? 1;
  const start = await reader.read(tenantId, (db) => readStart(db, keys, fromSeq));
  const toSeq = Math.min(range.toSeq ?? start.lastSeq, start.lastSeq);
  const violations = [...start.violations];
  const found: VerifiedRows = { rows: 0, lastSeq: null, headHash: null };
  let { position } = start;
  for (let next = fromSeq; next <= toSeq; ) {
    const page = { fromSeq: next, toSeq, limit: READ_ROWS };
    const rows = await reader.read(tenantId, (db) => readRange(db, page));
    if (rows.length === 0) break;
    for (let at = 0; at < rows.length; ) {
      await nextTurn();
      const giveWayAtMs = performance.now() + SLICE_MS;
      do {
        position = verifyRow(rows[at] as AuditRow, position, start.ring, violations, found);
        at++;
      } while (at < rows.length && performance.now() < giveWayAtMs);
    }
    next = (found.lastSeq ?? toSeq) + 1;
  }
  return {
    valid: found.rows > 0 && violations.length === 0,
    violations,
    rows: found.rows,
    fromSeq: found.rows > 0 ? fromSeq : null,
    toSeq: found.lastSeq,
    headHash: found.headHash,
    anchored: false,
  };
}

interface VerifiedRows {
  rows: number;
  lastSeq: number | null;
  headHash: string | null;
}

function verifyRow(
  row: AuditRow,
  from: ChainPosition | null,
  ring: TrustedRing,
  violations: VerificationViolation[],
  found: VerifiedRows,
): ChainPosition {
  const step = verifyNextRow(from, chainRowOf(row), ring);
  found.rows++;
  found.lastSeq = row.seq;
  found.headHash = row.event_hash;
  for (const { code, seq, message } of step.violations) {
    if (violations.length < VIOLATIONS_KEPT) violations.push({ kind: code, seq, auditId: row.id, message });
  }
  return step.position;
}

/** One snapshot: the keys' windows, the row before the range, and whether head and newest row agree. */
async function readStart(db: TenantDb, keys: PublishedKeys, fromSeq: number) {
  const ring = await readKeyWindows(db, keys.publicKeys());
  const [before] = fromSeq > 1 ? await readRange(db, { fromSeq: fromSeq - 1, toSeq: fromSeq - 1, limit: 1 }) : [];
  const head = await readHead(db);
  const newest = await readNewestRow(db);
  const violations: VerificationViolation[] = [];
  const report = (kind: string, message: string) =>
    violations.push({ kind, seq: newest?.seq ?? null, auditId: newest?.id ?? null, message });
  const headSeq = head?.seq ?? 0;
  const newestSeq = newest?.seq ?? 0;
  if (headSeq > newestSeq) {
    report("cut_tail", `the head is at sequence number ${headSeq}, but the newest row has ${newestSeq}`);
  } else if (headSeq < newestSeq || (head?.event_hash ?? null) !== (newest?.event_hash ?? null)) {
    report("head_mismatch", "the head does not name the newest row");
  }
  const position: ChainPosition | null = before
    ? { seq: before.seq, eventHash: before.event_hash, prevHash: before.prev_hash }
    : null;
  return { ring, position, lastSeq: newestSeq, violations };
}
