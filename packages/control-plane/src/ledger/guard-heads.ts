// What happens when a chain's head and its rows part ways: appending stops, until an operator has looked and
// says so in the chain itself. The same confirmation ends a stop for a clock that jumped.

import { CompiledQuery } from "kysely";
import type { Logger } from "pino";
import type { Store, TenantTx } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { appendAfter, lockHead } from "./append.js";
import { readRotation } from "./key-rotation.js";
import { operatorDraft } from "./operator-draft.js";
import { readNewestRow } from "./read.js";
import type { AppendedRow } from "./row-draft.js";
import type { AuditRow } from "./seal-rows.js";

const ROLLED_BACK = "chain_rolled_back";
/** One statement, and so one snapshot: heads move while this runs. */
const PARTED = `select h.tenant_id from chain_heads h
  left join audit_logs a on a.tenant_id = h.tenant_id
    and a.seq = (select max(seq) from audit_logs n where n.tenant_id = h.tenant_id)
  where h.halted is null and (h.seq <> coalesce(a.seq, 0) or coalesce(h.event_hash, '') <> coalesce(a.event_hash, ''))
  order by h.tenant_id`;

/** Compares every tenant's head with its newest row and halts those that differ. Gives back the tenants it halted now. */
export async function guardHeads(store: Store, log: Pick<Logger, "error">): Promise<string[]> {
  const parted = await store.platform("tenants with work for workers", async ({ query }) => {
    const { rows } = await query.executeQuery<{ tenant_id: string }>(CompiledQuery.raw(PARTED));
    return rows.map((row) => row.tenant_id);
  });
  const halted: string[] = [];
  for (const id of parted) if (await store.write(id, haltParted)) halted.push(id);
  if (halted.length > 0) log.error({ tenants: halted }, "chains do not end where their heads say: halted");
  return halted;
}

/** Looks again under the head's lock: an operator may have let the chain go on since. Answers whether it was halted now. */
async function haltParted(tx: TenantTx): Promise<boolean> {
  const head = await lockHead(tx);
  const newest = await readNewestRow(tx);
  if (head.seq === (newest?.seq ?? 0) && head.event_hash === (newest?.event_hash ?? null)) return false;
  await tx.query.updateTable("chain_heads").set({ halted: ROLLED_BACK }).where("tenant_id", "=", tx.tenantId).execute();
  return true;
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
      key_fingerprint: newest === undefined ? null : keyAfter(newest),
    };
    const [row] = await appendAfter(tx, keys, actual, tx.nowMs, [
      operatorDraft(tenantId, {
        action: "chain_restored",
        requestId,
        actor,
        role,
        fields: { reason, halted: head.halted, head_seq: String(head.seq), head_hash: head.event_hash },
      }),
    ]);
    if (!row) throw new Error("The confirmation was not appended.");
    return row;
  });
}

/** The key that a chain has behind a row: a row that hands over is signed by the old one. */
function keyAfter({ action, content, key_fingerprint }: AuditRow): string {
  return (action === "key_rotated" ? readRotation(content)?.newKey : undefined) ?? key_fingerprint;
}
