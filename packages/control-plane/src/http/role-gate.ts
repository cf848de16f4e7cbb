// The gate of the contract: whether a principal may call an operation. Pure; reads `who`, `agents` and `scopes` alone.

import { type ErrorCode, isWriteOperation, type Operation, type OperationId, roleMayCall } from "@portcullis/contract";
import type { Principal } from "./handler.js";

/** The refusal's code, or null when the principal passes. */
export function gateRefusal(
  operation: Operation & { readonly id: OperationId },
  principal: Principal,
): ErrorCode | null {
  const { who } = operation;
  if (who === "anonymous") return null;
  if (who === "internal") {
    const isAllowed = principal.kind === "internal" || (principal.kind === "edge" && edgeMayStandIn(operation.id));
    return isAllowed ? null : "invalid_internal_secret";
  }
  if (who === "edge") return principal.kind === "edge" ? null : "invalid_edge_session";
  if (principal.kind !== "user" && principal.kind !== "agent") return "invalid_token";
  if (!roleMayCall(who, principal.role) && !(principal.role === "agent" && operation.agents === true)) {
    return isWriteOperation(operation) ? "write_role_required" : "insufficient_role";
  }
  if (who === "platform" && !principal.isPlatformAdmin) return "platform_admin_required";
  return principal.scopes === null || scopesAllow(operation, principal.scopes) ? null : "insufficient_scope";
}

/** The one internal operation for which an edge session may stand in for the internal secret, for its own tenant. */
export function edgeMayStandIn(id: OperationId): boolean {
  return id === "auth.agentToken";
}

/** Scopes of an API key that open an operation; what a caller does with its own token needs none. */
function scopesAllow(operation: Operation, scopes: readonly string[]): boolean {
  if (scopes.includes("admin")) return true;
  if (operation.tag === "auth" && operation.who === "authenticated") return true;
  return scopesOf(operation).some((scope) => scopes.includes(scope));
}

/** Each of them opens the operation, beside `admin`. */
export function scopesOf({ scopes, method }: Operation): readonly string[] {
  return scopes ?? [method === "GET" ? "read" : "write"];
}
