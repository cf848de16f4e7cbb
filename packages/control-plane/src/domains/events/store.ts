// Rows of the chain as the event stream reads them: by seq, never by time.

import type { TenantDb } from "../../db/tx.js";

export interface EventRow {
  readonly seq: number;
  readonly id: string;
  readonly agent_id: string | null;
  readonly action: string;
  readonly decision: string;
  readonly outcome: string;
  readonly tool_name: string | null;
  readonly findings: string;
  readonly score: number;
  readonly created_at: number;
}

/** Rows after one and up to another. */
export interface SeqRange {
  readonly after: number;
  readonly upTo: number;
}

/** Which rows a reader may see. */
export interface Channel {
  /** Null: every row of the tenant. */
  readonly agentId: string | null;
  /** Calls only, without operators' actions. */
  readonly callsOnly: boolean;
}

/** Every row of a tenant. */
export const ALL_ROWS: Channel = { agentId: null, callsOnly: false };

/** Seq of the newest row; 0 for an empty chain. */
export async function readHeadSeq(db: TenantDb): Promise<number> {
  const head = await db.query
    .selectFrom("chain_heads")
    .select("seq")
    .where("tenant_id", "=", db.tenantId)
    .executeTakeFirst();
  return head?.seq ?? 0;
}

/** The rows of a range, oldest first. */
export async function readEvents(
  db: TenantDb,
  { after, upTo }: SeqRange,
  channel: Channel,
  limit: number,
): Promise<EventRow[]> {
  let query = db.query
    .selectFrom("audit_logs")
    .select(["seq", "id", "agent_id", "action", "decision", "outcome", "tool_name", "findings", "score", "created_at"])
    .where("tenant_id", "=", db.tenantId)
    .where("seq", ">", after)
    .where("seq", "<=", upTo);
  if (channel.agentId !== null) query = query.where("agent_id", "=", channel.agentId);
  if (channel.callsOnly) query = query.where("action", "=", "execute");
  return query.orderBy("seq").limit(limit).execute();
}
