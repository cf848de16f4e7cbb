// Who sends a request: its headers as a call's, signed in with what MCP clients can be given, and refused before the protocol
// begins where they are no good.

import type { IncomingMessage } from "node:http";
import { Refusal } from "@portcullis/contract";
import type { Edge } from "@portcullis/edge";
import type { AgentCredentials } from "./agent-credentials.js";
import type { Headers } from "./meta-headers.js";

export interface SignInPorts {
  readonly edge: Pick<Edge, "lacksGrants">;
  readonly credentials: AgentCredentials;
  readonly tenantId: string;
}

/** For whoever has no good token. The tenant is the sidecar's, the agent follows from the credentials. */
const HOW_TO_SIGN_IN =
  "Set the MCP client's HTTP headers to `Authorization: Basic <base64 of agent_id:secret>`, which is signed in and renewed here, " +
  "or to `Authorization: Bearer <agent token>`. No other header is needed.";

/** The headers of the calls that a request makes. Refuses callers whose token is not good. */
export async function signIn(request: IncomingMessage, address: string, ports: SignInPorts): Promise<Headers> {
  const headers = await callHeaders(request, ports);
  const renew = () => ports.credentials.forget(request.headers.authorization, headers.authorization);
  try {
    // Credentials come with each request, so that what was granted meanwhile holds for them from now on.
    const isBehind = await requireGoodToken(headers, address, ports);
    if (!isBehind || !(await renew())) return headers;
  } catch (error) {
    // A kept token may have been revoked, or its signing secret replaced: the credentials get a new one.
    if (!(await renew())) throw error;
  }
  const renewed = await callHeaders(request, ports);
  await requireGoodToken(renewed, address, ports);
  return renewed;
}

/** The caller's headers, with what MCP clients cannot be expected to send filled in from their credentials. */
async function callHeaders(request: IncomingMessage, { credentials, tenantId }: SignInPorts): Promise<Headers> {
  const headers: Headers = {};
  for (const [name, value] of Object.entries(request.headers)) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  headers.authorization = await credentials.resolve(headers.authorization);
  headers["x-tenant-id"] ??= tenantId;
  headers["x-agent-id"] ??= agentIdOf(headers.authorization);
  // One HTTP request is one message here, but its ids are the transport's, not the call's.
  delete headers["x-request-id"];
  return headers;
}

/** Whether the token lacks grants that its agent has by now. Clients look for 401 in the status. */
async function requireGoodToken(headers: Headers, address: string, { edge }: SignInPorts): Promise<boolean> {
  try {
    return await edge.lacksGrants({ headers, address });
  } catch (error) {
    // Whatever else is wrong is the call's own refusal, with its row.
    if (!(error instanceof Refusal) || error.status !== 401) return false;
    throw error.code === "invalid_token" ? new Refusal("invalid_token", { detail: HOW_TO_SIGN_IN }) : error;
  }
}

/** The agent that a token names; only a default for the header, which the token is then checked against. */
function agentIdOf(authorization: string | undefined): string | undefined {
  const claims = /^Bearer [^.]+\.([^.]+)\./i.exec(authorization ?? "")?.[1];
  if (!claims) return undefined;
  try {
    const { agent_id } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { agent_id?: unknown };
    return typeof agent_id === "string" ? agent_id : undefined;
  } catch {
    return undefined;
  }
}
