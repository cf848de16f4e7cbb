// A tool's facts from what a caller sent: names folded, prices as nano-dollars, the description's hash beside it.

import { Refusal } from "@portcullis/contract";
import { foldToolName, parseUsd, sha256Hex } from "@portcullis/core";
import type { ToolTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
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
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Registers a tool. Refuses `conflict` when a living tool folds to the same name, `invalid_tool_name`. */
export async function registerTool(tx: TenantTx, rawName: string, input: ToolInput): Promise<ToolTable> {
  const toolName = foldToolName(rawName);
  const stateVersion = await bumpStateVersion(tx);
  const earlier = await findToolRow(tx, toolName);
  if (earlier !== undefined && earlier.deleted_at === null) {
    throw new Refusal("conflict", { data: { field: "tool_name", tool_name: toolName } });
  }
  const blank: ToolTable = {
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
    state_version: stateVersion,
    created_at: tx.nowMs,
    updated_at: tx.nowMs,
    deleted_at: null,
  };
  const tool = applyInput(blank, input);
  await saveTool(tx, tool);
  return tool;
}

/** The tool with the members that were sent. */
export function applyInput(tool: ToolTable, input: ToolInput): ToolTable {
  const description = input.description ?? tool.description;
  return {
    ...tool,
    description,
    description_hash: sha256Hex(description),
    input_schema: input.input_schema === undefined ? tool.input_schema : jsonOrNull(input.input_schema),
    price_nano: input.price_usd === undefined ? tool.price_nano : nanoOrNull(input.price_usd),
    max_cost_nano: input.max_cost_usd === undefined ? tool.max_cost_nano : nanoOrNull(input.max_cost_usd),
    timeout_ms: input.timeout_ms ?? tool.timeout_ms,
    retry_safe: input.retry_safe === undefined ? tool.retry_safe : input.retry_safe ? 1 : 0,
    access: input.access ?? tool.access,
    consent_tenants: input.consent_tenants
      ? JSON.stringify([...new Set(input.consent_tenants.map((id) => id.toLowerCase()))])
      : tool.consent_tenants,
  };
}

function nanoOrNull(value: string | number | null): bigint | null {
  return value === null ? null : parseUsd(value);
}

function jsonOrNull(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
