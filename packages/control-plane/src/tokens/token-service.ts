// Issues and verifies tokens. Every issued token id has a row; verifying reads that row, so that a revocation, a deactivated
// user, a deleted agent or a revoked key counts from the next request on.

import { type Grant, Refusal, type UserRole } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import type { Store, TenantTx } from "../db/tx.js";
import type { KeyRing } from "../keys/key-ring.js";
import { findTokens, insertToken, isAlive, type TokenRow } from "./token-store.js";
import { type ActClaim, type Claims, MAX_ISSUED_LENGTH, readClaims, signClaims } from "./token-text.js";

export interface IssuedToken {
  readonly token: string;
  readonly jti: string;
  readonly expiresAtMs: number;
  /** Seconds that it lives, for `expires_in`. */
  readonly expiresInS: number;
  readonly role: string;
}

/** One delegation hop: an agent and its token. */
export interface Hop {
  readonly sub: string;
  readonly jti: string;
}

/** A token that is valid now. */
export interface VerifiedToken {
  readonly claims: Claims;
  readonly row: TokenRow;
  readonly tenantId: string;
  /** Delegation hops, nearest first, with their rows. */
  readonly hops: readonly (Hop & { readonly row: TokenRow })[];
}

export interface TokenService {
  issueUser(
    tx: TenantTx,
    user: { readonly id: string; readonly role: UserRole },
    apiKey?: { readonly id: string; readonly scopes: readonly string[] },
  ): Promise<IssuedToken>;
  issueAgent(
    tx: TenantTx,
    agent: {
      readonly id: string;
      readonly credentialId: string;
      readonly grants: readonly Grant[];
      readonly hops: readonly Hop[];
      /** No later than this, whatever the usual lifetime: the earliest end of a hop. */
      readonly endsByMs: number | null;
    },
  ): Promise<IssuedToken>;
  issueEdgeSession(tx: TenantTx, edge: { readonly instance: string; readonly apiKeyId: string }): Promise<IssuedToken>;
  /** Refuses `invalid_token`, the same for every reason. */
  verify(token: string): Promise<VerifiedToken>;
  /** Tenant and id of a token that this deployment signed, expired or not; null for any other text. */
  identify(token: string): Promise<{ readonly tenantId: string; readonly jti: string } | null>;
}

export function createTokenService(store: Store, keys: KeyRing, lifetimeMs: number): TokenService {
  const issue = async (
    tx: TenantTx,
    make: (times: { jti: string; iat: number; exp: number; tenant_id: string }) => Claims,
    row: {
      kind: TokenRow["kind"];
      subject: string;
      credentialId: string | null;
      permissions: unknown;
      hops: readonly Hop[];
    },
    endsByMs: number | null = null,
  ): Promise<IssuedToken> => {
    const jti = newId();
    const iat = Math.floor(tx.nowMs / 1000);
    const exp = Math.floor(Math.min(tx.nowMs + lifetimeMs, endsByMs ?? Number.POSITIVE_INFINITY) / 1000);
    if (exp * 1000 <= tx.nowMs) throw new Refusal("invalid_token");
    const claims = make({ jti, iat, exp, tenant_id: tx.tenantId });
    await insertToken(tx, {
      jti,
      kind: row.kind,
      subject: row.subject,
      credential_id: row.credentialId,
      role: claims.role,
      permissions: JSON.stringify(row.permissions),
      act: JSON.stringify(row.hops.map(({ sub, jti: hopJti }) => ({ sub, jti: hopJti }))),
      issued_at: iat * 1000,
      expires_at: exp * 1000,
      signed_by: keys.tokenSecretId,
    });
    const token = await signShort(claims, keys.tokenSecret);
    return { token, jti, expiresAtMs: exp * 1000, expiresInS: Math.max(1, exp - iat), role: claims.role };
  };

  return {
    issueUser: (tx, user, apiKey) =>
      issue(
        tx,
        (times) => ({
          ...times,
          user_id: user.id,
          org_id: times.tenant_id,
          role: user.role,
          ...(apiKey ? { scopes: [...apiKey.scopes] } : {}),
        }),
        {
          kind: apiKey ? "api_key" : "user",
          subject: user.id,
          credentialId: apiKey?.id ?? null,
          permissions: apiKey ? apiKey.scopes : [],
          hops: [],
        },
      ),
    issueAgent: (tx, agent) => {
      const act = actOf(agent.hops);
      return issue(
        tx,
        (times) => ({
          ...times,
          agent_id: agent.id,
          role: "agent",
          permissions: agent.grants.map(({ tool_name, action }) => ({ tool_name, action })),
          ...(act ? { act } : {}),
        }),
        {
          kind: "agent",
          subject: agent.id,
          credentialId: agent.credentialId,
          permissions: agent.grants,
          hops: agent.hops,
        },
        agent.endsByMs,
      );
    },
    issueEdgeSession: (tx, edge) =>
      issue(tx, (times) => ({ ...times, role: "edge", instance: edge.instance }), {
        kind: "edge",
        subject: edge.instance,
        credentialId: edge.apiKeyId,
        permissions: [],
        hops: [],
      }),
    async verify(token) {
      const claims = await readClaims(token, keys.tokenSecret, Date.now());
      if (claims === null) throw new Refusal("invalid_token");
      const hops = "act" in claims ? hopsOf(claims.act) : [];
      const jtis = [claims.jti, ...hops.map((hop) => hop.jti)];
      const rows = await store.read(claims.tenant_id, (db) => findTokens(db, jtis));
      // By the clock that set its end: the process's may be behind.
      const alive = new Map(rows.filter((row) => isAlive(row, row.read_at)).map((row) => [row.jti, row]));
      const row = alive.get(claims.jti);
      if (row === undefined || row.subject !== subjectOf(claims) || row.role !== claims.role) {
        throw new Refusal("invalid_token");
      }
      const known = hops.map((hop) => {
        const hopRow = alive.get(hop.jti);
        if (hopRow === undefined || hopRow.subject !== hop.sub) throw new Refusal("invalid_token");
        return { ...hop, row: hopRow };
      });
      return { claims, row, tenantId: claims.tenant_id, hops: known };
    },
    async identify(token) {
      const claims = await readClaims(token, keys.tokenSecret, Date.now(), { acceptExpired: true });
      return claims === null ? null : { tenantId: claims.tenant_id, jti: claims.jti };
    },
  };
}

/** Without its grants where no header would hold it: the row has them, and whatever is decided rests on the row. */
async function signShort(claims: Claims, secret: Uint8Array): Promise<string> {
  const token = await signClaims(claims, secret);
  if (claims.role !== "agent" || token.length <= MAX_ISSUED_LENGTH) return token;
  const { permissions: _, ...rest } = claims;
  return signClaims(rest, secret);
}

/** User id, agent id or edge instance. */
export function subjectOf(claims: Claims): string {
  if ("user_id" in claims) return claims.user_id;
  return "agent_id" in claims ? claims.agent_id : claims.instance;
}

function actOf(hops: readonly Hop[]): ActClaim | undefined {
  return hops.reduceRight<ActClaim | undefined>(
    (inner, { sub, jti }) => ({ sub, jti, ...(inner ? { act: inner } : {}) }),
    undefined,
  );
}

function hopsOf(act: ActClaim | undefined): Hop[] {
  const hops: Hop[] = [];
  for (let hop = act; hop !== undefined; hop = hop.act) hops.push({ sub: hop.sub, jti: hop.jti });
  return hops;
}
