// What the rest of the control plane asks of the ledger: append rows in a transaction that already runs.

import type { TenantTx } from "../db/tx.js";
import type { AppendedRow, RowDraft } from "./row-draft.js";
import type { HeadRow } from "./seal-rows.js";

export interface Ledger {
  /**
   * Appends rows to the tenant's chain under the head's lock, with their usage events, in `tx`.
   * Refuses with `chain_halted`. Call it last in a transaction: after the head, only this tenant's inserts follow.
   */
  append(tx: TenantTx, drafts: readonly RowDraft[]): Promise<readonly AppendedRow[]>;
  /**
   * Appends after a head that `tx` has locked, by `tx.send`: the commit fails when the rows cannot be stored. Gives back the head
   * that it leaves.
   */
  send(tx: TenantTx, head: HeadRow, drafts: readonly RowDraft[]): Promise<HeadRow>;
  /** Tells readers of the chain (streams, workers) that rows were committed; call it after commit. */
  notifyAppended(tenantId: string): void;
  /** Calls back after commits of this process, and at least every second for rows of other replicas. */
  onAppended(tenantId: string, listener: () => void): () => void;
}
