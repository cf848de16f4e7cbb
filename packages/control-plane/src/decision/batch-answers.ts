// The answers that are kept for repeats, as one batch reads them: each where it is asked for, and a few at a time.

import { runStatement, statement } from "../db/statements.js";
import type { TenantTx } from "../db/tx.js";
import type { IdempotencyRow } from "./batch-rows.js";

/** Characters of answers from which on a transaction gives out no more: each takes the loop a moment, and there may be hundreds. */
const MAX_GIVEN_LENGTH = 4 * 1024 * 1024;

export const ANSWER = statement(
  "select answer_body from idempotency_keys where tenant_id = $1 and agent_id = $2 and key = $3",
);

export class BatchAnswers {
  readonly #tx: TenantTx;
  #givenLength = 0;

  constructor(tx: TenantTx) {
    this.#tx = tx;
  }

  /** The answer under a key that has one, as text; undefined where this transaction has given out enough. */
  async give(row: IdempotencyRow): Promise<string | undefined> {
    if (this.#givenLength > MAX_GIVEN_LENGTH) return undefined;
    row.answer_body ??= await this.#read(row);
    this.#givenLength += row.answer_body.length;
    return row.answer_body;
  }

  async #read({ tenant_id, agent_id, key }: IdempotencyRow): Promise<string> {
    const [row] = await runStatement<{ answer_body: string | null }>(this.#tx, ANSWER, [tenant_id, agent_id, key]);
    return row?.answer_body ?? "null";
  }
}
