// Where the client's bearer token comes from: given, or minted and renewed before it ends.

import { untilAborted } from "@portcullis/core/transport";
import { errorOfAnswer } from "./errors.js";
import type { Credentials } from "./options.js";

/** Sends one unauthenticated request and gives the envelope's data. */
export type SignInRequest = (path: string, body: unknown, headers: Record<string, string>) => Promise<SignedIn>;

interface SignedIn {
  readonly access_token: string;
  readonly expires_in: number;
  readonly tenant_id: string;
}

export interface Session {
  readonly token: string;
  readonly tenantId: string;
}

export interface SessionSource {
  /** The current session; signs in or renews when needed, once for all who wait. The signal ends this caller's waiting alone. */
  current(signal?: AbortSignal): Promise<Session>;
  /** The service refused the token: the next call signs in anew. False when that cannot help. */
  renew(refused: string): boolean;
}

/** What each way to sign in consists of. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  accessToken: [],
  apiKey: [],
  user: ["email", "password"],
  agent: ["id", "secret"],
};
/** The characters of a header's value; one that ends a line, as a file's text does, is cut off by fetch. */
const TOKEN = /^\s*[\x21-\x7e]*\s*$/;

/** The one way to sign in that is given. Throws a TypeError that says what is missing: a variable that is not set, mostly. */
export function pickCredentials(options: Credentials): Credentials {
  const given = Object.keys(PARTS).filter((way) => memberOf(options, way) != null);
  const [way] = given;
  if (way === undefined || given.length > 1) {
    const set = way === undefined ? "none is set" : `${given.join(" and ")} are set`;
    throw new TypeError(`Give one way to sign in, \`accessToken\`, \`apiKey\`, \`user\` or \`agent\`: ${set}.`);
  }
  const value = memberOf(options, way);
  for (const part of PARTS[way] ?? []) requireText(`${way}.${part}`, memberOf(value, part));
  if (way === "apiKey") requireText(way, value);
  // One that is empty is that of a client for operations which nobody has to sign in for.
  if (way === "accessToken" && !TOKEN.test(String(value))) {
    throw new TypeError("`accessToken` has characters that no token has.");
  }
  return { [way]: value } as Credentials;
}

/** Throws a TypeError that names the option unless its value is a text that says something. */
export function requireText(name: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw new TypeError(`\`${name}\` must be a text that is not empty. Is the variable that it comes from set?`);
}

function memberOf(record: unknown, name: string): unknown {
  return (record as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** A token is renewed when it has less than this left, or a fifth of its life. */
const RENEW_BEFORE_MS = 60_000;

export function createSessionSource(
  credentials: Credentials,
  tenantId: string | undefined,
  signIn: SignInRequest,
): SessionSource {
  if ("accessToken" in credentials) {
    const session = { token: credentials.accessToken, tenantId: requireTenant(tenantId) };
    return { current: async () => session, renew: () => false };
  }
  let pending: Promise<Session> | undefined;
  let current: Session | undefined;
  let renewAtMs = 0;

  async function open(): Promise<Session> {
    const data = await signInWith(credentials as Exclude<Credentials, { accessToken: string }>, tenantId, signIn);
    const lifetimeMs = data.expires_in * 1000;
    renewAtMs = Date.now() + lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 5);
    current = { token: data.access_token, tenantId: data.tenant_id };
    return current;
  }

  return {
    current(signal) {
      if (!pending || Date.now() >= renewAtMs) {
        const attempt = open();
        renewAtMs = Number.POSITIVE_INFINITY;
        pending = attempt;
        attempt.catch(() => {
          if (pending === attempt) pending = undefined;
        });
      }
      return untilAborted(pending, signal);
    },
    renew(refused) {
      // At once: the attempt that follows asks for a session before any promise has settled.
      if (current?.token === refused) {
        current = undefined;
        renewAtMs = 0;
      }
      return true;
    },
  };
}

function signInWith(
  credentials: Exclude<Credentials, { accessToken: string }>,
  tenantId: string | undefined,
  signIn: SignInRequest,
): Promise<SignedIn> {
  if ("apiKey" in credentials) return signIn("/api-keys/validate", { api_key: credentials.apiKey }, {});
  const headers: Record<string, string> = { "x-tenant-id": requireTenant(tenantId) };
  if ("user" in credentials) {
    // These two and no others: what is passed may be a record that has more, as those of dev's secrets do.
    const { email, password } = credentials.user;
    return signIn("/auth/token", { email, password }, headers);
  }
  const { id, secret, internalSecret } = credentials.agent;
  if (internalSecret !== undefined) headers["x-internal-secret"] = internalSecret;
  return signIn("/auth/agent/token", { agent_id: id, secret }, headers);
}

function requireTenant(tenantId: string | undefined): string {
  if (tenantId !== undefined) return tenantId;
  throw errorOfAnswer(400, new Headers(), {
    error: "X-Tenant-ID header required",
    meta: { code: "tenant_header_required", hint: "Give the client a tenantId." },
  });
}
