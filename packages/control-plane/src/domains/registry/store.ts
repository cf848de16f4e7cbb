// Rows of tools, by folded name. A deleted tool's row stays as a tombstone, so that edges and history know the name.

import type { ToolTable } from "../../db/schema.js";
import type { TenantDb, TenantTx } from "../../db/tx.js";

/** The row of a folded name, tombstones included. */
export async function findToolRow(db: TenantDb, toolName: string): Promise<ToolTable | undefined> {
  return db.query
    .selectFrom("tools")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("tool_name", "=", toolName)
    .executeTakeFirst();
}

/** The rows of folded names, tombstones included. */
export async function findToolRows(db: TenantDb, toolNames: readonly string[]): Promise<ToolTable[]> {
  return db.query
    .selectFrom("tools")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("tool_name", "in", [...toolNames])
    .execute();
}

/** How many tools are there that nobody registered: an edge has seen them. */
export async function countSeenTools(db: TenantDb): Promise<number> {
  const { count } = await db.query
    .selectFrom("tools")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("tenant_id", "=", db.tenantId)
    .where("is_registered", "=", 0)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** By name; one more than `limit` when there is a next page. */
export async function listTools(
  db: TenantDb,
  { after, limit, pending }: { after: string | null; limit: number; pending: boolean | null },
): Promise<ToolTable[]> {
  let query = db.query
    .selectFrom("tools")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("deleted_at", "is", null);
  if (pending !== null) query = query.where("pending_hash", pending ? "is not" : "is", null);
  if (after !== null) query = query.where("tool_name", ">", after);
  return query
    .orderBy("tool_name")
    .limit(limit + 1)
    .execute();
}

/** Inserts a tool, or writes over the tombstone of its name. */
export async function saveTool(tx: TenantTx, tool: ToolTable): Promise<void> {
  const { tenant_id: _tenant, tool_name: _name, ...members } = tool;
  await tx.query
    .insertInto("tools")
    .values(tool)
    .onConflict((conflict) => conflict.columns(["tenant_id", "tool_name"]).doUpdateSet(members))
    .execute();
}
