// Handlers of tag registry.

import { type DataOf, type FindingCode, Refusal } from "@portcullis/contract";
import { foldToolName, formatInstant, formatUsdOrNull, parseJson } from "@portcullis/core";
import type { ToolTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import type { HandlersOf } from "../../http/handler.js";
import { decodeCursor, pageOf } from "../../http/paging.js";
import { applyInput, registerTool } from "./register.js";
import { findToolRow, listTools, saveTool } from "./store.js";

export const registryHandlers: HandlersOf<"registry"> = {
  async "registry.listTools"(context, { query }) {
    const after = decodeCursor("tools", query.cursor, ["string"]);
    const rows = await context.read((db) =>
      listTools(db, {
        after: after?.[0] ?? null,
        limit: query.limit,
        pending: query.pending === undefined ? null : query.pending === "true",
      }),
    );
    return pageOf("tools", rows, query.limit, (row) => [row.tool_name], toolData);
  },

  async "registry.createTool"(context, { body }) {
    const { tool_name, ...input } = body;
    return context.write(async (tx) => {
      const tool = await registerTool(tx, tool_name, input);
      return { data: toolData(tool), audit: auditOf(tool) };
    });
  },

  async "registry.updateTool"(context, { params, body }) {
    const toolName = foldToolName(params.tool_name);
    return context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const earlier = await requireTool(tx, toolName);
      const tool = { ...applyInput(earlier, body), state_version, updated_at: tx.nowMs };
      await saveTool(tx, tool);
      const audit = {
        ...auditOf(tool),
        changed: Object.keys(body).sort(),
        old_description_hash: earlier.description_hash,
        old_definition_hash: earlier.definition_hash,
      };
      return { data: toolData(tool), audit };
    });
  },

  async "registry.deleteTool"(context, { params }) {
    const toolName = foldToolName(params.tool_name);
    await context.write(async (tx) => {
      const state_version = await bumpStateVersion(tx);
      const tool = await requireTool(tx, toolName);
      await saveTool(tx, { ...tool, state_version, updated_at: tx.nowMs, deleted_at: tx.nowMs });
      return { data: undefined, audit: { tool_name: toolName } };
    });
  },
};

async function requireTool(tx: TenantTx, toolName: string): Promise<ToolTable> {
  const tool = await findToolRow(tx, toolName);
  if (tool === undefined || tool.deleted_at !== null) throw new Refusal("tool_not_found");
  return tool;
}

function auditOf(tool: ToolTable): Record<string, unknown> {
  const { tool_name, description_hash, definition_hash, timeout_ms, access, price_nano, max_cost_nano } = tool;
  return {
    tool_name,
    description_hash,
    definition_hash,
    timeout_ms,
    access,
    price_usd: formatUsdOrNull(price_nano),
    max_cost_usd: formatUsdOrNull(max_cost_nano),
  };
}

function toolData(row: ToolTable): DataOf<"registry.createTool"> {
  return {
    tool_name: row.tool_name,
    description: row.description,
    description_hash: row.description_hash,
    registered: row.is_registered === 1,
    definition_hash: row.definition_hash,
    pending: pendingOf(row),
    input_schema: objectOrNull(row.input_schema),
    price_usd: formatUsdOrNull(row.price_nano),
    max_cost_usd: formatUsdOrNull(row.max_cost_nano),
    timeout_ms: row.timeout_ms,
    retry_safe: row.retry_safe === 1,
    access: row.access,
    consent_tenants: JSON.parse(row.consent_tenants) as string[],
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

function pendingOf(row: ToolTable): DataOf<"registry.createTool">["pending"] {
  if (row.pending_hash === null) return null;
  return {
    definition_hash: row.pending_hash,
    definition: objectOrNull(row.pending_definition),
    approved_definition: objectOrNull(row.definition),
    findings: JSON.parse(row.pending_findings ?? "[]") as FindingCode[],
    seen_at: formatInstant(row.pending_at ?? row.updated_at),
  };
}

function objectOrNull(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (parseJson(text) as Record<string, unknown>);
}
