// The end of every token of the deployment, when its signing secret was replaced: edges know tokens by their hashes, and would take
// them until they expire.

import { bumpStateVersion } from "../db/state.js";
import type { Store } from "../db/tx.js";
import { revokeTokens } from "./token-store.js";

/** Revokes all that have not expired; edges hear of it with their tenant's state. */
export async function endAllTokens(store: Store): Promise<void> {
  const tenants = await store.platform("tenants", ({ query }) => query.selectFrom("tenants").select("id").execute());
  for (const { id } of tenants) {
    await store.write(id, async (tx) => revokeTokens(tx, "all", await bumpStateVersion(tx)));
    await store.announce(id);
  }
}
