// The append: takes the chain's head under its lock, seals the drafts after it, and stores everything that belongs to them
// in the caller's transaction. Refuses rather than guesses: a halted chain, a clock that went back, a key not known here.

import { Refusal } from "@portcullis/contract";
import { MINUTE_MS } from "@portcullis/core";
import { CompiledQuery } from "kysely";
import type { TenantTx } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { insertRows } from "./insert-rows.js";
import type { AppendedRow, RowDraft } from "./row-draft.js";
import { type HeadRow, type SealedBatch, sealRows } from "./seal-rows.js";

/** How far the head may lie in the future before the clock is taken to be wrong. */
const CLOCK_JUMP_MS = 5 * MINUTE_MS;

/** See `Ledger.append`. */
export async function appendRows(
  tx: TenantTx,
  keys: KeyRing,
  drafts: readonly RowDraft[],
): Promise<readonly AppendedRow[]> {
  if (drafts.length === 0) return [];
  const head = await lockHead(tx);
  return appendAfter(tx, keys, head, instantAfter(head, tx), drafts);
}

/** See `Ledger.send`. */
export async function sendRows(
  tx: TenantTx,
  keys: KeyRing,
  head: HeadRow,
  drafts: readonly RowDraft[],
): Promise<HeadRow> {
  if (drafts.length === 0) return head;
  const sealed = seal(keys, head, instantAfter(head, tx), drafts);
  await insertRows(tx, sealed, tx.send);
  return sealed.head;
}

/** The instant of the next row. Refuses where the chain may not go on. */
export function instantAfter(head: HeadRow, tx: Pick<TenantTx, "nowMs">): number {
  if (head.halted !== null) throw new Refusal("chain_halted", { detail: `Appending stopped: ${head.halted}.` });
  if (head.at - tx.nowMs > CLOCK_JUMP_MS) {
    throw new Refusal("chain_halted", {
      detail: "Appending stopped: the database's clock is more than 5 minutes behind the chain's newest row.",
    });
  }
  return Math.max(tx.nowMs, head.at);
}

/** The head, locked until the transaction ends. */
export async function lockHead(tx: TenantTx): Promise<HeadRow> {
  const text = `${HEAD}${tx.dialect === "postgres" ? "$1 for update" : "?"}`;
  const { rows } = await tx.query.executeQuery<HeadRow>(CompiledQuery.raw(text, [tx.tenantId]));
  const head = rows[0];
  if (!head) throw new Error("The tenant has no chain head: tenants are made with createChainHead.");
  return head;
}

/** Appends without looking at halts or clocks; the operator's confirmation uses it too. */
export async function appendAfter(
  tx: TenantTx,
  keys: KeyRing,
  head: HeadRow,
  atMs: number,
  drafts: readonly RowDraft[],
): Promise<readonly AppendedRow[]> {
  const sealed = seal(keys, head, atMs, drafts);
  await insertRows(tx, sealed, (query) => tx.query.executeQuery(query));
  return sealed.rows.slice(-drafts.length).map(({ row }) => ({
    seq: row.seq,
    auditId: row.id,
    eventHash: row.event_hash,
    atMs,
  }));
}

function seal(keys: KeyRing, head: HeadRow, atMs: number, drafts: readonly RowDraft[]): SealedBatch {
  const signer = keys.rowSigner;
  const hasOtherKey = head.key_fingerprint !== null && head.key_fingerprint !== signer.fingerprint;
  const oldSigner = hasOtherKey ? signerThatHandsOver(keys, head.key_fingerprint ?? "") : null;
  return sealRows(head, drafts, atMs, signer, oldSigner);
}

/** Makes the head of a new tenant's chain, in the transaction that makes the tenant. */
export async function createChainHead(db: Pick<TenantTx, "query">, tenantId: string): Promise<void> {
  await db.query
    .insertInto("chain_heads")
    .values({ tenant_id: tenantId, seq: 0, event_hash: null, at: 0, halted: null, key_fingerprint: null })
    .execute();
}

const HEAD = "select tenant_id, seq, event_hash, at, halted, key_fingerprint from chain_heads where tenant_id = ";

function signerThatHandsOver(keys: KeyRing, fingerprint: string) {
  const isRetired = keys.publicKeys().some((key) => key.jwk.kid === fingerprint && key.retiredAtMs !== null);
  const signer = isRetired ? keys.signerOf(fingerprint) : null;
  if (signer) return signer;
  // Another replica has moved the chain on to a key that this process has not read yet.
  keys.refresh().catch(() => {});
  throw new Refusal("store_unavailable", { retryAfterS: 1 });
}
