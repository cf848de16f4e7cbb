// The step from one master key to the next: what the one before sealed is sealed anew. What neither opens stays as it is, and
// is told where it is read.

import type { PlatformDb } from "../db/tx.js";
import { openSealedOrNull, rowKeyName, sealSecret } from "./sealed.js";

/** Several replicas may do so at once: what another has sealed meanwhile is left. */
export async function resealSecrets(db: PlatformDb, masterKey: Uint8Array, previous: Uint8Array): Promise<void> {
  const reseal = (name: string, sealed: string): string | null => {
    const secret = openSealedOrNull(previous, name, sealed);
    return secret === null ? null : sealSecret(masterKey, name, secret);
  };
  for (const { name, sealed } of await db.query.selectFrom("secrets").select(["name", "sealed"]).execute()) {
    const anew = reseal(name, sealed);
    if (anew === null) continue;
    await db.query
      .updateTable("secrets")
      .set({ sealed: anew })
      .where("name", "=", name)
      .where("sealed", "=", sealed)
      .execute();
  }
  const keys = await db.query.selectFrom("signing_keys").select(["fingerprint", "private_sealed"]).execute();
  for (const { fingerprint, private_sealed } of keys) {
    const anew = reseal(rowKeyName(fingerprint), private_sealed);
    if (anew === null) continue;
    await db.query
      .updateTable("signing_keys")
      .set({ private_sealed: anew })
      .where("fingerprint", "=", fingerprint)
      .where("private_sealed", "=", private_sealed)
      .execute();
  }
}
