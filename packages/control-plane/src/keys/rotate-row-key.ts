// Retires the row key and makes the next one. The old key's public part is historical before anything can be signed with
// the new one; each chain then moves on by its own `key_rotated` row, at its next append.

import type { Store } from "../db/tx.js";
import { insertRowKey, type KeySettings, openKeyRing } from "./open-key-ring.js";
import { openMasterKey } from "./open-master-key.js";

/**
 * Rotates the deployment's row key. Rings of running processes learn it by `refresh`. Throws when the master key is not the one
 * that the database's secrets were sealed with: nobody else could open a row key that it seals.
 */
export async function rotateRowKey(
  store: Store,
  settings: KeySettings,
): Promise<{ readonly retired: string; readonly current: string }> {
  await openKeyRing(store, settings);
  return store.platform("signing keys and secrets", async (db) => {
    const masterKey = await openMasterKey(db, settings);
    const old = await db.query
      .selectFrom("signing_keys")
      .selectAll()
      .where("purpose", "=", "row")
      .where("retired_at", "is", null)
      .executeTakeFirstOrThrow();
    await db.query
      .insertInto("transparency_historical_keys")
      .values({ fingerprint: old.fingerprint, public_jwk: old.public_jwk, retired_at: db.nowMs })
      .execute();
    await db.query
      .updateTable("signing_keys")
      .set({ retired_at: db.nowMs })
      .where("fingerprint", "=", old.fingerprint)
      .execute();
    return { retired: old.fingerprint, current: await insertRowKey(db, masterKey) };
  });
}
