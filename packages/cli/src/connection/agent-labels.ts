// Agents in lists, for eyes: the API names them by id; whoever reads knows them by name.

import { type Portcullis, PortcullisError } from "@portcullis/sdk";

interface Item {
  readonly agent_id?: string | null;
}

/** The same page, whose items have the name of their agent as `agent`, where it is found. What is shown never fails for it. */
export async function nameAgents<T>(client: Portcullis, data: T): Promise<T> {
  const page = data as { readonly items: readonly Item[] };
  const names = await readNames(client, new Set(page.items.flatMap(({ agent_id }) => agent_id ?? [])));
  const named = (item: Item) => ({ ...item, agent: names.get(item.agent_id ?? "") ?? null });
  return { ...data, items: page.items.map(named) };
}

async function readNames(client: Portcullis, wanted: Set<string>): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  if (wanted.size === 0) return names;
  try {
    for await (const { id, name } of client.agents.list({ limit: 500 })) {
      if (wanted.delete(id)) names.set(id, name);
      if (wanted.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
  }
  return names;
}
