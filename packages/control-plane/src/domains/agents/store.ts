// Rows of agents and of their grants. A deleted agent's row stays for history; nothing here finds it.

import type { AgentFacts, Grant } from "@portcullis/contract";
import { sql } from "kysely";
import { AGENT_COLUMNS } from "../../db/agent-columns.js";
import { newestFirst, type Place } from "../../db/newest-first.js";
import type { AgentPermissionTable, AgentTable } from "../../db/schema.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";
import { agentFactsOf } from "../../decision/facts/facts-loader.js";

export async function findAgent(db: TenantDb, agentId: string): Promise<AgentTable | undefined> {
  return db.query
    .selectFrom("agents")
    .select(AGENT_COLUMNS)
    .where("tenant_id", "=", db.tenantId)
    .where("id", "=", agentId)
    .where("status", "!=", "DELETED")
    .executeTakeFirst();
}

/** The name as it is compared, by what each database has an index of. */
const FOLDED_NAME = { sqlite: sql<string>`lower(name)`, postgres: sql<string>`folded_name` };

/** Another living agent of that name, whatever the case of the letters that the database knows. */
export async function findAgentByName(db: TenantDb, name: string): Promise<{ id: string } | undefined> {
  return (
    db.query
      .selectFrom("agents")
      .select("id")
      .where("tenant_id", "=", db.tenantId)
      // By the database on both sides: of letters beyond ASCII SQLite makes none small.
      .where((is) => is(FOLDED_NAME[db.dialect], "=", is.fn<string>("lower", [is.val(name)])))
      .where("status", "in", ["ACTIVE", "QUARANTINED"])
      .executeTakeFirst()
  );
}

export interface AgentFilter {
  readonly status?: "ACTIVE" | "QUARANTINED" | undefined;
  /** Sort key of the last agent seen: time of creation, id. */
  readonly after: Place;
  readonly limit: number;
}

/** Newest first; one more than `limit` when there is a next page. */
export async function listAgents(db: TenantDb, filter: AgentFilter): Promise<AgentTable[]> {
  let query = db.query.selectFrom("agents").select(AGENT_COLUMNS).where("tenant_id", "=", db.tenantId);
  query = filter.status ? query.where("status", "=", filter.status) : query.where("status", "!=", "DELETED");
  const { after } = filter;
  return query.$call(newestFirst(after, filter.limit)).execute();
}

export async function countAgents(db: TenantDb): Promise<{ status: string; risk_level: string; count: number }[]> {
  const rows = await db.query
    .selectFrom("agents")
    .select(["status", "risk_level", (is) => is.fn.countAll<number | string>().as("count")])
    .where("tenant_id", "=", db.tenantId)
    .where("status", "!=", "DELETED")
    .groupBy(["status", "risk_level"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function insertAgent(tx: TenantTx, agent: AgentTable): Promise<void> {
  await tx.query.insertInto("agents").values(agent).execute();
}

export async function updateAgent(
  tx: TenantTx,
  agentId: string,
  change: Partial<Pick<AgentTable, "name" | "status" | "risk_level" | "metadata">> & { state_version: number },
): Promise<void> {
  await tx.query
    .updateTable("agents")
    .set({ ...change, updated_at: tx.nowMs })
    .where("tenant_id", "=", tx.tenantId)
    .where("id", "=", agentId)
    .execute();
}

/** Grants as tokens and edges carry them, by tool name. */
export async function findGrants(db: TenantDb, agentId: string): Promise<Grant[]> {
  return db.query
    .selectFrom("agent_permissions")
    .select(["tool_name", "action"])
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .orderBy("tool_name")
    .orderBy("action")
    .execute();
}

export async function listGrants(
  db: TenantDb,
  agentId: string,
  after: Place,
  limit: number,
): Promise<AgentPermissionTable[]> {
  return db.query
    .selectFrom("agent_permissions")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .$call(newestFirst(after, limit))
    .execute();
}

/** The grant of a tool and action, if there is one. */
export async function findGrant(
  db: TenantDb,
  agentId: string,
  toolName: string,
  action: Grant["action"],
): Promise<AgentPermissionTable | undefined> {
  return db.query
    .selectFrom("agent_permissions")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .where("tool_name", "=", toolName)
    .where("action", "=", action)
    .executeTakeFirst();
}

export async function insertGrant(tx: TenantTx, grant: AgentPermissionTable): Promise<void> {
  await tx.query.insertInto("agent_permissions").values(grant).execute();
}

/** Deletes a grant and gives it back; undefined when the agent has none of that id. */
export async function deleteGrant(
  tx: TenantTx,
  agentId: string,
  permissionId: string,
): Promise<AgentPermissionTable | undefined> {
  return tx.query
    .deleteFrom("agent_permissions")
    .where("tenant_id", "=", tx.tenantId)
    .where("agent_id", "=", agentId)
    .where("id", "=", permissionId)
    .returningAll()
    .executeTakeFirst();
}

/** What edges know of an agent; null for one that does not exist or was deleted. */
export async function readAgentFacts(db: TenantDb, agentId: string): Promise<AgentFacts | null> {
  const agent = await findAgent(db, agentId);
  if (agent === undefined) return null;
  const metadata = JSON.parse(agent.metadata) as Record<string, unknown>;
  return agentFactsOf(agent, metadata, await findGrants(db, agent.id));
}
