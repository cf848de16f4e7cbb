// Who calls: the steps of stage 1 for operator routes, in the specification's order. Tenant header, token (signature, time,
// revocation, active key), tenant of the token. The role gate comes after, in role-gate.ts.

import type { IncomingHttpHeaders } from "node:http";
import { type Operation, type OperationId, Refusal, rolePermissions } from "@portcullis/contract";
import { equalsConstantTime, isUuid } from "@portcullis/core";
import type { Services } from "../services.js";
import type { VerifiedToken } from "../tokens/token-service.js";
import { grantsOf } from "../tokens/token-store.js";
import type { Claims } from "../tokens/token-text.js";
import { isSameSite, requireToken } from "./bearer.js";
import type { Caller, Principal } from "./handler.js";
import { KnownRefusal } from "./known-refusal.js";
import { edgeMayStandIn } from "./role-gate.js";

const AT_A_SIDECAR =
  "Send the deployment's X-Internal-Secret, or the same request to a sidecar, whose session stands in for the secret.";

/**
 * The caller of an operation. Refuses with the codes of stage 1, from the moment that the token is known to be good by a
 * KnownRefusal.
 */
export async function authenticate(
  services: Services,
  operation: Operation & { readonly id: OperationId },
  method: string,
  headers: IncomingHttpHeaders,
): Promise<Caller> {
  switch (operation.who) {
    case "anonymous":
      return { principal: { kind: "anonymous" }, tenantId: namesTenant(operation) ? tenantHeader(headers, true) : "" };
    case "internal":
      return authenticateInternal(services, operation.id, headers);
    case "edge":
      // Everything that `decide` does is done in transactions that compare the session with the tenant's state; nothing else is.
      return authenticateEdge(services, headers, operation.id === "edge.decide");
    default:
      return authenticateUser(services, method, headers);
  }
}

async function authenticateUser(services: Services, method: string, headers: IncomingHttpHeaders): Promise<Caller> {
  const tenantId = tenantHeader(headers, true);
  const presented = requireToken(headers);
  const verified = await services.tokens.verify(presented.token);
  if (verified.claims.role === "edge") throw new Refusal("invalid_token");
  const principal = principalOf(verified.claims, verified, presented.token);
  const caller = { principal, tenantId: verified.tenantId };
  if (verified.tenantId !== tenantId) throw new KnownRefusal("tenant_mismatch", caller);
  if (presented.by === "cookie" && !isSameSite(method, headers)) throw new KnownRefusal("cross_site_request", caller);
  return caller;
}

/** The platform's own services. */
async function authenticateInternal(
  services: Services,
  id: OperationId,
  headers: IncomingHttpHeaders,
): Promise<Caller> {
  const tenantId = tenantHeader(headers, true);
  const secret = headers["x-internal-secret"];
  const hasBearer = secret === undefined && headers.authorization !== undefined;
  if (hasBearer && edgeMayStandIn(id)) return authenticateEdge(services, headers);
  const given = typeof secret === "string" ? secret : "";
  // Every secret is compared, so that the time does not tell which one is near.
  const matches = services.keys.internalSecrets.map((known) => equalsConstantTime(given, known));
  if (!matches.includes(true)) {
    throw new Refusal("invalid_internal_secret", edgeMayStandIn(id) ? { detail: AT_A_SIDECAR } : {});
  }
  return { principal: { kind: "internal" }, tenantId };
}

async function authenticateEdge(
  services: Services,
  headers: IncomingHttpHeaders,
  isCheckedLater = false,
): Promise<Caller> {
  const headerTenant = tenantHeader(headers, false);
  const token = sessionToken(headers);
  const session = await (isCheckedLater ? services.edgeSessions.find(token) : services.edgeSessions.findValid(token));
  const { tenantId, instance, jti, expiresAtMs } = session;
  if (headerTenant !== "" && headerTenant !== tenantId) throw new Refusal("tenant_mismatch");
  return { principal: { kind: "edge", tenantId, instance, jti, expiresAtMs, session }, tenantId };
}

function sessionToken(headers: IncomingHttpHeaders): string {
  try {
    const { token, by } = requireToken(headers);
    if (by === "header") return token;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_token") throw error;
  }
  throw new Refusal("invalid_edge_session");
}

/** Signing in names the tenant beforehand; other anonymous operations do not look at the header. */
function namesTenant(operation: Operation): boolean {
  return operation.errors?.includes("tenant_header_required") === true;
}

/** X-Tenant-ID in lowercase. Refuses 400 when it is malformed, or missing where it is required. */
function tenantHeader(headers: IncomingHttpHeaders, isRequired: boolean): string {
  const value = headers["x-tenant-id"];
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" && isRequired) throw new Refusal("tenant_header_required");
  if (text === "") return "";
  if (!isUuid(text)) throw new Refusal("invalid_tenant_uuid");
  return text.toLowerCase();
}

/** The user or agent that a verified token speaks for. */
function principalOf(
  claims: Exclude<Claims, { role: "edge" }>,
  { row, tenantId, hops }: VerifiedToken,
  token: string,
): Extract<Principal, { kind: "user" | "agent" }> {
  const expiresAtMs = claims.exp * 1000;
  const scopes = row.kind === "api_key" ? (JSON.parse(row.permissions) as string[]) : null;
  const hopJtis = hops.map(({ jti }) => jti);
  const shared = { tenantId, jti: claims.jti, hopJtis, expiresAtMs, scopes, token };
  if (claims.role === "agent") {
    const { agent_id: subject, role } = claims;
    const permissions = grantsOf(row);
    return { ...shared, kind: "agent", subject, role, permissions, isPlatformAdmin: false };
  }
  return {
    ...shared,
    kind: "user",
    subject: claims.user_id,
    role: claims.role,
    permissions: scopes ?? rolePermissions[claims.role],
    isPlatformAdmin: row.user_platform_admin === 1,
  };
}
