// Takes away what has had its time: kept answers, decision inputs, expired tokens and idempotency keys, counters that
// nothing reads any more, edges that are gone. The chain, the money ledger and begin records stay.

import { DAY_MS, MINUTE_MS, utcDay } from "@portcullis/core";
import type { Tables } from "../db/schema.js";
import { runStatement, type Statement, statement } from "../db/statements.js";
import type { Store } from "../db/tx.js";
import { settingsOf } from "../decision/facts/tenant-settings.js";
import { sweepInstances } from "./sweep-instances.js";
import { forEachTenant } from "./worker.js";

const ANSWER_KEPT_MS = 10 * MINUTE_MS;
/** Rows per transaction, so that no writer waits long. */
const BATCH = 200;
/** Bytes of large columns from which on a transaction removes no more: SQLite goes through each of their pages, while all others wait. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** The longest window that a contract may have, and a day. */
const COST_MINUTES_KEPT_DAYS = 367;

// As the index of kept answers says of its rows: without these words it is not used.
const OLD_ANSWERS = statement(
  `select request_id from requests where tenant_id = $1 and status = 'refused' and answer is not null and created_at < $2
   order by created_at limit ${BATCH}`,
);
const EMPTY_ANSWERS = statement("update requests set answer = null where tenant_id = $1 and request_id in $list2");

interface Expiring {
  /** Gives a row whose time is over, and removes a batch of them with the bytes of each; `$2` is `endedBy`. */
  readonly find: Statement;
  readonly remove: Statement;
  readonly endedBy: (nowMs: number) => number | string;
}

/** Rows of `from` are `e`; `key` is the table's. */
function expiring(
  table: keyof Tables,
  key: readonly string[],
  condition: string,
  endedBy: Expiring["endedBy"],
  from = `${table} e`,
): Expiring {
  const old = `select ${key.map((column) => `e.${column}`).join(", ")} from ${from} where e.tenant_id = $1 and ${condition}`;
  return {
    find: statement(`${old} limit 1`),
    remove: statement(`delete from ${table} where (${key.join(", ")}) in (${old} limit ${BATCH}) returning 0 as bytes`),
    endedBy,
  };
}

/** Keys with their answers, oldest first: those before which there are no more than so many bytes. */
function expiringKeys(): Expiring {
  const old = "from idempotency_keys where tenant_id = $1 and expires_at < $2";
  const bytes = "coalesce(octet_length(answer_body), 0)";
  const order = "order by expires_at, agent_id, key";
  const place = `${order} rows between unbounded preceding and 1 preceding`;
  // The lengths first: SQLite would carry the answers themselves through the ordering.
  const batch = `select tenant_id, agent_id, key, sum(bytes) over (${place}) as before
    from (select tenant_id, agent_id, key, expires_at, ${bytes} as bytes ${old} ${order} limit ${BATCH}) as e`;
  return {
    find: statement(`select key ${old} limit 1`),
    remove: statement(`delete from idempotency_keys where (tenant_id, agent_id, key) in
      (select tenant_id, agent_id, key from (${batch}) as b where coalesce(before, 0) < ${BATCH_BYTES}) returning ${bytes} as bytes`),
    endedBy: (nowMs) => nowMs,
  };
}

const EXPIRING: readonly Expiring[] = [
  expiring("tokens", ["tenant_id", "jti"], "e.expires_at < $2", (nowMs) => nowMs - MINUTE_MS),
  expiringKeys(),
  expiring("signal_minutes", ["tenant_id", "minute", "finding", "agent_id", "shape_hash"], "e.minute < $2", (nowMs) =>
    Math.floor((nowMs - DAY_MS) / MINUTE_MS),
  ),
  expiring("cost_highs", ["tenant_id", "agent_id", "tool_name", "day"], "e.day < $2", (nowMs) =>
    utcDay(nowMs - 2 * DAY_MS),
  ),
  // Agent by agent, as the key lies: all minutes of a year are not to be read for the few that have ended.
  expiring(
    "cost_minutes",
    ["tenant_id", "agent_id", "minute"],
    "a.tenant_id = $1 and e.agent_id = a.id and e.minute < $2",
    (nowMs) => Math.floor((nowMs - COST_MINUTES_KEPT_DAYS * DAY_MS) / MINUTE_MS),
    "agents a cross join cost_minutes e",
  ),
];

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
      await sweepExpired(store, tenant.id, nowMs),
    ];
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

/** Removes a batch of each table's rows whose time is over. Looks first, so that nobody waits where there are none. */
async function sweepExpired(store: Store, tenantId: string, nowMs: number): Promise<boolean> {
  const due = await store.read(tenantId, async (db) => {
    const found: Expiring[] = [];
    for (const each of EXPIRING) {
      if ((await runStatement(db, each.find, [tenantId, each.endedBy(nowMs)])).length > 0) found.push(each);
    }
    return found;
  });
  let hasMore = false;
  for (const { remove, endedBy } of due) {
    const removed = await store.write(tenantId, (tx) =>
      runStatement<{ bytes: number }>(tx, remove, [tenantId, endedBy(nowMs)]),
    );
    hasMore ||= removed.length === BATCH || removed.reduce((sum, { bytes }) => sum + bytes, 0) >= BATCH_BYTES;
  }
  return hasMore;
}
