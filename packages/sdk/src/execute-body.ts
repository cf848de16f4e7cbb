// The body of POST /execute, as the client sends it and as the embedded edge takes it.

import type { ExecuteOptions } from "./options.js";

export function executeBody(
  toolName: string,
  payload: Record<string, unknown>,
  { usage, targetTenantId, metadata }: ExecuteOptions,
): Readonly<Record<string, unknown>> {
  return {
    tool_name: toolName,
    payload,
    ...(usage ? { usage } : {}),
    ...(targetTenantId ? { target_tenant_id: targetTenantId } : {}),
    ...(metadata ? { metadata } : {}),
  };
}
