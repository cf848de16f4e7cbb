// Tag registry: the catalogue of tools, with what policies and billing need to know of each.

import { z } from "zod";
import { operation } from "../operation.js";
import { instant, pageOf, pageQuery, sha256Hex, toolName, usd, usdInput, uuid, uuidInput } from "../schemas/common.js";
import { findingCode } from "../schemas/execution.js";

const tag = "registry";
const members = {
  description: z.string().max(20_000).optional(),
  input_schema: z.record(z.string(), z.unknown()).nullable().optional(),
  price_usd: usdInput.nullable().optional(),
  max_cost_usd: usdInput.nullable().optional(),
  timeout_ms: z.number().int().min(1).max(600_000).optional(),
  retry_safe: z.boolean().optional(),
  /** Kind of access, for the typed edges of the graph. */
  access: z.enum(["reads", "writes", "invokes"]).optional(),
  /** Tenants that may reach this tool by `target_tenant_id`. */
  consent_tenants: z.array(uuidInput).max(1000).optional(),
  /**
   * Hash of the definition by its server that may be offered and called: naming the pending one approves it. Null takes
   * the pin away, and the next clean definition that is seen is pinned.
   */
  definition_hash: sha256Hex.nullable().optional(),
};
const definition = z.record(z.string(), z.unknown());
/** A definition that was seen and waits for approval; the tool is neither listed nor called with it. */
const pendingDefinition = z.object({
  definition_hash: sha256Hex,
  definition: definition.nullable().meta({ description: "null when it is larger than 64 KiB" }),
  approved_definition: definition.nullable(),
  findings: z.array(findingCode),
  seen_at: instant,
});
const toolData = z.object({
  tool_name: z.string(),
  description: z.string(),
  description_hash: sha256Hex,
  /** Whether an operator registered it; others were only seen at an edge. */
  registered: z.boolean(),
  definition_hash: sha256Hex.nullable(),
  pending: pendingDefinition.nullable(),
  input_schema: z.record(z.string(), z.unknown()).nullable(),
  price_usd: usd.nullable(),
  max_cost_usd: usd.nullable(),
  timeout_ms: z.number().int(),
  retry_safe: z.boolean(),
  access: z.enum(["reads", "writes", "invokes"]),
  consent_tenants: z.array(uuid),
  created_at: instant,
  updated_at: instant,
});
const params = z.object({ tool_name: toolName });

export const registry = {
  "registry.listTools": operation({
    method: "GET",
    path: "/registry/tools",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "List tools",
    query: pageQuery.extend({ pending: z.enum(["true", "false"]).optional() }),
    data: pageOf(toolData),
    paged: true,
  }),
  "registry.createTool": operation({
    method: "POST",
    path: "/registry/tools",
    tag,
    who: "SECURITY+",
    status: 201,
    summary: "Register a tool",
    body: z.strictObject({ tool_name: toolName, ...members }),
    example: { tool_name: "customers.export", access: "reads", price_usd: "0.02" },
    data: toolData,
    errors: ["conflict", "invalid_tool_name"],
    audit: "tool_registered",
  }),
  "registry.updateTool": operation({
    method: "PATCH",
    path: "/registry/tools/{tool_name}",
    tag,
    who: "SECURITY+",
    status: 200,
    summary: "Change a tool's facts",
    params,
    body: z.strictObject(members).refine((value) => Object.keys(value).length > 0, "name at least one member"),
    example: { price_usd: "0.02" },
    data: toolData,
    errors: ["tool_not_found", "invalid_tool_name"],
    audit: "tool_updated",
  }),
  "registry.deleteTool": operation({
    method: "DELETE",
    path: "/registry/tools/{tool_name}",
    tag,
    who: "SECURITY+",
    status: 204,
    summary: "Remove a tool from the catalogue",
    params,
    errors: ["tool_not_found", "invalid_tool_name"],
    audit: "tool_deleted",
  }),
};
