// Takes away what has had its time: kept answers, decision inputs, expired tokens and idempotency keys, counters that
// nothing reads any more. The chain, the money ledger and begin records stay.

import { utcDay } from "@portcullis/core";
import type { Store, TenantDb, TenantTx } from "../db/tx.js";
import { settingsOf } from "../decision/tenant-settings.js";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ANSWER_KEPT_MS = 10 * MINUTE_MS;
/** Rows per transaction, so that no writer waits long. */
const BATCH = 200;
/** The longest window that a contract may have, and a day. */
const COST_MINUTES_KEPT_DAYS = 367;

/** Sweeps every tenant. Answers whether one of them has more. */
export async function sweep(store: Store): Promise<boolean> {
  const { tenants, nowMs } = await store.platform("tenants", async (db) => {
    await db.query
      .deleteFrom("auth_failures")
      .where("window_started_at", "<", db.nowMs - 60 * MINUTE_MS)
      .execute();
    return { tenants: await db.query.selectFrom("tenants").selectAll().execute(), nowMs: db.nowMs };
  });
  let hasMore = false;
  for (const tenant of tenants) {
    const inputsBeforeMs = nowMs - settingsOf(tenant).decisionInputsDays * DAY_MS;
    hasMore = (await sweepColumn(store, tenant.id, "answer", nowMs - ANSWER_KEPT_MS)) || hasMore;
    hasMore = (await sweepColumn(store, tenant.id, "inputs", inputsBeforeMs)) || hasMore;
    if (await store.read(tenant.id, (db) => hasExpired(db, nowMs))) {
      hasMore = (await store.write(tenant.id, removeExpired)) || hasMore;
    }
  }
  return hasMore;
}

/** Empties a column of the requests before an instant. A cursor remembers how far it came, so that nothing is read twice. */
async function sweepColumn(
  store: Store,
  tenantId: string,
  column: "answer" | "inputs",
  beforeMs: number,
): Promise<boolean> {
  const worker = `sweep.${column}`;
  const { found, isBehind } = await store.read(tenantId, async ({ query }) => {
    const cursor = await query
      .selectFrom("worker_cursors")
      .select("seq")
      .where("tenant_id", "=", tenantId)
      .where("worker", "=", worker)
      .executeTakeFirst();
    const past = query
      .selectFrom("requests")
      .select(["request_id", "created_at"])
      .where("tenant_id", "=", tenantId)
      .where("created_at", ">=", cursor?.seq ?? 0)
      .where("created_at", "<", beforeMs);
    const found = await past.where(column, "is not", null).orderBy("created_at").limit(BATCH).execute();
    return { found, isBehind: found.length > 0 || (await past.limit(1).executeTakeFirst()) !== undefined };
  });
  if (!isBehind) return false;
  const hasMore = found.length === BATCH;
  // All before that instant are empty then; most were emptied when their calls ended.
  const seq = (hasMore ? found.at(-1)?.created_at : undefined) ?? beforeMs;
  const ids = found.map((row) => row.request_id);
  await store.write(tenantId, async ({ query }) => {
    if (ids.length > 0) {
      await query
        .updateTable("requests")
        .set(column === "answer" ? { answer: null } : { inputs: null })
        .where("tenant_id", "=", tenantId)
        .where("request_id", "in", ids)
        .execute();
    }
    await query
      .insertInto("worker_cursors")
      .values({ tenant_id: tenantId, worker, seq })
      .onConflict((conflict) => conflict.columns(["tenant_id", "worker"]).doUpdateSet({ seq }))
      .execute();
  });
  return hasMore;
}

async function hasExpired({ query, tenantId }: TenantDb, nowMs: number): Promise<boolean> {
  const token = await query
    .selectFrom("tokens")
    .select("jti")
    .where("tenant_id", "=", tenantId)
    .where("expires_at", "<", nowMs - MINUTE_MS)
    .limit(1)
    .executeTakeFirst();
  if (token) return true;
  const key = await query
    .selectFrom("idempotency_keys")
    .select("key")
    .where("tenant_id", "=", tenantId)
    .where("expires_at", "<", nowMs)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}

async function removeExpired({ query, tenantId, nowMs }: TenantTx): Promise<boolean> {
  const tokens = await query
    .selectFrom("tokens")
    .select("jti")
    .where("tenant_id", "=", tenantId)
    .where("expires_at", "<", nowMs - MINUTE_MS)
    .limit(BATCH)
    .execute();
  if (tokens.length > 0) {
    await query
      .deleteFrom("tokens")
      .where("tenant_id", "=", tenantId)
      .where(
        "jti",
        "in",
        tokens.map((token) => token.jti),
      )
      .execute();
  }
  await query
    .deleteFrom("idempotency_keys")
    .where("tenant_id", "=", tenantId)
    .where("expires_at", "<", nowMs)
    .execute();
  await query
    .deleteFrom("signal_events")
    .where("tenant_id", "=", tenantId)
    .where("created_at", "<", nowMs - DAY_MS)
    .execute();
  await query
    .deleteFrom("cost_highs")
    .where("tenant_id", "=", tenantId)
    .where("day", "<", utcDay(nowMs - 2 * DAY_MS))
    .execute();
  await query
    .deleteFrom("cost_minutes")
    .where("tenant_id", "=", tenantId)
    .where("minute", "<", Math.floor((nowMs - COST_MINUTES_KEPT_DAYS * DAY_MS) / MINUTE_MS))
    .execute();
  return tokens.length === BATCH;
}
