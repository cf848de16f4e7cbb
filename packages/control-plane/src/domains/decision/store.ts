// Decisions of the recent past, from the rows of the chain.

import type { Selectable } from "kysely";
import type { AuditLogTable } from "../../db/schema.js";
import type { TenantDb } from "../../db/tx.js";
import { findFirstSince, readNewestRow } from "../../ledger/read.js";

export type DecisionRow = Pick<
  Selectable<AuditLogTable>,
  | "seq"
  | "id"
  | "request_id"
  | "agent_id"
  | "tool_name"
  | "decision"
  | "outcome"
  | "rule_id"
  | "findings"
  | "score"
  | "created_at"
>;
export type DecisionCount = {
  readonly decision: DecisionRow["decision"];
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

/** Newest first, one more than the page. */
export async function listDecisions(
  db: TenantDb,
  filter: { readonly agentId: string | undefined; readonly decision: DecisionRow["decision"] | undefined },
  beforeSeq: number | null,
  limit: number,
): Promise<DecisionRow[]> {
  let query = db.query
    .selectFrom("audit_logs")
    .select(["seq", "id", "request_id", "agent_id", "tool_name", "decision", "outcome"])
    .select(["rule_id", "findings", "score", "created_at"])
    .where("tenant_id", "=", db.tenantId)
    .where("action", "=", "execute");
  if (filter.agentId !== undefined) query = query.where("agent_id", "=", filter.agentId);
  if (filter.decision !== undefined) query = query.where("decision", "=", filter.decision);
  if (beforeSeq !== null) query = query.where("seq", "<", beforeSeq);
  return query
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}
