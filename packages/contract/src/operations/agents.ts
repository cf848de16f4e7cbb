// Tag agents: the registry of agents and their grants.

import { z } from "zod";
import { grantAction } from "../edge-protocol/admit.js";
import { operation } from "../operation.js";
import { instant, name, pageOf, pageQuery, toolName, usd, usdInput, uuid, uuidInput } from "../schemas/common.js";

const tag = "agents";
export const riskLevel = z.enum(["low", "medium", "high", "critical"]);
const agentStatus = z.enum(["ACTIVE", "QUARANTINED"]);
const agentId = z.object({ agent_id: uuidInput });

/** For counting only. */
const bigintAsText = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** Own strings of the caller, and the settings that live in an agent's metadata. */
const agentMetadata = z
  .looseObject({
    daily_cost_cap_usd: usdInput.nullable().optional(),
    requests_per_second: z.number().positive().max(100_000).nullable().optional(),
    burst: z.number().positive().max(200_000).nullable().optional(),
  })
  .refine((value) => JSON.stringify(value, bigintAsText).length <= 16_384, "at most 16 KiB");

const agentData = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(["ACTIVE", "QUARANTINED", "DELETED"]),
  risk_level: riskLevel,
  metadata: z.record(z.string(), z.unknown()),
  created_at: instant,
  updated_at: instant,
});
const permissionData = z.object({
  id: uuid,
  agent_id: uuid,
  tool_name: z.string(),
  action: grantAction,
  created_by: z.string(),
  created_at: instant,
});

export const agents = {
  "agents.list": operation({
    method: "GET",
    path: "/agents",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "List agents",
    query: pageQuery.extend({ status: agentStatus.optional() }),
    data: pageOf(agentData),
    paged: true,
  }),
  "agents.summary": operation({
    method: "GET",
    path: "/agents/summary",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Counts of agents by status and risk level",
    data: z.object({
      total: z.number().int(),
      active: z.number().int(),
      quarantined: z.number().int(),
      by_risk_level: z.record(riskLevel, z.number().int()),
    }),
  }),
  "agents.create": operation({
    method: "POST",
    path: "/agents",
    tag,
    who: "SECURITY+",
    status: 201,
    summary: "Register an agent",
    body: z.strictObject({ name, risk_level: riskLevel.default("medium"), metadata: agentMetadata.default({}) }),
    example: { name: "billing-bot", risk_level: "medium", metadata: { daily_cost_cap_usd: "5.00" } },
    data: agentData,
    errors: ["conflict"],
    audit: "agent_created",
  }),
  "agents.get": operation({
    method: "GET",
    path: "/agents/{agent_id}",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "One agent",
    params: agentId,
    data: agentData,
    errors: ["agent_not_found"],
  }),
  "agents.profile": operation({
    method: "GET",
    path: "/agents/{agent_id}/profile",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "One agent with its grants, behaviour baseline and today's use",
    params: agentId,
    data: agentData.extend({
      permissions: z.array(permissionData),
      today: z.object({
        requests: z.number().int(),
        denied: z.number().int(),
        cost_usd: usd,
        daily_cost_cap_usd: usd.nullable(),
      }),
      baseline: z.object({
        calls: z.number().int(),
        tools: z.record(z.string(), z.number()),
        calls_per_minute: z.number(),
        mature: z.boolean(),
      }),
      last_seen_at: instant.nullable(),
    }),
    errors: ["agent_not_found"],
  }),
  "agents.update": operation({
    method: "PATCH",
    path: "/agents/{agent_id}",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Change an agent: status, risk level, metadata, name",
    params: agentId,
    body: z
      .strictObject({
        name: name.optional(),
        status: agentStatus.optional(),
        risk_level: riskLevel.optional(),
        metadata: agentMetadata.optional(),
      })
      .refine((value) => Object.keys(value).length > 0, "name at least one member"),
    example: { status: "QUARANTINED" },
    data: agentData,
    errors: ["agent_not_found", "conflict"],
    audit: "agent_updated",
  }),
  "agents.delete": operation({
    method: "DELETE",
    path: "/agents/{agent_id}",
    tag,
    who: "SECURITY+",
    status: 204,
    summary: "Remove an agent; its history stays",
    params: agentId,
    errors: ["agent_not_found"],
    audit: "agent_deleted",
  }),
  "agents.listPermissions": operation({
    method: "GET",
    path: "/agents/{agent_id}/permissions",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "List an agent's grants",
    params: agentId,
    query: pageQuery,
    data: pageOf(permissionData),
    errors: ["agent_not_found"],
    paged: true,
  }),
  "agents.grantPermission": operation({
    method: "POST",
    path: "/agents/{agent_id}/permissions",
    tag,
    who: "SECURITY+",
    status: 201,
    summary: "Grant a tool, refuse it, or have it escalate",
    params: agentId,
    body: z.strictObject({ tool_name: toolName, action: grantAction.default("ALLOW") }),
    example: { tool_name: "customers.query", action: "ALLOW" },
    data: permissionData,
    errors: ["agent_not_found", "conflict", "invalid_tool_name"],
    audit: "permission_granted",
  }),
  "agents.revokePermission": operation({
    method: "DELETE",
    path: "/agents/{agent_id}/permissions/{permission_id}",
    tag,
    who: "SECURITY+",
    status: 204,
    summary: "Take a grant back",
    params: agentId.extend({ permission_id: uuidInput }),
    errors: ["agent_not_found", "not_found"],
    audit: "permission_revoked",
  }),
};
