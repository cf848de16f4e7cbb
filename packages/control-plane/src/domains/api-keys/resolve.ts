// From a raw API key to its row: found by prefix, proved by bcrypt, its creator still active.

import { Refusal } from "@portcullis/contract";
import type { ApiKeyTable } from "../../db/schema.js";
import type { Services } from "../../services.js";
import { checkPassword } from "../auth/index.js";
import { type CreatorOfKey, findKeysByPrefix, prefixOf } from "./store.js";

export type ResolvedKey = Omit<ApiKeyTable, "scopes"> & CreatorOfKey & { readonly scopes: readonly string[] };

/** Refuses `invalid_api_key`, the same for every reason and after the same work. */
export async function resolveApiKey({ store }: Services, raw: string): Promise<ResolvedKey> {
  const candidates = await store.platform("API key by prefix", (db) => findKeysByPrefix(db, prefixOf(raw)));
  let found: ResolvedKey | null = null;
  for (const key of candidates.length > 0 ? candidates : [null]) {
    const isRight = await checkPassword(raw, key?.key_hash ?? null);
    if (isRight && key !== null) found = { ...key, scopes: JSON.parse(key.scopes) as string[] };
  }
  if (found === null || found.creator_active !== 1) throw new Refusal("invalid_api_key");
  return found;
}
