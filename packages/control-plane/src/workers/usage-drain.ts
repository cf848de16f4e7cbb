// Moves priced usage events from the outbox into the money ledger: claimed by a lease that counts the attempt, recorded and
// removed in one transaction. It computes no price. An event that fails three times becomes a dead letter, whole.

import { Refusal } from "@portcullis/contract";
import { CLOCK_SET_BACK_MS } from "../db/set-back.js";
import { runStatement, statement } from "../db/statements.js";
import type { Store } from "../db/tx.js";
import { buryEvents } from "./usage-dead-letter.js";
import { giveBackEvents, recordEvents, type UsageEvent } from "./usage-record.js";
import { forEachTenant, tenantsWithWork } from "./worker.js";

export interface DrainResult {
  readonly recorded: number;
  readonly failed: number;
  readonly dead: number;
}

const ATTEMPTS_BEFORE_DEAD = 3;
/** A replica that dies in the middle gives its events back this late. */
const LEASE_MS = 30_000;
/** No lease ends later; one that does is of a clock that was set back since. */
const LONGEST_LEASE_MS = LEASE_MS + CLOCK_SET_BACK_MS;

const FREE = statement(
  `select seq from pending_usage_events where tenant_id = $1 and (leased_until <= $2 or leased_until > $3) order by seq limit $4
   for update skip locked`,
);
const LEASE = statement(
  `update pending_usage_events set attempts = attempts + 1, leased_until = $3
   where tenant_id = $1 and seq in $list2 returning *`,
);

/** Drains up to `batchSize` events of every tenant that has any. */
export async function drainUsage(store: Store, batchSize: number): Promise<DrainResult> {
  const tenants = await tenantsWithWork(store, ({ query, nowMs }) =>
    query
      .selectFrom("pending_usage_events")
      .select("tenant_id")
      .distinct()
      .where((is) => is.or([is("leased_until", "<=", nowMs), is("leased_until", ">", nowMs + LONGEST_LEASE_MS)]))
      .execute(),
  );
  const results = await forEachTenant(tenants, (tenantId) => drainTenant(store, tenantId, batchSize));
  const sumOf = (name: keyof DrainResult): number => results.reduce((sum, result) => sum + result[name], 0);
  return { recorded: sumOf("recorded"), failed: sumOf("failed"), dead: sumOf("dead") };
}

/** Drains up to `batchSize` events of one tenant. */
export async function drainTenant(store: Store, tenantId: string, batchSize: number): Promise<DrainResult> {
  const claimed = await claimEvents(store, tenantId, batchSize);
  // Claimed often enough before, and never finished: whoever tried did not live to say why.
  const spent = claimed.filter((event) => event.attempts > ATTEMPTS_BEFORE_DEAD);
  const events = claimed.filter((event) => event.attempts <= ATTEMPTS_BEFORE_DEAD);
  let dead = await buryEvents(store, tenantId, spent, null);
  try {
    return { recorded: await recordEvents(store, tenantId, events), failed: 0, dead };
  } catch (error) {
    await refundIfUnavailable(store, tenantId, events, error);
  }
  // One of them is the trouble: alone, the others are not held up by it.
  let [recorded, failed] = [0, 0];
  for (const event of events) {
    try {
      recorded += await recordEvents(store, tenantId, [event]);
    } catch (error) {
      await refundIfUnavailable(store, tenantId, [event], error);
      const reason = error instanceof Error ? error.message : String(error);
      if (event.attempts >= ATTEMPTS_BEFORE_DEAD) dead += await buryEvents(store, tenantId, [event], reason);
      else {
        failed++;
        await giveBackEvents(store, tenantId, [event], { reason, countsAsAttempt: true });
      }
    }
  }
  return { recorded, failed, dead };
}

/** A ledger that cannot be reached says nothing about the events. */
async function refundIfUnavailable(
  store: Store,
  tenantId: string,
  events: readonly UsageEvent[],
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal && error.code === "store_unavailable")) return;
  await giveBackEvents(store, tenantId, events, { reason: error.message, countsAsAttempt: false });
  throw error;
}

async function claimEvents(store: Store, tenantId: string, batchSize: number): Promise<UsageEvent[]> {
  return store.write(tenantId, async (tx) => {
    const { nowMs } = tx;
    const free = await runStatement<{ seq: number }>(tx, FREE, [tenantId, nowMs, nowMs + LONGEST_LEASE_MS, batchSize]);
    if (free.length === 0) return [];
    const seqs = free.map((row) => row.seq);
    return runStatement<UsageEvent>(tx, LEASE, [tenantId, seqs, nowMs + LEASE_MS]);
  });
}
