// Counts of the calls that were decided since an instant, from the rows of the chain.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuditLogTable } from "../db/schema.js";
import type { TenantDb } from "../db/tx.js";
import { findFirstSince, type ReadsOfTenant, readNewestRow } from "./read.js";

export interface DecisionCount {
  readonly decision: AuditLogTable["decision"];
  readonly rule_id: string | null;
  readonly count: number;
}

/** Rows that one query groups: SQLite answers on the serving loop, PostgreSQL elsewhere. */
const ROWS_AT_A_TIME = { sqlite: 4000, postgres: 250_000 } as const;

/** Calls by decision and rule, of one agent or of all: in pieces, with the serving loop's other work in between. */
export async function countCallsSince(
  { read }: ReadsOfTenant,
  { sinceMs, agentId }: { readonly sinceMs: number; readonly agentId?: string },
): Promise<DecisionCount[]> {
  const range = await read((db) => findRange(db, sinceMs));
  if (range === null) return [];
  const counts: DecisionCount[] = [];
  for (let first = range.first; first <= range.last; first += range.step) {
    const last = Math.min(first + range.step - 1, range.last);
    counts.push(...(await read((db) => countWithin(db, first, last, agentId))));
    await nextTurn();
  }
  return counts;
}

/** First and last place in the chain of rows since an instant, and how many go at a time; null without any. */
async function findRange(db: TenantDb, sinceMs: number) {
  const first = await findFirstSince(db, sinceMs);
  const newest = first === null ? undefined : await readNewestRow(db);
  return first === null || newest === undefined ? null : { first, last: newest.seq, step: ROWS_AT_A_TIME[db.dialect] };
}

async function countWithin(
  { query, tenantId }: TenantDb,
  firstSeq: number,
  lastSeq: number,
  agentId: string | undefined,
): Promise<DecisionCount[]> {
  let counts = query
    .selectFrom("audit_logs")
    .select(({ fn }) => ["decision", "rule_id", fn.countAll<number | string | bigint>().as("count")])
    .where("tenant_id", "=", tenantId)
    .where("action", "=", "execute")
    .where("seq", ">=", firstSeq)
    .where("seq", "<=", lastSeq);
  if (agentId !== undefined) counts = counts.where("agent_id", "=", agentId);
  const rows = await counts.groupBy(["decision", "rule_id"]).execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
