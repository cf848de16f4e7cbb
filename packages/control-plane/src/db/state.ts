// The one number per tenant that says whether what a process remembers still holds. Whatever can turn a permit into a
// refusal bumps it in its own transaction; `decide` locks and compares it.

import type { Selectable } from "kysely";
import type { TenantStateTable } from "./schema.js";
import type { TenantDb, TenantTx } from "./tx.js";

export type TenantStateRow = Selectable<TenantStateTable>;

/** Locks the tenant's state until the transaction ends: the first lock of every transaction that needs more than one. */
export async function lockTenant(db: TenantDb): Promise<TenantStateRow> {
  const query = db.query.selectFrom("tenant_states").selectAll().where("tenant_id", "=", db.tenantId);
  return (db.dialect === "postgres" ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

/** Raises the state version, and so locks the state. Gives back the new one. */
export async function bumpStateVersion(tx: TenantTx): Promise<number> {
  const row = await tx.query
    .updateTable("tenant_states")
    .set((eb) => ({ state_version: eb("state_version", "+", 1) }))
    .where("tenant_id", "=", tx.tenantId)
    .returning("state_version")
    .executeTakeFirstOrThrow();
  return row.state_version;
}

/** The tenant's state, unlocked. */
export async function readState(db: TenantDb): Promise<TenantStateRow> {
  return db.query
    .selectFrom("tenant_states")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .executeTakeFirstOrThrow();
}
