// The tenant's weights of the decision stage.

import type { Selectable } from "kysely";
import type { SignalWeightTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import type { SignalWeights } from "../../decision/types.js";

export type SignalWeightRow = Selectable<SignalWeightTable>;

export async function findWeights(db: TenantDb): Promise<SignalWeightRow | undefined> {
  return db.query.selectFrom("signal_weights").selectAll().where("tenant_id", "=", db.tenantId).executeTakeFirst();
}

/** Saves them; heavier weights refuse more, so the state's version moves. */
export async function saveWeights(tx: TenantTx, weights: SignalWeights): Promise<SignalWeightRow> {
  await bumpStateVersion(tx);
  const values = {
    inference: weights.inference,
    policy: weights.policy,
    behavior: weights.behavior,
    updated_at: tx.nowMs,
  };
  return tx.query
    .insertInto("signal_weights")
    .values({ tenant_id: tx.tenantId, ...values })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}
