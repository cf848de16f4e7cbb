// From flags, environment and stored login to a client: flags win over the environment, the environment over the login.

import { isUuid } from "@portcullis/core";
import { Portcullis, type PortcullisOptions } from "@portcullis/sdk";
import type { CliContext } from "../context.js";
import { usageError } from "../exit-codes.js";
import { findAgent } from "./find-agent.js";
import type { ConnectionOptions } from "./options.js";
import { readSession, type StoredSession, writeSession } from "./session-store.js";

export interface Connection {
  readonly client: Portcullis;
  readonly url: string;
  readonly tenantId: string | undefined;
  readonly agentId: string | undefined;
  /** Headers for operations that carry no token: the tenant, and the platform's secret where it is known. */
  readonly anonymousHeaders: Readonly<Record<string, string>>;
}

const DEFAULT_URL = "http://127.0.0.1:8080";
/** A stored token with less than this left is exchanged for a new one before it is used. */
const REFRESH_BEFORE_MS = 5 * 60_000;

const SIGN_IN_HINT =
  "Run `portcullis login`, or give --token or --api-key (PORTCULLIS_TOKEN, PORTCULLIS_API_KEY), with --tenant where needed.";

/** A client that is signed in. Throws a usage error that says how to sign in when nothing says who is calling. */
export async function connect(context: CliContext, options: ConnectionOptions): Promise<Connection> {
  const place = readPlace(context, options);
  const credentials = await findCredentials(context, options, place);
  return createConnection(place, credentials);
}

/** The same for calls that are made for an agent, which may be named by its name. */
export async function connectForAgent(context: CliContext, options: ConnectionOptions): Promise<Connection> {
  const connection = await connect(context, options);
  const named = namedAgent(context, options);
  return named === undefined ? connection : { ...connection, agentId: await findAgent(connection.client, named) };
}

/** A client for operations that need no token. */
export function connectAnonymously(context: CliContext, options: ConnectionOptions): Connection {
  return createConnection(readPlace(context, options), { accessToken: "" });
}

interface Place {
  readonly url: string;
  readonly tenantId: string | undefined;
  readonly agentId: string | undefined;
  readonly internalSecret: string | undefined;
  readonly session: StoredSession | undefined;
}

type SignIn = { accessToken: string } | { apiKey: string } | { agent: { id: string; secret: string } };

function readPlace(context: CliContext, options: ConnectionOptions): Place {
  const { env } = context;
  const named = options.url ?? env.PORTCULLIS_URL;
  const session = readSession(env);
  const url = named ?? session?.url ?? DEFAULT_URL;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageError(`${url} is not an http or https address.`, "Give one like --url http://127.0.0.1:8080.");
  }
  const agent = namedAgent(context, options);
  return {
    url,
    tenantId: options.tenant ?? env.PORTCULLIS_TENANT_ID ?? session?.tenant_id,
    agentId: agent !== undefined && isUuid(agent) ? agent : undefined,
    internalSecret: options.internalSecret ?? env.PORTCULLIS_INTERNAL_SECRET,
    // A login at one service is nothing to another, so that no token is sent where it does not belong.
    session: session && (named === undefined || sameService(named, session.url)) ? session : undefined,
  };
}

function namedAgent({ env }: CliContext, options: ConnectionOptions): string | undefined {
  return options.agent ?? env.PORTCULLIS_AGENT_ID;
}

async function findCredentials(context: CliContext, options: ConnectionOptions, place: Place): Promise<SignIn> {
  const { env } = context;
  if (options.token && options.apiKey) throw usageError("Give --token or --api-key, not both.");
  if (options.token) return { accessToken: options.token };
  if (options.apiKey) return { apiKey: options.apiKey };
  if (env.PORTCULLIS_TOKEN) return { accessToken: env.PORTCULLIS_TOKEN };
  if (env.PORTCULLIS_API_KEY) return { apiKey: env.PORTCULLIS_API_KEY };
  if (env.PORTCULLIS_AGENT_SECRET && place.agentId) {
    const { internalSecret } = place;
    const agent = { id: place.agentId, secret: env.PORTCULLIS_AGENT_SECRET };
    return { agent: internalSecret === undefined ? agent : { ...agent, internalSecret } } as SignIn;
  }
  if (env.PORTCULLIS_AGENT_SECRET && namedAgent(context, options) !== undefined) {
    throw usageError("An agent signs in with its id.", "Give --agent (PORTCULLIS_AGENT_ID) the id, not the name.");
  }
  if (!place.session) throw usageError(nobodyText(context, place), SIGN_IN_HINT);
  return { accessToken: await freshToken(context, place.session) };
}

function nobodyText(context: CliContext, place: Place): string {
  const other = readSession(context.env);
  return other ? `The stored login is for ${other.url}, not for ${place.url}.` : "Nobody is signed in.";
}

async function freshToken(context: CliContext, session: StoredSession): Promise<string> {
  const leftMs = session.expires_at - Date.now();
  if (leftMs <= 0) {
    throw usageError(
      "The stored login has ended.",
      `Run \`portcullis login --url ${session.url} --tenant ${session.tenant_id} --email ${session.email}\`.`,
    );
  }
  if (leftMs > REFRESH_BEFORE_MS) return session.access_token;
  const client = new Portcullis({
    baseUrl: session.url,
    tenantId: session.tenant_id,
    accessToken: session.access_token,
  });
  const data = await client.auth.refresh();
  const expiresAt = Date.now() + data.expires_in * 1000;
  writeSession(context.env, { ...session, access_token: data.access_token, expires_at: expiresAt });
  return data.access_token;
}

function createConnection(place: Place, credentials: SignIn): Connection {
  const { tenantId, agentId, url, internalSecret } = place;
  if ("accessToken" in credentials && credentials.accessToken !== "" && tenantId === undefined) {
    throw usageError("The tenant is missing.", "Give --tenant, or set PORTCULLIS_TENANT_ID.");
  }
  const isAnonymous = "accessToken" in credentials && credentials.accessToken === "";
  const tenant = tenantId ?? (isAnonymous ? "none" : undefined);
  return {
    client: new Portcullis({
      baseUrl: url,
      ...(tenant === undefined ? {} : { tenantId: tenant }),
      ...(agentId === undefined ? {} : { agentId }),
      ...credentials,
    } as PortcullisOptions),
    url,
    tenantId,
    agentId,
    anonymousHeaders: {
      ...(tenantId === undefined ? {} : { "x-tenant-id": tenantId }),
      ...(internalSecret === undefined ? {} : { "x-internal-secret": internalSecret }),
    },
  };
}

function sameService(left: string, right: string): boolean {
  return URL.canParse(left) && new URL(left).origin === new URL(right).origin;
}
