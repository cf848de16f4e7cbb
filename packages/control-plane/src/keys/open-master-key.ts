// The master key for a database: the one that is given or filed, or a new one where nothing is sealed yet that only another opens.

import { sql } from "kysely";
import type { PlatformDb } from "../db/tx.js";
import {
  type MasterKeySettings,
  makeMasterKey,
  masterKeyFile,
  previousMasterKey,
  readMasterKey,
} from "./master-key.js";
import { openSealedOrNull } from "./sealed.js";

/** Any number that nothing else in the database locks. */
const LOCK_ID = 7_081_990_422;

/**
 * 32 bytes. Makes the file where there is no key, if the database has no secrets, or the key before opens them all. Throws an
 * Error that says what to do where the key is lost: a new one would open nothing, and stand where the right one belongs. Until the
 * transaction ends no other process does the same, so that of several that start together one makes a key and seals with it.
 */
export async function openMasterKey(db: PlatformDb, settings: MasterKeySettings): Promise<Uint8Array> {
  if (db.dialect === "postgres") await sql`select pg_advisory_xact_lock(${LOCK_ID})`.execute(db.query);
  const secrets = await db.query.selectFrom("secrets").select(["name", "sealed"]).execute();
  const known = readMasterKey(settings);
  if (known !== null) return known;
  const previous = previousMasterKey(settings);
  if (secrets.every(({ name, sealed }) => previous !== null && openSealedOrNull(previous, name, sealed) !== null)) {
    return makeMasterKey(settings.dataDir);
  }
  throw new Error(
    `The master key is missing: the database's secrets are sealed, and there is no ${masterKeyFile(settings.dataDir)}. ` +
      "Put that file back as it was, or set PORTCULLIS_MASTER_KEY to what it held: all control planes of a database have one key. " +
      (previous === null
        ? "If you moved it away to have a new one, set PORTCULLIS_MASTER_KEY_PREVIOUS to what it held."
        : "What PORTCULLIS_MASTER_KEY_PREVIOUS holds does not open them."),
  );
}
