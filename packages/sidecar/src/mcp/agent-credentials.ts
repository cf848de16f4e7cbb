// MCP clients hold fixed headers, tokens last minutes. A client may therefore send its agent's id and secret as HTTP Basic
// credentials; the sidecar signs it in and renews the token. Nothing is kept but tokens, by the credentials' hash.

import { Refusal } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { request } from "undici";

export interface AgentCredentials {
  /** The Authorization header to use: as it came, or a bearer token in place of Basic credentials. */
  resolve(authorization: string | undefined): Promise<string | undefined>;
}

export interface AgentCredentialsOptions {
  readonly controlPlaneUrl: string;
  /** Headers of this edge's session, in whose name agents sign in. */
  readonly sessionHeaders: () => Promise<Readonly<Record<string, string>>>;
}

/** A token is renewed when it has less than this left. */
const RENEW_BEFORE_MS = 60_000;
const MAX_KEPT = 1000;

export function createAgentCredentials(options: AgentCredentialsOptions): AgentCredentials {
  const kept = new Map<string, { bearer: Promise<string>; renewAtMs: number }>();

  async function signIn(agentId: string, secret: string): Promise<{ bearer: string; lifetimeMs: number }> {
    const answer = await request(`${options.controlPlaneUrl}/auth/agent/token`, {
      method: "POST",
      headers: { ...(await options.sessionHeaders()), "content-type": "application/json" },
      body: JSON.stringify({ agent_id: agentId, secret }),
    });
    const envelope = (await answer.body.json()) as { data: { access_token: string; expires_in: number } | null };
    if (answer.statusCode !== 200 || !envelope.data) throw new Refusal("invalid_credentials");
    return { bearer: `Bearer ${envelope.data.access_token}`, lifetimeMs: envelope.data.expires_in * 1000 };
  }

  return {
    async resolve(authorization) {
      const credentials = basicCredentials(authorization);
      if (!credentials) return authorization;
      const key = sha256Hex(`${credentials.id}\n${credentials.secret}`);
      const known = kept.get(key);
      if (known && Date.now() < known.renewAtMs) return known.bearer;
      const signedIn = signIn(credentials.id, credentials.secret);
      const entry = { bearer: signedIn.then(({ bearer }) => bearer), renewAtMs: Date.now() + RENEW_BEFORE_MS };
      kept.set(key, entry);
      try {
        const { lifetimeMs } = await signedIn;
        entry.renewAtMs = Date.now() + Math.max(0, lifetimeMs - RENEW_BEFORE_MS);
      } catch (error) {
        kept.delete(key);
        throw error;
      }
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
      return entry.bearer;
    },
  };
}

function basicCredentials(authorization: string | undefined): { id: string; secret: string } | undefined {
  const match = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? "");
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}
