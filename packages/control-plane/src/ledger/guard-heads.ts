// What happens when a chain's head and its rows part ways: appending stops, until an operator has looked and
// says so in the chain itself. The same confirmation ends a stop for a clock that jumped.

import { operatorAuditIdOf } from "@portcullis/core";
import type { Store } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { appendAfter, lockHead } from "./append.js";
import type { AppendedRow } from "./ledger.js";
import { readHead, readNewestRow } from "./read.js";

const ROLLED_BACK = "chain_rolled_back";

/** Compares every tenant's head with its newest row and halts those that differ. Gives back the tenants it halted now. */
export async function guardHeads(store: Store): Promise<string[]> {
  const tenants = await store.platform("tenants", ({ query }) => query.selectFrom("tenants").select("id").execute());
  const halted: string[] = [];
  for (const { id } of tenants) {
    const isBroken = await store.read(id, async (db) => {
      const head = await readHead(db);
      if (head?.halted) return false;
      const newest = await readNewestRow(db);
      return (head?.seq ?? 0) !== (newest?.seq ?? 0) || (head?.event_hash ?? null) !== (newest?.event_hash ?? null);
    });
    if (!isBroken) continue;
    halted.push(id);
    await store.write(id, ({ query, tenantId }) =>
      query.updateTable("chain_heads").set({ halted: ROLLED_BACK }).where("tenant_id", "=", tenantId).execute(),
    );
  }
  return halted;
}

export interface Confirmation {
  readonly requestId: string;
  readonly actor: string;
  readonly role: string;
  readonly reason: string;
}

/**
 * Lets a halted chain go on after its newest stored row, with a `chain_restored` row that says who confirmed it, why, and
 * what the head was. Its instant is the database's clock as it is now, even if that is behind the newest row.
 */
export async function restoreChain(
  store: Store,
  keys: KeyRing,
  tenantId: string,
  { requestId, actor, role, reason }: Confirmation,
): Promise<AppendedRow> {
  return store.write(tenantId, async (tx) => {
    const head = await lockHead(tx);
    const newest = await readNewestRow(tx);
    await tx.query.updateTable("chain_heads").set({ halted: null }).where("tenant_id", "=", tenantId).execute();
    const actual = {
      ...head,
      seq: newest?.seq ?? 0,
      event_hash: newest?.event_hash ?? null,
      key_fingerprint: newest?.key_fingerprint ?? null,
    };
    const [row] = await appendAfter(tx, keys, actual, tx.nowMs, [
      {
        auditId: operatorAuditIdOf(tenantId, requestId, "chain_restored"),
        requestId,
        action: "chain_restored",
        agentId: null,
        actor,
        role,
        decision: "allow",
        outcome: "allowed",
        toolName: null,
        ruleId: null,
        score: 0,
        findings: [],
        fields: {
          reason,
          halted: head.halted,
          head_seq: String(head.seq),
          head_hash: head.event_hash,
        },
      },
    ]);
    if (!row) throw new Error("The confirmation was not appended.");
    return row;
  });
}
