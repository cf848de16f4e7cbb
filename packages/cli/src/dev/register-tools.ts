// Tells the registry of the tools and gives the first agent its grants. Repeating it changes nothing: a restart works.

import { foldToolName } from "@portcullis/core";
import { ConflictError, type Portcullis } from "@portcullis/sdk";
import type { RegistryEntry } from "./tools.js";

/** Registers each tool; one that exists under a name that folds to the same is updated. `client` must be SECURITY or ADMIN. */
export async function registerTools(client: Portcullis, entries: readonly RegistryEntry[]): Promise<void> {
  for (const entry of entries) {
    try {
      await client.registry.createTool(entry);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const { tool_name, ...members } = entry;
      await client.registry.updateTool(tool_name, members);
    }
  }
}

/** Grants the agent every named tool that it has no grant for. */
export async function grantTools(client: Portcullis, agentId: string, names: readonly string[]): Promise<void> {
  const granted = new Set<string>();
  for await (const grant of client.agents.listPermissions(agentId, { limit: 500 })) granted.add(grant.tool_name);
  for (const tool_name of names) {
    if (granted.has(foldToolName(tool_name))) continue;
    await client.agents.grantPermission(agentId, { tool_name, action: "ALLOW" });
  }
}
