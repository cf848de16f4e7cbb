// Rows of issued tokens: the active-key cross-check of stage 1. A token that has no row here, or whose subject or key is no
// longer active, is not valid, whatever its signature says.

import type { Grant } from "@portcullis/contract";
import { sql } from "kysely";
import { databaseClock } from "../db/database-clock.js";
import type { TokenTable } from "../db/schema.js";
import type { TenantDb, TenantTx } from "../db/tx.js";

/** One issued token beside what its validity hangs on. */
export interface TokenRow {
  readonly jti: string;
  readonly kind: TokenTable["kind"];
  readonly subject: string;
  readonly credential_id: string | null;
  readonly role: string;
  readonly permissions: string;
  readonly act: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly first_used_at: number | null;
  readonly first_used_edge: string | null;
  readonly revoked_at: number | null;
  readonly user_active: number | null;
  readonly user_platform_admin: number | null;
  readonly user_email: string | null;
  readonly agent_status: string | null;
  readonly credential_expires_at: number | null;
  readonly credential_known: string | null;
  readonly api_key_known: string | null;
  readonly api_key_revoked_at: number | null;
  /** The database's clock when the row was read. */
  readonly read_at: number;
}

/** The rows of some token ids, in one indexed query. */
export async function findTokens(db: TenantDb, jtis: readonly string[]): Promise<TokenRow[]> {
  return (
    db.query
      .selectFrom("tokens as t")
      .leftJoin("api_keys as k", (join) =>
        join.onRef("k.tenant_id", "=", "t.tenant_id").onRef("k.id", "=", "t.credential_id"),
      )
      .leftJoin("agent_credentials as c", (join) =>
        join.onRef("c.tenant_id", "=", "t.tenant_id").onRef("c.id", "=", "t.credential_id"),
      )
      // The user behind the token: its subject, or who created the API key. By CASE: of COALESCE PostgreSQL cannot say that it
      // tells nothing of other tenants' rows, and would read every user before it compares.
      .leftJoin("users as u", (join) =>
        join
          .onRef("u.tenant_id", "=", "t.tenant_id")
          .on("u.id", "=", sql<string>`case when k.created_by is null then t.subject else k.created_by end`),
      )
      .leftJoin("agents as a", (join) => join.onRef("a.tenant_id", "=", "t.tenant_id").onRef("a.id", "=", "t.subject"))
      .select([
        "t.jti",
        "t.kind",
        "t.subject",
        "t.credential_id",
        "t.role",
        "t.permissions",
        "t.act",
        "t.issued_at",
        "t.expires_at",
        "t.first_used_at",
        "t.first_used_edge",
        "t.revoked_at",
        "u.is_active as user_active",
        "u.is_platform_admin as user_platform_admin",
        "u.email as user_email",
        "a.status as agent_status",
        "c.expires_at as credential_expires_at",
        "c.id as credential_known",
        "k.id as api_key_known",
        "k.revoked_at as api_key_revoked_at",
        databaseClock(db).as("read_at"),
      ])
      .where("t.tenant_id", "=", db.tenantId)
      .where("t.jti", "in", [...jtis])
      .execute()
  );
}

/** Whether the token of a row may be used now. */
export function isAlive(row: TokenRow, nowMs: number): boolean {
  if (row.revoked_at !== null || row.expires_at <= nowMs) return false;
  switch (row.kind) {
    case "user":
      return row.user_active === 1;
    case "api_key":
    case "edge":
      return row.api_key_known !== null && row.api_key_revoked_at === null && row.user_active === 1;
    case "agent":
      return (
        (row.agent_status === "ACTIVE" || row.agent_status === "QUARANTINED") &&
        row.credential_known !== null &&
        (row.credential_expires_at === null || row.credential_expires_at > nowMs)
      );
  }
}

/** What the agent of a token was granted when it was issued. */
export function grantsOf(row: TokenRow): Grant[] {
  return JSON.parse(row.permissions) as Grant[];
}

export type NewToken = Pick<
  TokenTable,
  | "jti"
  | "kind"
  | "subject"
  | "credential_id"
  | "role"
  | "permissions"
  | "act"
  | "issued_at"
  | "expires_at"
  | "signed_by"
>;

export async function insertToken(tx: TenantTx, token: NewToken): Promise<void> {
  await tx.query
    .insertInto("tokens")
    .values({
      tenant_id: tx.tenantId,
      ...token,
      first_used_at: null,
      first_used_address: null,
      first_used_edge: null,
      revoked_at: null,
      state_version: 0,
    })
    .execute();
}

/** Marks tokens revoked that match; answers how many. The caller has bumped the state to `stateVersion`. */
export async function revokeTokens(
  tx: TenantTx,
  which:
    | { readonly jti: string }
    | { readonly credentialId: string }
    | { readonly subject: string }
    | { readonly notSignedBy: string },
  stateVersion: number,
): Promise<number> {
  let update = tx.query
    .updateTable("tokens")
    .set({ revoked_at: tx.nowMs, state_version: stateVersion })
    .where("tenant_id", "=", tx.tenantId)
    .where("revoked_at", "is", null);
  if ("notSignedBy" in which) {
    update = update
      .where("expires_at", ">", tx.nowMs)
      .where((is) => is.or([is("signed_by", "is", null), is("signed_by", "<>", which.notSignedBy)]));
  } else if ("jti" in which) update = update.where("jti", "=", which.jti);
  else if ("credentialId" in which) update = update.where("credential_id", "=", which.credentialId);
  else update = update.where("subject", "=", which.subject);
  const result = await update.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Records where a token was used first; false when that was recorded before. */
export async function recordFirstUse(
  tx: TenantTx,
  jti: string,
  where: { readonly address: string; readonly edge: string },
): Promise<boolean> {
  const result = await tx.query
    .updateTable("tokens")
    .set({ first_used_at: tx.nowMs, first_used_address: where.address, first_used_edge: where.edge })
    .where("tenant_id", "=", tx.tenantId)
    .where("jti", "=", jti)
    .where("first_used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
