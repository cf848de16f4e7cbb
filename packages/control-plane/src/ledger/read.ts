// Reads the chain: pages newest first, one row, ranges in order, and where the chain stands. Rows come as they are stored.

import { auditIdOf } from "@portcullis/core";
import { type SqlBool, sql } from "kysely";
import type { TenantDb } from "../db/tx.js";
import type { AuditRow, HeadRow } from "./seal-rows.js";

/** Reads of one tenant that take their turns, for what looks at many rows: a handler's context has them. */
export interface ReadsOfTenant {
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
}

/** Each member narrows the rows; `findings` asks for rows with all of them. */
export interface RowFilter {
  readonly action?: string | undefined;
  readonly agentId?: string | undefined;
  readonly decision?: "allow" | "deny" | "escalate" | undefined;
  readonly toolName?: string | undefined;
  readonly outcome?: string | undefined;
  readonly requestId?: string | undefined;
  readonly seq?: number | undefined;
  readonly findings?: readonly string[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Rows newest first: those before `beforeSeq` and from `fromSeq` on. */
export async function listRows(
  { query, tenantId }: TenantDb,
  filter: RowFilter,
  {
    limit,
    beforeSeq,
    fromSeq,
  }: { readonly limit: number; readonly beforeSeq: number | null; readonly fromSeq?: number | undefined },
): Promise<AuditRow[]> {
  let rows = query.selectFrom("audit_logs").selectAll().where("tenant_id", "=", tenantId);
  if (beforeSeq !== null) rows = rows.where("seq", "<", beforeSeq);
  if (fromSeq !== undefined) rows = rows.where("seq", ">=", fromSeq);
  if (filter.action !== undefined) rows = rows.where("action", "=", filter.action);
  if (isIndexedAction(filter.action)) rows = rows.where(IS_NO_CALL);
  if (filter.agentId !== undefined) rows = rows.where("agent_id", "=", filter.agentId);
  if (filter.decision !== undefined) rows = rows.where("decision", "=", filter.decision);
  if (filter.toolName !== undefined) rows = rows.where("tool_name", "=", filter.toolName);
  if (filter.outcome !== undefined) rows = rows.where("outcome", "=", filter.outcome);
  if (filter.requestId !== undefined) rows = rows.where(isOfRequest(tenantId, filter.requestId));
  if (filter.seq !== undefined) rows = rows.where("seq", "=", filter.seq);
  // Codes are words without quotes or wildcards of their own but `_`, which the quotes around make harmless enough.
  for (const code of filter.findings ?? []) rows = rows.where("findings", "like", `%"${code}"%`);
  if (filter.sinceMs !== undefined) rows = rows.where("created_at", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) rows = rows.where("created_at", "<", filter.untilMs);
  return rows.orderBy("seq", "desc").limit(limit).execute();
}

/** Whether an index finds the rows of this action; those of calls are most of the chain. */
export function isIndexedAction(action: string | undefined): boolean {
  return action !== undefined && action !== "execute";
}

/** What the index of actions says of its rows: without these words it is not used. */
export const IS_NO_CALL = sql<SqlBool>`action <> 'execute'`;

/** The rows of a request: a call's own by the audit id that is made of it, the others by their index. */
function isOfRequest(tenantId: string, requestId: string) {
  return sql<SqlBool>`seq in (
    select seq from audit_logs where tenant_id = ${tenantId} and id = ${auditIdOf(tenantId, requestId)}
    union all
    select seq from audit_logs where tenant_id = ${tenantId} and request_id = ${requestId}
      and (action <> 'execute' or outcome <> 'allowed'))`;
}

/** The row with an audit id. */
export async function findRow({ query, tenantId }: TenantDb, auditId: string): Promise<AuditRow | undefined> {
  return query
    .selectFrom("audit_logs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", auditId)
    .executeTakeFirst();
}

/** Rows in the order of the chain, from `fromSeq` to `toSeq` inclusive, at most `limit`. */
export async function readRange(
  { query, tenantId }: TenantDb,
  { fromSeq, toSeq, limit }: { readonly fromSeq: number; readonly toSeq: number; readonly limit: number },
): Promise<AuditRow[]> {
  return query
    .selectFrom("audit_logs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("seq", ">=", fromSeq)
    .where("seq", "<=", toSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

/** The chain's head as the appends keep it. */
export async function readHead({ query, tenantId }: TenantDb): Promise<HeadRow | undefined> {
  return query.selectFrom("chain_heads").selectAll().where("tenant_id", "=", tenantId).executeTakeFirst();
}

/** The newest row that is stored, whatever the head says. */
export async function readNewestRow(db: TenantDb): Promise<AuditRow | undefined> {
  const [row] = await listRows(db, {}, { limit: 1, beforeSeq: null });
  return row;
}

/** What the index of instants says of its rows: without these words it is not used. */
const IS_INDEXED_BY_TIME = sql<SqlBool>`seq % 64 = 0`;

/** The place of the first row since an instant; null without one. */
export async function findFirstSince({ query, tenantId }: TenantDb, sinceMs: number): Promise<number | null> {
  const rows = query.selectFrom("audit_logs").select("seq").where("tenant_id", "=", tenantId).limit(1);
  const before = await rows
    .where("created_at", "<", sinceMs)
    .where(IS_INDEXED_BY_TIME)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  const first = await rows
    .where("seq", ">", before?.seq ?? 0)
    .where("created_at", ">=", sinceMs)
    .orderBy("seq")
    .executeTakeFirst();
  return first?.seq ?? null;
}

/** The place of an agent's row that is `count` rows of it before a place; null where it has not so many. */
export async function findEarlierOfAgent(
  { query, tenantId }: TenantDb,
  agentId: string,
  beforeSeq: number,
  count: number,
): Promise<number | null> {
  const row = await query
    .selectFrom("audit_logs")
    .select("seq")
    .where("tenant_id", "=", tenantId)
    .where("agent_id", "=", agentId)
    .where("seq", "<", beforeSeq)
    .orderBy("seq", "desc")
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.seq ?? null;
}

/** Whether a request was decided whose row, with this audit id, is still to come. */
export async function isRowPending({ query, tenantId }: TenantDb, auditId: string): Promise<boolean> {
  const request = await query
    .selectFrom("requests")
    .select("request_id")
    .where("tenant_id", "=", tenantId)
    .where("audit_id", "=", auditId)
    .where("status", "=", "open")
    .executeTakeFirst();
  return request !== undefined;
}
