// MCP clients hold fixed headers, tokens last minutes. A client may therefore send its agent's id and secret as HTTP Basic
// credentials; the sidecar signs it in and renews the token. Nothing is kept but tokens, by the credentials' hash.

import { type ErrorCode, errorTable, Refusal } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { request } from "undici";

export interface AgentCredentials {
  /**
   * The Authorization header to use: as it came, or a bearer token in place of Basic credentials. Refuses with what the
   * control plane says of the credentials, or with `control_plane_unreachable`.
   */
  resolve(authorization: string | undefined): Promise<string | undefined>;
  /**
   * The token that these credentials were resolved to is of no use any more: they get another, unless they have it already.
   * False for headers that no token was made for.
   */
  forget(authorization: string | undefined, resolved: string | undefined): Promise<boolean>;
}

export interface AgentCredentialsOptions {
  readonly controlPlaneUrl: string;
  /** Headers of this edge's session, in whose name agents sign in. */
  readonly sessionHeaders: () => Promise<Readonly<Record<string, string>>>;
}

/** A token is renewed when it has less than this left, or a fifth of its life. */
const RENEW_BEFORE_MS = 60_000;
const SIGN_IN_TIMEOUT_MS = 10_000;
const MAX_KEPT = 1000;

interface SignedIn {
  readonly bearer: string;
  readonly renewAtMs: number;
}

export function createAgentCredentials(options: AgentCredentialsOptions): AgentCredentials {
  const kept = new Map<string, Promise<SignedIn>>();

  function keep(key: string, attempt: Promise<SignedIn>): Promise<SignedIn> {
    kept.set(key, attempt);
    attempt.catch(() => {
      if (kept.get(key) === attempt) kept.delete(key);
    });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
    return attempt;
  }

  async function current(credentials: BasicCredentials): Promise<SignedIn> {
    const key = keyOf(credentials);
    const known = kept.get(key);
    if (known !== undefined) {
      const signedIn = await known;
      if (Date.now() < signedIn.renewAtMs) return signedIn;
      const renewed = kept.get(key);
      // Whoever waited beside this one may have begun the renewal already.
      if (renewed !== undefined && renewed !== known) return renewed;
    }
    return keep(key, signIn(credentials, options));
  }

  return {
    async resolve(authorization) {
      const credentials = basicCredentials(authorization);
      return credentials === undefined ? authorization : (await current(credentials)).bearer;
    },
    async forget(authorization, resolved) {
      const credentials = basicCredentials(authorization);
      if (credentials === undefined) return false;
      const key = keyOf(credentials);
      const known = kept.get(key);
      const signedIn = await known?.catch(() => undefined);
      if (signedIn?.bearer === resolved && kept.get(key) === known) kept.delete(key);
      return true;
    },
  };
}

interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}

const keyOf = ({ id, secret }: BasicCredentials) => sha256Hex(`${id}\n${secret}`);

async function signIn({ id, secret }: BasicCredentials, options: AgentCredentialsOptions): Promise<SignedIn> {
  // Whatever there is against the session or the key behind it: both are this edge's, and the caller has done nothing wrong.
  const away = () => Promise.reject(new Refusal("control_plane_unreachable", { retryAfterS: 1 }));
  const headers = await options.sessionHeaders().catch(away);
  const url = `${options.controlPlaneUrl}/auth/agent/token`;
  const { status, body } = await post(url, headers, { agent_id: id, secret });
  if (status === 200 && body?.data) {
    const lifetimeMs = body.data.expires_in * 1000;
    const renewAtMs = Date.now() + lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 5);
    return { bearer: `Bearer ${body.data.access_token}`, renewAtMs };
  }
  // An id that is not a UUID is as wrong as one that does not exist.
  if (status === 422) throw new Refusal("invalid_credentials");
  const code = body?.meta?.code;
  if (code === "invalid_edge_session") return away();
  if (code !== undefined && Object.hasOwn(errorTable, code)) throw new Refusal(code as ErrorCode);
  throw new Refusal("control_plane_unreachable");
}

interface TokenEnvelope {
  readonly data?: { readonly access_token: string; readonly expires_in: number } | null;
  readonly meta?: { readonly code?: string } | null;
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<{ status: number; body: TokenEnvelope | null }> {
  try {
    const answer = await request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SIGN_IN_TIMEOUT_MS),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as TokenEnvelope | null };
  } catch {
    throw new Refusal("control_plane_unreachable");
  }
}

function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? "");
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}
