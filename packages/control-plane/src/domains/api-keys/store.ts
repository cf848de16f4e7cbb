// Rows of API keys. The raw key is in none of them: its first characters find the row, its bcrypt hash proves it.

import { newestFirst, type Place } from "../../db/newest-first.js";
import type { ApiKeyTable } from "../../db/schema.js";
import type { PlatformDb, TenantDb, TenantTx } from "../../db/tx.js";
import { hashPassword, newSecret } from "../auth/index.js";

/** `acp_` and eight characters: enough to find a key, far too little to guess it. */
const PREFIX_LENGTH = 12;

/** A new raw key, and what is kept of it. */
export async function newApiKey(): Promise<{ readonly raw: string; readonly prefix: string; readonly hash: string }> {
  const raw = newSecret("acp_");
  return { raw, prefix: prefixOf(raw), hash: await hashPassword(raw) };
}

export function prefixOf(raw: string): string {
  return raw.slice(0, PREFIX_LENGTH);
}

/** Keys of any tenant that begin like this; nearly always one. */
export async function findKeysByPrefix(db: PlatformDb, prefix: string): Promise<(ApiKeyTable & CreatorOfKey)[]> {
  return db.query
    .selectFrom("api_keys as k")
    .innerJoin("users as u", (join) => join.onRef("u.tenant_id", "=", "k.tenant_id").onRef("u.id", "=", "k.created_by"))
    .selectAll("k")
    .select(["u.role as creator_role", "u.is_active as creator_active"])
    .where("k.prefix", "=", prefix)
    .where("k.revoked_at", "is", null)
    .limit(5)
    .execute();
}

export interface CreatorOfKey {
  readonly creator_role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER";
  readonly creator_active: number;
}

export async function insertApiKey(tx: TenantTx, key: ApiKeyTable): Promise<void> {
  await tx.query.insertInto("api_keys").values(key).execute();
}

/** Newest first; one more than `limit` when there is a next page. */
export async function listApiKeys(db: TenantDb, after: Place, limit: number): Promise<ApiKeyTable[]> {
  return db.query
    .selectFrom("api_keys")
    .selectAll()
    .where("tenant_id", "=", db.tenantId)
    .$call(newestFirst(after, limit))
    .execute();
}

/** Revokes a key and gives it back; undefined when there is none of that id that still works. */
export async function revokeApiKey(tx: TenantTx, keyId: string): Promise<ApiKeyTable | undefined> {
  return tx.query
    .updateTable("api_keys")
    .set({ revoked_at: tx.nowMs })
    .where("tenant_id", "=", tx.tenantId)
    .where("id", "=", keyId)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
