// What tests put to policies.

import type { PolicyRequest } from "./engine.js";

/** A request of an ordinary agent whose grant allows the tool; each member can be set. */
export function requestFor(toolName: string, changes: Partial<PolicyRequest> = {}): PolicyRequest {
  return {
    agent: { id: "agent-1", name: "agent", riskLevel: "medium" },
    toolName,
    grants: [{ tool_name: toolName, action: "ALLOW" }],
    arguments: {},
    findings: [],
    risk: 0,
    behavior: 0,
    costNano: 0n,
    spentTodayNano: 0n,
    atMs: Date.parse("2026-01-31T12:00:00.000Z"),
    targetTenantId: null,
    role: "agent",
    ...changes,
  };
}
