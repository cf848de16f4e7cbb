// What people call the things that answers name by id: agents, users.

import { PortcullisError } from "@portcullis/sdk";

/**
 * The names of the ids wanted, from a list of the service that is read no further than they reach. Ids that the list does not
 * have, or all of them where the caller may not read it, stay without a name: what is shown never fails for it.
 */
export async function readNames<T extends { readonly id: string }>(
  list: AsyncIterable<T>,
  wanted: Iterable<string>,
  nameOf: (item: T) => string,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Set(wanted);
  const names = new Map<string, string>();
  if (missing.size === 0) return names;
  try {
    for await (const item of list) {
      if (missing.delete(item.id)) names.set(item.id, nameOf(item));
      if (missing.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
  }
  return names;
}
