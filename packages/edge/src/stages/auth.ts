// Stage 1: who calls. Headers, token, tenant, role, agent, in that order; from the moment that the token is known to be
// good, every refusal names the caller, so that it becomes a row.
import {
  type AdmitData,
  type AgentFacts,
  EXECUTE_SCOPES,
  mayExecute,
  Refusal,
  roleMayCall,
} from "@portcullis/contract";
import { isUuid } from "@portcullis/core";
import { HOW_TO_CALL } from "../http/how-to-call.js";
import type { EdgeOptions, ExecuteRequest } from "../ports.js";
import { CallerRefusal, type KnownCaller } from "../refusals.js";
import type { Caller } from "../tenant/caller.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import type { TokenKnowledge } from "../tenant/token-knowledge.js";

export interface AuthPorts {
  readonly tenantId: string;
  readonly home: EdgeOptions["home"];
  readonly tokens: TokenKnowledge;
  readonly mirror: TenantMirror;
}

type Presented = Pick<ExecuteRequest, "headers" | "address">;

const SCOPES_THAT_CALL = `Tools are called with an API key of the scope ${EXECUTE_SCOPES.join(" or ")}.`;

/** The caller; refuses with the codes of stage 1. */
export async function authenticate(request: Presented, ports: AuthPorts): Promise<Caller> {
  const headerTenant = requireTenantHeader(request, ports);
  const token = requireToken(request, ports);
  const admitted = await ports.tokens.know(token, request.address);
  const named = namedAgent(request);
  const known = callerOf(admitted, named);
  if (headerTenant !== ports.tenantId) throw new CallerRefusal("tenant_mismatch", known);
  if (!roleMayCall("agent+", admitted.role)) throw new CallerRefusal("write_role_required", known);
  if (!mayExecute(admitted.scopes)) throw new CallerRefusal("insufficient_scope", known, { detail: SCOPES_THAT_CALL });
  if (named === null) throw new CallerRefusal("agent_header_required", known);
  if (admitted.role === "agent" && admitted.subject !== named) throw new CallerRefusal("agent_mismatch", known);
  const agent = await findAgent(named, token, request.address, admitted, ports);
  if (agent === null || agent.status === "DELETED") throw new CallerRefusal("agent_not_found", known);
  if (agent.status === "QUARANTINED") throw new CallerRefusal("agent_quarantined", known);
  const { jti, role, subject, permissions } = admitted;
  return { jti, role, subject, permissions, agentId: named, agent };
}

/** Only whether the token is good, for the row of a call that stage 0 refuses. */
export async function identify(request: Presented, ports: AuthPorts): Promise<KnownCaller> {
  requireTenantHeader(request, ports);
  const admitted = await ports.tokens.know(requireToken(request, ports), request.address);
  return callerOf(admitted, namedAgent(request));
}

/**
 * Whom a refusal's row names. What a user says whose role, or key, calls for no agent is nobody's agent: its refusals would
 * not be identical, however many it makes, if each could name another.
 */
function callerOf({ jti, role, scopes, subject }: AdmitData, named: string | null): KnownCaller {
  if (role === "agent") return { jti, agentId: subject };
  return { jti, agentId: roleMayCall("agent+", role) && mayExecute(scopes) ? named : null };
}

/** The stream's facts are the newest, unless the token was admitted at a state that the stream has not brought yet. */
async function findAgent(
  agentId: string,
  token: string,
  address: string,
  admitted: AdmitData,
  { mirror, tokens }: AuthPorts,
): Promise<AgentFacts | null> {
  const streamed = mirror.agent(agentId);
  if (admitted.state_version > mirror.stateVersion && admitted.agent?.agent_id === agentId) return admitted.agent;
  return streamed ?? (await tokens.agentFacts(token, address, agentId));
}

/** The agent that the call is made for, by X-Agent-ID; null where that is missing or no UUID. */
function namedAgent({ headers }: Presented): string | null {
  const named = headers["x-agent-id"]?.trim().toLowerCase();
  return isUuid(named) ? named : null;
}

function requireTenantHeader({ headers }: Presented, { home }: AuthPorts): string {
  const tenant = headers["x-tenant-id"]?.trim();
  if (tenant === undefined || tenant === "") {
    throw new Refusal("tenant_header_required", tokenOf(headers) === undefined ? { detail: HOW_TO_CALL[home] } : {});
  }
  if (!isUuid(tenant)) throw new Refusal("invalid_tenant_uuid");
  return tenant.toLowerCase();
}

function requireToken({ headers }: Presented, { home }: AuthPorts): string {
  const token = tokenOf(headers);
  if (token === undefined) throw new Refusal("invalid_token", { detail: HOW_TO_CALL[home] });
  return token;
}

/** The token that a call brings; undefined where it brings none. The header wins over the cookie. */
export function tokenOf({
  authorization,
  cookie,
}: {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}): string | undefined {
  if (authorization !== undefined) return /^Bearer +([^\s,]+) *$/i.exec(authorization)?.[1];
  return cookieOf(cookie, "acp_token") || undefined;
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name)
      return pair
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1");
  }
  return undefined;
}
