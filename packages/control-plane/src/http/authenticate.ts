// Who calls: the steps of stage 1 for operator routes, in the specification's order. Tenant header, token (signature, time,
// revocation, active key), tenant of the token. The role gate comes after, in role-gate.ts.

import type { IncomingHttpHeaders } from "node:http";
import { type Operation, type OperationId, Refusal, rolePermissions } from "@portcullis/contract";
import { equalsConstantTime, isUuid } from "@portcullis/core";
import type { VerifiedToken } from "../domains/auth/index.js";
import type { Services } from "../services.js";
import { isSameSite, requireToken } from "./bearer.js";
import type { Principal } from "./handler.js";
import { edgeMayStandIn } from "./role-gate.js";

export interface Caller {
  readonly principal: Principal;
  /** The principal's tenant; of a sign-in the header's, empty for other anonymous operations. */
  readonly tenantId: string;
}

/** A write by cookie from another site: the caller is known, so the refusal becomes a row. */
export class CrossSiteRefusal extends Refusal {
  readonly caller: Caller;
  constructor(caller: Caller) {
    super("cross_site_request");
    this.caller = caller;
  }
}

/** The caller of an operation. Refuses with the codes of stage 1; every refusal here is of a caller not yet known. */
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
      return authenticateEdge(services, headers);
    default:
      return authenticateUser(services, method, headers);
  }
}

async function authenticateUser(services: Services, method: string, headers: IncomingHttpHeaders): Promise<Caller> {
  const tenantId = tenantHeader(headers, true);
  const presented = requireToken(headers);
  const verified = await services.tokens.verify(presented.token);
  const principal = principalOf(verified, presented.token);
  if (principal.kind === "edge") throw new Refusal("invalid_token");
  if (verified.tenantId !== tenantId) throw new Refusal("tenant_mismatch");
  const caller = { principal, tenantId };
  if (presented.by === "cookie" && !isSameSite(method, headers)) throw new CrossSiteRefusal(caller);
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
  if (!matches.includes(true)) throw new Refusal("invalid_internal_secret");
  return { principal: { kind: "internal" }, tenantId };
}

async function authenticateEdge(services: Services, headers: IncomingHttpHeaders): Promise<Caller> {
  const headerTenant = tenantHeader(headers, false);
  const { principal, tenantId } = await sessionOf(services, headers);
  if (headerTenant !== "" && headerTenant !== tenantId) throw new Refusal("tenant_mismatch");
  return { principal, tenantId };
}

async function sessionOf(services: Services, headers: IncomingHttpHeaders): Promise<Caller> {
  try {
    const { token, by } = requireToken(headers);
    const verified = await services.tokens.verify(token);
    const principal = principalOf(verified, token);
    if (by === "header" && principal.kind === "edge") return { principal, tenantId: verified.tenantId };
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
export function tenantHeader(headers: IncomingHttpHeaders, isRequired: boolean): string {
  const value = headers["x-tenant-id"];
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" && isRequired) throw new Refusal("tenant_header_required");
  if (text === "") return "";
  if (!isUuid(text)) throw new Refusal("invalid_tenant_uuid");
  return text.toLowerCase();
}

/** The principal that a verified token speaks for. */
export function principalOf(
  { claims, row, tenantId }: VerifiedToken,
  token: string,
): Exclude<Principal, { kind: "anonymous" | "internal" }> {
  const expiresAtMs = claims.exp * 1000;
  if (claims.role === "edge")
    return { kind: "edge", tenantId, instance: claims.instance, jti: claims.jti, expiresAtMs };
  const scopes = row.kind === "api_key" ? (JSON.parse(row.permissions) as string[]) : null;
  const shared = { tenantId, jti: claims.jti, expiresAtMs, scopes, token };
  if (claims.role === "agent") {
    const { agent_id: subject, role, permissions } = claims;
    return { ...shared, kind: "agent", subject, role, permissions, isPlatformAdmin: false };
  }
  return {
    ...shared,
    kind: "user",
    subject: claims.user_id,
    role: claims.role,
    permissions: rolePermissions[claims.role],
    isPlatformAdmin: row.user_platform_admin === 1,
  };
}
