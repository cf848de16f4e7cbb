// Tells the registry of the tools and gives the first agent its grants. Repeating it changes nothing and leaves no audit
// row: a restart works.

import { canonicalize, foldToolName, type JsonValue, parseUsd } from "@portcullis/core";
import { ConflictError, type Portcullis } from "@portcullis/sdk";
import { mapAtOnce } from "../connection/at-once.js";
import type { RegistryEntry } from "./tools.js";

/** What became of a tool in the registry. */
export interface Registered {
  readonly tool_name: string;
  readonly change: "registered" | "updated" | "none";
}

/** Registers each tool; one that exists under a name that folds to the same is updated. `client` must be SECURITY or ADMIN. */
export async function registerTools(client: Portcullis, entries: readonly RegistryEntry[]): Promise<Registered[]> {
  const known = new Map<string, RegistryEntry>();
  for await (const tool of client.registry.listTools({ limit: 500 })) known.set(foldToolName(tool.tool_name), tool);
  return mapAtOnce(entries, async (entry) => {
    const registered = known.get(foldToolName(entry.tool_name));
    const change = registered === undefined ? "registered" : isSame(entry, registered) ? "none" : "updated";
    if (change === "registered") await create(client, entry);
    if (change === "updated") await update(client, entry);
    return { tool_name: entry.tool_name, change };
  });
}

/** Grants the agent every named tool that it has no grant for. */
export async function grantTools(client: Portcullis, agentId: string, names: readonly string[]): Promise<void> {
  const granted = new Set<string>();
  for await (const grant of client.agents.listPermissions(agentId, { limit: 500 })) granted.add(grant.tool_name);
  const missing = names.filter((name) => !granted.has(foldToolName(name)));
  await mapAtOnce(missing, (tool_name) => client.agents.grantPermission(agentId, { tool_name, action: "ALLOW" }));
}

async function create(client: Portcullis, entry: RegistryEntry): Promise<void> {
  try {
    await client.registry.createTool(entry);
  } catch (error) {
    // Another dev on the same database was quicker.
    if (!(error instanceof ConflictError)) throw error;
    await update(client, entry);
  }
}

async function update(client: Portcullis, { tool_name, ...members }: RegistryEntry): Promise<void> {
  await client.registry.updateTool(tool_name, members);
}

/** Whether the registry says of a tool what the entry says; members that the entry leaves out count as the same. */
function isSame(entry: RegistryEntry, registered: RegistryEntry): boolean {
  return (
    (entry.description ?? registered.description) === registered.description &&
    (entry.timeout_ms ?? registered.timeout_ms) === registered.timeout_ms &&
    entry.retry_safe === registered.retry_safe &&
    entry.access === registered.access &&
    amountOf(entry.price_usd) === amountOf(registered.price_usd) &&
    amountOf(entry.max_cost_usd) === amountOf(registered.max_cost_usd) &&
    textOf(entry.input_schema) === textOf(registered.input_schema)
  );
}

function amountOf(usd: string | number | null): bigint | null {
  return usd === null ? null : parseUsd(usd);
}

function textOf(schema: Record<string, unknown> | null): string {
  return canonicalize(schema as JsonValue);
}
