// An agent that was named by id or by name, as its id. Names are looked up in the tenant's list.

import { isUuid } from "@portcullis/core";
import { PermissionError, type Portcullis } from "@portcullis/sdk";
import { usageError } from "../exit-codes.js";
import { printable } from "../output/style.js";

/** Throws a usage error when no agent, or more than one, is called so, and when the caller may not list agents. */
export async function findAgent(client: Portcullis, agent: string): Promise<string> {
  if (isUuid(agent)) return agent;
  const ids = await listIdsOf(client, agent);
  const [id, ...others] = ids;
  if (id === undefined) {
    throw usageError(`No agent is called ${printable(agent)}.`, "`portcullis agents list` shows names and ids.");
  }
  if (others.length > 0) {
    throw usageError(`${ids.length} agents are called ${printable(agent)}.`, `Give the id: ${ids.join(" or ")}.`);
  }
  return id;
}

async function listIdsOf(client: Portcullis, name: string): Promise<string[]> {
  const ids: string[] = [];
  try {
    for await (const known of client.agents.list({ limit: 500 })) if (known.name === name) ids.push(known.id);
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    throw usageError(
      "These credentials may not list agents, so that no name can be looked up.",
      "Give the agent's id.",
    );
  }
  return ids;
}
