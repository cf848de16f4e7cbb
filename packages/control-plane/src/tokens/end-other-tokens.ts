// The end of the tokens that another signing secret than this process's has signed, when a process starts: edges know tokens by their
// hashes, and would take them until they expire. Each start ends what was issued since the one before, so that once every control
// plane has the new secret nothing of the old one is left.

import { bumpStateVersion } from "../db/state.js";
import type { Store } from "../db/tx.js";
import { revokeTokens } from "./token-store.js";

/** Revokes those that have not expired; edges hear of it with their tenant's state. `secretId` is this process's. */
export async function endOtherTokens(store: Store, secretId: string): Promise<void> {
  const tenants = await store.platform("tenants", ({ query, nowMs }) =>
    query
      .selectFrom("tokens")
      .select("tenant_id as id")
      .distinct()
      .where("revoked_at", "is", null)
      .where("expires_at", ">", nowMs)
      .where((is) => is.or([is("signed_by", "is", null), is("signed_by", "<>", secretId)]))
      .execute(),
  );
  for (const { id } of tenants) {
    await store.write(id, async (tx) => revokeTokens(tx, { notSignedBy: secretId }, await bumpStateVersion(tx)));
    await store.announce(id);
  }
}
