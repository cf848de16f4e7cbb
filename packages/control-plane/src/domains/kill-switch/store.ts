// The tenant's kill switch, on the row that every decision locks first.

import { lockTenant, type TenantStateRow } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";

export interface Engagement {
  readonly by: string;
  readonly reason: string;
  readonly note: string | null;
}

/** Engages it; an engaged one stays as it was. Gives the state's new version, and whether anything changed. */
export async function engage(
  tx: TenantTx,
  { by, reason, note }: Engagement,
): Promise<TenantStateRow & { changed: boolean }> {
  const state = await lockTenant(tx);
  if (state.kill_engaged === 1) return { ...state, changed: false };
  return { ...(await save(tx, { by, reason, note, at: tx.nowMs })), changed: true };
}

/** Releases it. The state's version moves too, so that edges learn of it. */
export async function disengage(tx: TenantTx): Promise<{ was: TenantStateRow; now: TenantStateRow }> {
  const was = await lockTenant(tx);
  return { was, now: was.kill_engaged === 1 ? await save(tx, null) : was };
}

async function save(tx: TenantTx, engaged: (Engagement & { readonly at: number }) | null): Promise<TenantStateRow> {
  return tx.query
    .updateTable("tenant_states")
    .set((eb) => ({
      kill_engaged: engaged === null ? 0 : 1,
      kill_engaged_at: engaged?.at ?? null,
      kill_engaged_by: engaged?.by ?? null,
      kill_reason: engaged?.reason ?? null,
      kill_note: engaged?.note ?? null,
      state_version: eb("state_version", "+", 1),
    }))
    .where("tenant_id", "=", tx.tenantId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
