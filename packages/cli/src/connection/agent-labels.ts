// Agents in lists, for eyes: the API names them by id; whoever reads knows them by name.

import type { Portcullis } from "@portcullis/sdk";
import { readNames } from "./read-names.js";

interface Item {
  readonly agent_id?: string | null;
}

/** The same page, whose items have the name of their agent as `agent`, where it is found. What is shown never fails for it. */
export async function nameAgents<T>(client: Portcullis, data: T): Promise<T> {
  const page = data as { readonly items: readonly Item[] };
  const wanted = page.items.flatMap(({ agent_id }) => agent_id ?? []);
  const names = await readNames(client.agents.list({ limit: 500 }), wanted, ({ name }) => name);
  const named = (item: Item) => ({ ...item, agent: names.get(item.agent_id ?? "") ?? null });
  return { ...data, items: page.items.map(named) };
}
