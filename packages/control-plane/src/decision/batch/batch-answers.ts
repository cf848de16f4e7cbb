// The answers that a tenant keeps for repeats, as one batch reads and counts them. What one tenant keeps has a bound, so that no
// tenant fills the disk of all: counted by the minute in the tenant's state, which every batch has locked, and never by a sum over rows.

import { MINUTE_MS } from "@portcullis/core";
import { runStatement, sendStatement, statement } from "../../db/statements.js";
import type { TenantTx } from "../../db/tx.js";
import type { IdempotencyRow, LockedRow } from "./batch-rows.js";

/** Bytes of answers that a tenant keeps at most, in this minute and the last one: 1 GiB. */
export const MAX_KEPT_BYTES = 1024 * 1024 * 1024;
/** Characters of answers from which on a transaction gives out no more: each takes the loop a moment, and there may be hundreds. */
const MAX_GIVEN_LENGTH = 4 * 1024 * 1024;

export const ANSWER = statement(
  "select answer_body from idempotency_keys where tenant_id = $1 and agent_id = $2 and key = $3",
);
const COUNT = statement(
  "update tenant_states set kept_minute = $2, kept_bytes = $3, kept_bytes_before = $4 where tenant_id = $1",
);

type Counts = Pick<LockedRow, "kept_minute" | "kept_bytes" | "kept_bytes_before">;

export class BatchAnswers {
  readonly #tx: TenantTx;
  #counts: Counts;
  #hasKept = false;
  #givenLength = 0;

  constructor(tx: TenantTx, state: LockedRow) {
    this.#tx = tx;
    this.#counts = countsAt(state, Math.floor(tx.nowMs / MINUTE_MS));
  }

  /** What was kept as the tenant's state says it after {@link send}. */
  get counts(): Counts {
    return this.#counts;
  }

  /** The answer under a key that has one, as text; undefined where this transaction has given out enough. */
  async give(row: IdempotencyRow): Promise<string | undefined> {
    if (this.#givenLength > MAX_GIVEN_LENGTH) return undefined;
    row.answer_body ??= await this.#read(row);
    this.#givenLength += row.answer_body.length;
    return row.answer_body;
  }

  /** Counts an answer of so many bytes; false where the tenant has no room for it. */
  keep(bytes: number): boolean {
    const { kept_bytes, kept_bytes_before } = this.#counts;
    if (kept_bytes + kept_bytes_before + bytes > MAX_KEPT_BYTES) return false;
    this.#counts = { ...this.#counts, kept_bytes: kept_bytes + bytes };
    this.#hasKept = true;
    return true;
  }

  async send(): Promise<void> {
    if (!this.#hasKept) return;
    const { kept_minute, kept_bytes, kept_bytes_before } = this.#counts;
    await sendStatement(this.#tx, COUNT, [this.#tx.tenantId, kept_minute, kept_bytes, kept_bytes_before]);
  }

  async #read({ tenant_id, agent_id, key }: IdempotencyRow): Promise<string> {
    const [row] = await runStatement<{ answer_body: string | null }>(this.#tx, ANSWER, [tenant_id, agent_id, key]);
    return row?.answer_body ?? "null";
  }
}

/** What counts in a minute: an answer expires at the latest with the minute after its own. */
function countsAt({ kept_minute, kept_bytes, kept_bytes_before }: Counts, minute: number): Counts {
  const passed = minute - kept_minute;
  // A transaction that waited for the lock may have begun in the minute before. Of a later future, the clock was set back.
  if (passed === 0 || passed === -1) return { kept_minute, kept_bytes, kept_bytes_before };
  return { kept_minute: minute, kept_bytes: 0, kept_bytes_before: passed === 1 ? kept_bytes : 0 };
}
