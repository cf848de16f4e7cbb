// Writes leased usage events into the money ledger. Removing the outbox row first, under the lease, is what makes a second
// drain of the same event find nothing.

import { utcDay } from "@portcullis/core";
import type { Selectable } from "kysely";
import type { PendingUsageEventTable } from "../db/schema.js";
import { insertRows, runStatement, statement } from "../db/statements.js";
import type { Store, TenantTx } from "../db/tx.js";

export type UsageEvent = Selectable<PendingUsageEventTable>;

const REMOVE = statement(
  "delete from pending_usage_events where tenant_id = $1 and seq in $list2 and leased_until in $list3 returning *",
);
const RECORDED = statement(
  "select seq, audit_id, amount_nano from usage_records where tenant_id = $1 and seq in $list2",
);
const GIVE_BACK = statement(
  `update pending_usage_events set leased_until = 0, last_error = $3, attempts = attempts - $4
   where tenant_id = $1 and seq in $list2 and leased_until in $list5`,
);
const writeRecords = insertRows("usage_records", [
  "tenant_id",
  "audit_id",
  "seq",
  "agent_id",
  "tool_name",
  "model_name",
  "prompt_tokens",
  "completion_tokens",
  "amount_nano",
  "rate_revision",
  "created_at",
]);
const writeDays = insertRows(
  "usage_days",
  ["tenant_id", "day", "agent_id", "tool_name", "calls", "amount_nano"],
  `on conflict (tenant_id, day, agent_id, tool_name) do update set calls = usage_days.calls + excluded.calls,
   amount_nano = usage_days.amount_nano + excluded.amount_nano`,
);

/**
 * Records the events that are still leased as they were claimed, in one transaction; gives back how many. Throws when an
 * audit row was already billed with another amount.
 */
export async function recordEvents(store: Store, tenantId: string, claimed: readonly UsageEvent[]): Promise<number> {
  if (claimed.length === 0) return 0;
  return store.write(tenantId, async (tx) => {
    const events = await removeLeased(tx, claimed);
    const fresh = await withoutRecorded(tx, events);
    await writeRecords.run(tx, fresh);
    await writeDays.run(tx, daysOf(fresh));
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
  const uncounted = countsAsAttempt ? 0 : 1;
  await store.write(tenantId, (tx) =>
    runStatement(tx, GIVE_BACK, [tenantId, seqsOf(events), reason.slice(0, 500), uncounted, leasesOf(events)]),
  );
}

/** Takes events out of the outbox, as far as this claim still holds them. */
export async function removeLeased(tx: TenantTx, claimed: readonly UsageEvent[]): Promise<UsageEvent[]> {
  return runStatement<UsageEvent>(tx, REMOVE, [tx.tenantId, seqsOf(claimed), leasesOf(claimed)]);
}

/** The events of rows that are not billed yet. */
async function withoutRecorded(tx: TenantTx, events: readonly UsageEvent[]): Promise<UsageEvent[]> {
  type Recorded = Pick<UsageEvent, "seq" | "audit_id" | "amount_nano">;
  const rows = await runStatement<Recorded>(tx, RECORDED, [tx.tenantId, seqsOf(events)]);
  const recorded = new Map(rows.map((row) => [row.seq, row]));
  return events.filter((event) => {
    const record = recorded.get(event.seq);
    if (record === undefined) return true;
    if (record.audit_id === event.audit_id && record.amount_nano === event.amount_nano) return false;
    throw new Error(`Audit row ${event.audit_id} is already billed with another amount.`);
  });
}

/** What the events add to each day; always in the same order, so that two replicas do not wait for each other. */
function daysOf(events: readonly UsageEvent[]) {
  const sums = new Map<string, Parameters<typeof writeDays.of>[0][number] & { calls: number; amount_nano: bigint }>();
  for (const { tenant_id, agent_id, tool_name, amount_nano, created_at } of events) {
    const day = utcDay(created_at);
    const key = JSON.stringify([day, agent_id, tool_name]);
    const sum = sums.get(key) ?? { tenant_id, day, agent_id, tool_name, calls: 0, amount_nano: 0n };
    sum.calls += 1;
    sum.amount_nano += amount_nano;
    sums.set(key, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function seqsOf(events: readonly UsageEvent[]): number[] {
  return events.map((event) => event.seq);
}

function leasesOf(events: readonly UsageEvent[]): number[] {
  return [...new Set(events.map((event) => event.leased_until))];
}
