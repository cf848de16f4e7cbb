// A tool's facts from what a caller sent: names folded, prices as nano-dollars, the description's hash beside it.

import { Refusal } from "@portcullis/contract";
import { foldToolName, formatJson, parseUsd, sha256Hex } from "@portcullis/core";
import type { ToolTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import { approveDefinition, NOTHING_PENDING } from "./definition-pin.js";
import { findToolRow, saveTool } from "./store.js";

export interface ToolInput {
  readonly description?: string | undefined;
  readonly input_schema?: Record<string, unknown> | null | undefined;
  readonly price_usd?: string | number | null | undefined;
  readonly max_cost_usd?: string | number | null | undefined;
  readonly timeout_ms?: number | undefined;
  readonly retry_safe?: boolean | undefined;
  readonly access?: ToolTable["access"] | undefined;
  readonly consent_tenants?: readonly string[] | undefined;
  readonly definition_hash?: string | null | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Registers a tool; one that was only seen at an edge keeps its definition. Refuses `conflict` when a registered tool folds
 * to the same name, `invalid_tool_name`.
 */
export async function registerTool(tx: TenantTx, rawName: string, input: ToolInput): Promise<ToolTable> {
  const toolName = foldToolName(rawName);
  const stateVersion = await bumpStateVersion(tx);
  const earlier = await findToolRow(tx, toolName);
  const living = earlier?.deleted_at === null ? earlier : undefined;
  if (living?.is_registered === 1) throw new Refusal("conflict", { data: { field: "tool_name", tool_name: toolName } });
  const tool = applyInput({ ...(living ?? blankTool(tx, toolName)), state_version: stateVersion }, input);
  const registered: ToolTable = { ...tool, is_registered: 1, updated_at: tx.nowMs };
  await saveTool(tx, registered);
  return registered;
}

/** A tool of which nothing but its name is known. */
export function blankTool(tx: TenantTx, toolName: string): ToolTable {
  return {
    tenant_id: tx.tenantId,
    tool_name: toolName,
    description: "",
    description_hash: sha256Hex(""),
    input_schema: null,
    price_nano: null,
    max_cost_nano: null,
    timeout_ms: DEFAULT_TIMEOUT_MS,
    retry_safe: 0,
    access: "invokes",
    consent_tenants: "[]",
    is_registered: 0,
    definition_hash: null,
    definition: null,
    ...NOTHING_PENDING,
    state_version: 0,
    created_at: tx.nowMs,
    updated_at: tx.nowMs,
    deleted_at: null,
  };
}

/** The tool with the members that were sent. */
export function applyInput(tool: ToolTable, input: ToolInput): ToolTable {
  const description = input.description ?? tool.description;
  return {
    ...tool,
    ...(input.definition_hash === undefined ? {} : approveDefinition(tool, input.definition_hash)),
    description,
    description_hash: sha256Hex(description),
    input_schema: input.input_schema === undefined ? tool.input_schema : jsonOrNull(input.input_schema),
    price_nano: input.price_usd === undefined ? tool.price_nano : nanoOrNull(input.price_usd),
    max_cost_nano: input.max_cost_usd === undefined ? tool.max_cost_nano : nanoOrNull(input.max_cost_usd),
    timeout_ms: input.timeout_ms ?? tool.timeout_ms,
    retry_safe: input.retry_safe === undefined ? tool.retry_safe : input.retry_safe ? 1 : 0,
    access: input.access ?? tool.access,
    consent_tenants: input.consent_tenants ? JSON.stringify([...new Set(input.consent_tenants)]) : tool.consent_tenants,
  };
}

function nanoOrNull(value: string | number | null): bigint | null {
  return value === null ? null : parseUsd(value);
}

function jsonOrNull(value: Record<string, unknown> | null): string | null {
  return value === null ? null : formatJson(value);
}
