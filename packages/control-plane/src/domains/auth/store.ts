// Rows of users, tenants and agents' credentials.

import { newestFirst, type Place } from "../../db/newest-first.js";
import type { AgentCredentialTable, TenantTable, UserTable } from "../../db/schema.js";
import type { PlatformDb, TenantDb, TenantTx } from "../../db/tx.js";
import { createChainHead } from "../../ledger/append.js";

/** By lowercased e-mail, which is unique over the deployment. */
export async function findUserByEmail(db: PlatformDb, email: string): Promise<UserTable | undefined> {
  return db.query.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Newest first, one more than the page. */
export async function listUsers(db: TenantDb, after: Place, limit: number): Promise<UserTable[]> {
  return db.query
    .selectFrom("users")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .$call(newestFirst(after, limit))
    .execute();
}

export async function findUser(db: TenantDb, userId: string): Promise<UserTable | undefined> {
  return db.query
    .selectFrom("users")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("id", "=", userId)
    .executeTakeFirst();
}

export async function insertUser(tx: TenantTx, user: UserTable): Promise<void> {
  await tx.query.insertInto("users").values(user).execute();
}

export async function findTenant(db: TenantDb): Promise<TenantTable | undefined> {
  return db.query.selectFrom("tenants").selectAll().where("id", "=", db.tenantId).executeTakeFirst();
}

/**
 * A tenant with the two rows that its writers lock: its state, and the head of its chain. False where the tenant is there already,
 * also by a transaction that has to be waited for.
 */
export async function insertTenant(tx: TenantTx, tenant: TenantTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.query
    .insertInto("tenants")
    .values(tenant)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await tx.query
    .insertInto("tenant_states")
    .values({
      tenant_id: tenant.id,
      state_version: 1,
      kill_engaged: 0,
      kill_engaged_at: null,
      kill_engaged_by: null,
      kill_reason: null,
      kill_note: null,
    })
    .execute();
  await createChainHead(tx, tenant.id);
  return true;
}

/** Secrets of an agent that still work, newest first. */
export async function findCredentials(db: TenantDb, agentId: string, nowMs: number): Promise<AgentCredentialTable[]> {
  return db.query
    .selectFrom("agent_credentials")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .where("agent_id", "=", agentId)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", nowMs)]))
    .orderBy("created_at", "desc")
    .limit(10)
    .execute();
}

export async function insertCredential(tx: TenantTx, credential: AgentCredentialTable): Promise<void> {
  await tx.query.insertInto("agent_credentials").values(credential).execute();
}

/** Ends every secret of an agent at `atMs` that would last longer, and no later those tokens that were minted with them. */
export async function endCredentials(tx: TenantTx, agentId: string, atMs: number, stateVersion: number): Promise<void> {
  const ended = await tx.query
    .updateTable("agent_credentials")
    .set({ expires_at: atMs })
    .where("tenant_id", "=", tx.tenantId)
    .where("agent_id", "=", agentId)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", atMs)]))
    .returning("id")
    .execute();
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  const tokens = tx.query
    .updateTable("tokens")
    .where("tenant_id", "=", tx.tenantId)
    .where("credential_id", "in", ids)
    .where("revoked_at", "is", null);
  if (atMs <= tx.nowMs) await tokens.set({ revoked_at: tx.nowMs, state_version: stateVersion }).execute();
  else await tokens.set({ expires_at: atMs }).where("expires_at", ">", atMs).execute();
}
