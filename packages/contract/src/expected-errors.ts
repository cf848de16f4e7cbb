// Which refusals an operation can give: its own, and those that come with its `who`, its body and its kind. Docs, SDK and
// coverage tests read this; the server refuses by the same facts.

import type { ErrorCode } from "./errors.js";
import type { Operation } from "./operation.js";

/** Whether a refused call answers as a write. A POST that only reads or computes repeats freely and appends no row. */
export function isWriteOperation(operation: Operation): boolean {
  if (operation.method === "GET") return false;
  return operation.audit !== undefined || operation.idempotent !== true;
}

/** Every refusal that the operation can give, in the order of the error table's statuses. */
export function expandErrors(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    "malformed_request",
    "invalid_request_id",
    "origin_refused",
    // At a sidecar, which passes on what is not its own.
    "control_plane_unreachable",
    ...ofCaller(operation),
    ...ofInput(operation),
    ...(operation.errors ?? []),
  ]);
  if (operation.audit !== undefined) for (const code of ["request_id_reused", "chain_halted"] as const) codes.add(code);
  if (operation.tag !== "operations") codes.add("store_unavailable");
  codes.add("internal");
  return [...codes];
}

const TENANT: readonly ErrorCode[] = ["tenant_header_required", "invalid_tenant_uuid", "tenant_mismatch"];

function ofCaller(operation: Operation): readonly ErrorCode[] {
  switch (operation.who) {
    case "anonymous":
      return [];
    case "internal":
      return [...TENANT, "invalid_internal_secret", "invalid_edge_session"];
    case "edge":
      return ["invalid_tenant_uuid", "tenant_mismatch", "invalid_edge_session"];
    default:
      return [...TENANT, "invalid_token", ...ofGate(operation)];
  }
}

function ofGate(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [];
  const isOpenToAll = operation.who === "authenticated" && operation.agents === true;
  if (!isOpenToAll) codes.push(isWriteOperation(operation) ? "write_role_required" : "insufficient_role");
  if (operation.who === "platform") codes.push("platform_admin_required");
  if (!(operation.tag === "auth" && operation.who === "authenticated")) codes.push("insufficient_scope");
  if (operation.method !== "GET") codes.push("cross_site_request");
  return codes;
}

function ofInput(operation: Operation): readonly ErrorCode[] {
  // An operation that takes no query takes no member of one.
  const codes: ErrorCode[] = ["validation_failed"];
  if (operation.paged === true) codes.push("invalid_cursor");
  if (operation.method !== "GET") {
    codes.push("malformed_body", "duplicate_json_key", "too_deep", "payload_too_large", "unsupported_media_type");
  }
  return codes;
}
