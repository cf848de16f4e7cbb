// Writes leased usage events into the money ledger. Removing the outbox row first, under the lease, is what makes a second
// drain of the same event find nothing.

import { utcDay } from "@portcullis/core";
import type { Store, TenantTx } from "../db/tx.js";
import type { UsageEvent } from "./usage-drain.js";

/**
 * Records the events that are still leased as they were claimed, in one transaction; gives back how many. Throws when an
 * audit row was already billed with another amount.
 */
export async function recordEvents(store: Store, tenantId: string, claimed: readonly UsageEvent[]): Promise<number> {
  if (claimed.length === 0) return 0;
  return store.write(tenantId, async (tx) => {
    const events = await removeLeased(tx, claimed);
    if (events.length === 0) return 0;
    const inserted = await tx.query
      .insertInto("usage_records")
      .values(
        events.map((event) => ({
          tenant_id: tenantId,
          audit_id: event.audit_id,
          agent_id: event.agent_id,
          tool_name: event.tool_name,
          model_name: event.model_name,
          prompt_tokens: event.prompt_tokens,
          completion_tokens: event.completion_tokens,
          amount_nano: event.amount_nano,
          rate_revision: event.rate_revision,
          created_at: event.created_at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("audit_id")
      .execute();
    const isNew = new Set(inserted.map((row) => row.audit_id));
    await checkDuplicates(
      tx,
      events.filter((event) => !isNew.has(event.audit_id)),
    );
    await addToDays(
      tx,
      events.filter((event) => isNew.has(event.audit_id)),
    );
    return events.length;
  });
}

/** Ends the lease of events that were not recorded. */
export async function giveBackEvents(
  store: Store,
  tenantId: string,
  events: readonly UsageEvent[],
  { reason, countsAsAttempt }: { readonly reason: string; readonly countsAsAttempt: boolean },
): Promise<void> {
  await store.write(tenantId, async ({ query }) => {
    for (const event of events) {
      await query
        .updateTable("pending_usage_events")
        .set({
          leased_until: 0,
          last_error: reason.slice(0, 500),
          attempts: countsAsAttempt ? event.attempts : event.attempts - 1,
        })
        .where("tenant_id", "=", tenantId)
        .where("seq", "=", event.seq)
        .where("leased_until", "=", event.leased_until)
        .execute();
    }
  });
}

/** Takes events out of the outbox, as far as this claim still holds them. */
export async function removeLeased(tx: TenantTx, claimed: readonly UsageEvent[]): Promise<UsageEvent[]> {
  return tx.query
    .deleteFrom("pending_usage_events")
    .where("tenant_id", "=", tx.tenantId)
    .where(
      "seq",
      "in",
      claimed.map((event) => event.seq),
    )
    .where("leased_until", "in", [...new Set(claimed.map((event) => event.leased_until))])
    .returningAll()
    .execute();
}

async function checkDuplicates(tx: TenantTx, events: readonly UsageEvent[]): Promise<void> {
  for (const event of events) {
    const record = await tx.query
      .selectFrom("usage_records")
      .select("amount_nano")
      .where("tenant_id", "=", tx.tenantId)
      .where("audit_id", "=", event.audit_id)
      .executeTakeFirst();
    if (record?.amount_nano !== event.amount_nano) {
      throw new Error(`Audit row ${event.audit_id} is already billed with another amount.`);
    }
  }
}

async function addToDays(tx: TenantTx, events: readonly UsageEvent[]): Promise<void> {
  const sums = new Map<string, { day: string; event: UsageEvent; calls: number; amountNano: bigint }>();
  for (const event of events) {
    const day = utcDay(event.created_at);
    const key = JSON.stringify([day, event.agent_id, event.tool_name]);
    const sum = sums.get(key) ?? { day, event, calls: 0, amountNano: 0n };
    sums.set(key, { ...sum, calls: sum.calls + 1, amountNano: sum.amountNano + event.amount_nano });
  }
  // Always in the same order, so that two replicas do not wait for each other.
  for (const key of [...sums.keys()].sort()) {
    const sum = sums.get(key);
    if (!sum) continue;
    await tx.query
      .insertInto("usage_days")
      .values({
        tenant_id: tx.tenantId,
        day: sum.day,
        agent_id: sum.event.agent_id,
        tool_name: sum.event.tool_name,
        calls: sum.calls,
        amount_nano: sum.amountNano,
      })
      .onConflict((conflict) =>
        conflict.columns(["tenant_id", "day", "agent_id", "tool_name"]).doUpdateSet((eb) => ({
          calls: eb("usage_days.calls", "+", sum.calls),
          amount_nano: eb("usage_days.amount_nano", "+", sum.amountNano),
        })),
      )
      .execute();
  }
}
