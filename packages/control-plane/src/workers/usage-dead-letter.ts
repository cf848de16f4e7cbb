// Dead letters of the money ledger: usage events that could not be recorded. Nothing is lost and nothing is billed; an
// operator mends the cause and replays them.

import { amountAsText } from "../db/number-columns.js";
import type { Store } from "../db/tx.js";
import { removeLeased, type UsageEvent } from "./usage-record.js";

/** Moves leased events out of the outbox in one transaction. Without a `reason` their last error stands. */
export async function buryEvents(
  store: Store,
  tenantId: string,
  claimed: readonly UsageEvent[],
  reason: string | null,
): Promise<number> {
  if (claimed.length === 0) return 0;
  return store.write(tenantId, async (tx) => {
    const events = await removeLeased(tx, claimed);
    for (const event of events) {
      await tx.query
        .insertInto("pending_billing_events")
        .values({
          tenant_id: tenantId,
          id: event.audit_id,
          audit_id: event.audit_id,
          event: JSON.stringify(event, amountAsText),
          amount_nano: event.amount_nano,
          error_reason: (reason ?? event.last_error ?? "Recording it was started and never ended.").slice(0, 500),
          retry_count: event.attempts,
          failed_at: tx.nowMs,
        })
        .execute();
    }
    return events.length;
  });
}

/** Puts a dead letter back into the outbox under the same id. Answers whether there was one. */
export async function replayDeadLetter(store: Store, tenantId: string, auditId: string): Promise<boolean> {
  return store.write(tenantId, async ({ query }) => {
    const letter = await query
      .deleteFrom("pending_billing_events")
      .where("tenant_id", "=", tenantId)
      .where("audit_id", "=", auditId)
      .returningAll()
      .executeTakeFirst();
    if (!letter) return false;
    const event = JSON.parse(letter.event) as Omit<UsageEvent, "amount_nano">;
    await query
      .insertInto("pending_usage_events")
      .values({ ...event, amount_nano: letter.amount_nano, attempts: 0, leased_until: 0 })
      .execute();
    return true;
  });
}
