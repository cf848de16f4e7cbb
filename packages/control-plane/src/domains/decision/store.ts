// Counts of the recent past's decisions, from the rows of the chain.

import type { AuditLogTable } from "../../db/schema.js";
import type { TenantDb } from "../../db/tx.js";
import { findFirstSince, readNewestRow } from "../../ledger/read.js";

export type DecisionCount = {
  readonly decision: AuditLogTable["decision"];
  readonly rule_id: string | null;
  readonly count: number;
};

/** Rows that one query groups: SQLite answers on the serving loop, PostgreSQL elsewhere. */
export const ROWS_AT_A_TIME = { sqlite: 4000, postgres: 250_000 } as const;

/** First and last place in the chain of rows since an instant; null without any. */
export async function findRange(db: TenantDb, sinceMs: number): Promise<{ first: number; last: number } | null> {
  const first = await findFirstSince(db, sinceMs);
  const newest = first === null ? undefined : await readNewestRow(db);
  return first === null || newest === undefined ? null : { first, last: newest.seq };
}

/** Calls by decision and rule, within places of the chain. */
export async function countDecisions(db: TenantDb, firstSeq: number, lastSeq: number): Promise<DecisionCount[]> {
  const rows = await db.query
    .selectFrom("audit_logs")
    .select(({ fn }) => ["decision", "rule_id", fn.countAll<number | string | bigint>().as("count")])
    .where("tenant_id", "=", db.tenantId)
    .where("action", "=", "execute")
    .where("seq", ">=", firstSeq)
    .where("seq", "<=", lastSeq)
    .groupBy(["decision", "rule_id"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
