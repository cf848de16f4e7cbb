// Takes away what has had its time: kept answers, decision inputs, expired tokens and idempotency keys, counters that
// nothing reads any more, edges that are gone. The chain, the money ledger and begin records stay.

import { utcDay } from "@portcullis/core";
import { runStatement, statement } from "../db/statements.js";
import type { Store, TenantDb, TenantTx } from "../db/tx.js";
import { settingsOf } from "../decision/tenant-settings.js";
import { sweepInstances } from "./sweep-instances.js";
import { forEachTenant } from "./worker.js";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ANSWER_KEPT_MS = 10 * MINUTE_MS;
/** Rows per transaction, so that no writer waits long. */
const BATCH = 200;
/** The longest window that a contract may have, and a day. */
const COST_MINUTES_KEPT_DAYS = 367;

// As the index of kept answers says of its rows: without these words it is not used.
const OLD_ANSWERS = statement(
  `select request_id from requests where tenant_id = $1 and status = 'refused' and answer is not null and created_at < $2
   order by created_at limit ${BATCH}`,
);
const EMPTY_ANSWERS = statement("update requests set answer = null where tenant_id = $1 and request_id in $list2");

/** Sweeps every tenant. Answers whether one of them has more. */
export async function sweep(store: Store): Promise<boolean> {
  const { tenants, nowMs } = await store.platform("tenants", async (db) => {
    await db.query
      .deleteFrom("auth_failures")
      .where("window_started_at", "<", db.nowMs - 60 * MINUTE_MS)
      .execute();
    return { tenants: await db.query.selectFrom("tenants").selectAll().execute(), nowMs: db.nowMs };
  });
  const hasMore = await forEachTenant(tenants, async (tenant) => {
    const inputsBeforeMs = nowMs - settingsOf(tenant).decisionInputsDays * DAY_MS;
    const more = [
      await sweepAnswers(store, tenant.id, nowMs - ANSWER_KEPT_MS),
      await sweepInputs(store, tenant.id, inputsBeforeMs),
      await sweepInstances(store, tenant.id, nowMs),
    ];
    if (await store.read(tenant.id, (db) => hasExpired(db, nowMs))) {
      more.push(await store.write(tenant.id, removeExpired));
    }
    return more.includes(true);
  });
  return hasMore.includes(true);
}

/** Empties the kept answers of calls that were refused before an instant; a call's end empties that of a permitted one. */
async function sweepAnswers(store: Store, tenantId: string, beforeMs: number): Promise<boolean> {
  const found = await store.read(tenantId, (db) =>
    runStatement<{ request_id: string }>(db, OLD_ANSWERS, [tenantId, beforeMs]),
  );
  if (found.length === 0) return false;
  const ids = found.map((row) => row.request_id);
  await store.write(tenantId, (tx) => runStatement(tx, EMPTY_ANSWERS, [tenantId, ids]));
  return found.length === BATCH;
}

async function sweepInputs(store: Store, tenantId: string, beforeMs: number): Promise<boolean> {
  const found = await store.read(tenantId, ({ query }) =>
    query
      .selectFrom("decision_inputs")
      .select("created_at")
      .where("tenant_id", "=", tenantId)
      .where("created_at", "<", beforeMs)
      .orderBy("created_at")
      .limit(BATCH)
      .execute(),
  );
  const lastMs = found.at(-1)?.created_at;
  if (lastMs === undefined) return false;
  await store.write(tenantId, ({ query }) =>
    query.deleteFrom("decision_inputs").where("tenant_id", "=", tenantId).where("created_at", "<=", lastMs).execute(),
  );
  return found.length === BATCH;
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
