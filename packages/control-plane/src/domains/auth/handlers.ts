// Handlers of tag auth, and of the admission of tokens at edges. Signing in is in sign-in.ts, agents' tokens
// in agent-tokens.ts, tenants and users in accounts.ts.

import { type DataOf, Refusal } from "@portcullis/contract";
import { formatInstant, newId } from "@portcullis/core";
import { bumpStateVersion } from "../../db/state.js";
import { tokenCookie } from "../../http/bearer.js";
import type { CallContext, Handlers, HandlersOf, Principal } from "../../http/handler.js";
import { type IssuedToken, subjectOf } from "../../tokens/token-service.js";
import { findTokens, revokeTokens } from "../../tokens/token-store.js";
import { findAgent } from "../agents/index.js";
import { createUser, getTenant, saveTenant } from "./accounts.js";
import { issueAgentToken, refreshToken } from "./agent-tokens.js";
import { admitToken } from "./edge-admission.js";
import { guardSecret, guardSignIn } from "./failed-sign-ins.js";
import { hashPassword, newSecret } from "./passwords.js";
import { signIn } from "./sign-in.js";
import { endCredentials, findUser, insertCredential } from "./store.js";

type Signed = Extract<Principal, { kind: "user" | "agent" }>;

export const authHandlers: HandlersOf<"auth"> = {
  async "auth.token"(context, { body }) {
    const issued = await guardSignIn(context.services.store, context.address, () => signIn(context, body));
    return answerToken(context, issued, true);
  },

  async "auth.agentToken"(context, { body }) {
    const { store } = context.services;
    // Through an edge: the caller is known already, and its address is that of every agent behind it.
    const guard = context.principal.kind === "edge" ? guardSecret : guardSignIn;
    const issued = await guard(store, context.address, () => issueAgentToken(context, body));
    return answerToken(context, issued, false);
  },

  async "auth.me"(context) {
    const me = signedIn(context);
    const who = await context.read(async (db) =>
      me.kind === "user"
        ? { email: (await findUser(db, me.subject))?.email ?? null, name: null }
        : { email: null, name: (await findAgent(db, me.subject))?.name ?? null },
    );
    return {
      kind: me.kind,
      id: me.subject,
      tenant_id: me.tenantId,
      role: me.role,
      permissions: [...me.permissions],
      ...who,
      is_platform_admin: me.isPlatformAdmin,
      expires_at: formatInstant(me.expiresAtMs),
    };
  },

  async "auth.introspect"(context, { body }) {
    const me = signedIn(context);
    const verified = await context.services.tokens.verify(body.token).catch(refusedAsNull);
    if (verified === null || verified.tenantId !== me.tenantId || verified.claims.role === "edge")
      return { active: false };
    const { claims } = verified;
    if (me.kind === "agent" && subjectOf(claims) !== me.subject) return { active: false };
    const { jti, role, exp, iat, tenant_id } = claims;
    return { active: true, sub: subjectOf(claims), jti, role, tenant_id, exp, iat };
  },

  async "auth.refresh"(context) {
    const me = signedIn(context);
    const issued = await refreshToken(context, me);
    return answerToken(context, issued, me.kind === "user" && me.scopes === null);
  },

  async "auth.logout"(context) {
    const me = signedIn(context);
    await revoke(context, me.jti);
    context.setHeader("Set-Cookie", tokenCookie("", 0, context.services.config.production));
  },

  async "auth.revoke"(context, { body }) {
    if ("jti" in body) return revoke(context, body.jti);
    const named = await context.services.tokens.identify(body.token);
    if (named === null || named.tenantId !== context.tenantId) throw new Refusal("not_found");
    return revoke(context, named.jti);
  },

  "auth.createUser": createUser,

  async "auth.createCredentials"(context, { body }) {
    const secret = newSecret("acs_");
    const secretHash = await hashPassword(secret);
    return context.write(async (tx) => {
      const stateVersion = await bumpStateVersion(tx);
      const agent = await findAgent(tx, body.agent_id);
      if (agent === undefined) throw new Refusal("agent_not_found");
      await endCredentials(tx, agent.id, tx.nowMs + body.overlap_seconds * 1000, stateVersion);
      const id = newId();
      const { nowMs: created_at, tenantId: tenant_id } = tx;
      await insertCredential(tx, {
        tenant_id,
        id,
        agent_id: agent.id,
        secret_hash: secretHash,
        created_at,
        expires_at: null,
      });
      return {
        data: { id, agent_id: agent.id, secret, created_at: formatInstant(created_at) },
        audit: { credential_id: id, overlap_seconds: body.overlap_seconds },
        agentId: agent.id,
      };
    });
  },

  "auth.saveTenant": saveTenant,
  "auth.getTenant": getTenant,
};

export const edgeAdmissionHandlers: Pick<Handlers, "edge.admit"> = {
  async "edge.admit"(context, { body }) {
    if (context.principal.kind !== "edge") throw new Refusal("invalid_edge_session");
    return admitToken(context.services, context.principal, body);
  },
};

function signedIn({ principal }: CallContext): Signed {
  if (principal.kind === "user" || principal.kind === "agent") return principal;
  throw new Refusal("invalid_token");
}

function answerToken(context: CallContext, issued: IssuedToken, setsCookie: boolean): DataOf<"auth.token"> {
  if (setsCookie) {
    context.setHeader("Set-Cookie", tokenCookie(issued.token, issued.expiresInS, context.services.config.production));
  }
  return {
    access_token: issued.token,
    token_type: "bearer",
    expires_in: issued.expiresInS,
    tenant_id: context.tenantId,
    role: issued.role,
  };
}

/** Revokes a token of the tenant; the state's new version tells the edges. Repeating it is harmless. */
async function revoke(context: CallContext, jti: string): Promise<undefined> {
  return context.write(async (tx) => {
    const stateVersion = await bumpStateVersion(tx);
    const [target] = await findTokens(tx, [jti]);
    if (target === undefined) throw new Refusal("not_found");
    await revokeTokens(tx, { jti }, stateVersion);
    const me = signedIn(context);
    const target_user_id = target.subject;
    const audit = { revoked_by: me.subject, target_user_id, jti, target_kind: target.kind };
    return target.kind === "agent" ? { data: undefined, audit, agentId: target.subject } : { data: undefined, audit };
  });
}

function refusedAsNull(error: unknown): null {
  if (error instanceof Refusal && error.code === "invalid_token") return null;
  throw error;
}
