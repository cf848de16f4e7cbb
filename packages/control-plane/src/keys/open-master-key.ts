// The master key for a database: the one that is given or filed, or a new one where nothing is sealed yet that only another opens.

import type { PlatformDb } from "../db/tx.js";
import {
  type MasterKeySettings,
  makeMasterKey,
  masterKeyFile,
  previousMasterKey,
  readMasterKey,
} from "./master-key.js";
import { openSealedOrNull } from "./sealed.js";

/**
 * 32 bytes. Makes the file where there is no key, if the database has no secrets, or the key before opens them all. Throws an
 * Error that says what to do where the key is lost: a new one would open nothing, and stand where the right one belongs.
 */
export async function openMasterKey(db: PlatformDb, settings: MasterKeySettings): Promise<Uint8Array> {
  // Looked for before the key: another process makes its file before it seals anything.
  const secrets = await db.query.selectFrom("secrets").select(["name", "sealed"]).execute();
  const known = readMasterKey(settings);
  if (known !== null) return known;
  const previous = previousMasterKey(settings);
  if (secrets.every(({ name, sealed }) => previous !== null && openSealedOrNull(previous, name, sealed) !== null)) {
    return makeMasterKey(settings.dataDir);
  }
  throw new Error(
    `The master key is missing: the database's secrets are sealed, and there is no ${masterKeyFile(settings.dataDir)}. ` +
      "Put that file back as it was, or set PORTCULLIS_MASTER_KEY to what it held. " +
      (previous === null
        ? "If you moved it away to have a new one, set PORTCULLIS_MASTER_KEY_PREVIOUS to what it held."
        : "What PORTCULLIS_MASTER_KEY_PREVIOUS holds does not open them."),
  );
}
