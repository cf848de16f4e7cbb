// Opens the deployment's keys: reads them from the database, and makes those that are missing. Replicas that start on an
// empty database at the same moment end up with the same ones.

import { createHmac, randomBytes } from "node:crypto";
import { encodeBase64Url, generateSigningKey, type PublicJwk, type Signer, signerFromSeed } from "@portcullis/core";
import type { Config } from "../config.js";
import type { PlatformDb, Store } from "../db/tx.js";
import type { KeyRing, PublishedKey } from "./key-ring.js";
import { previousMasterKey } from "./master-key.js";
import { openMasterKey } from "./open-master-key.js";
import { resealSecrets } from "./reseal-secrets.js";
import { openSealed, rowKeyName, sealSecret } from "./sealed.js";

export type KeySettings = Pick<
  Config,
  "masterKey" | "masterKeyPrevious" | "dataDir" | "jwtSecret" | "internalSecret" | "internalSecretPrevious"
>;

const USE = "signing keys and secrets";

/** Opens the key ring. Throws when the master key is not the one that the database's secrets were sealed with. */
export async function openKeyRing(store: Store, settings: KeySettings): Promise<KeyRing> {
  const previous = previousMasterKey(settings);
  const { masterKey, tokenSecret, internalSecret } = await store.platform(USE, async (db) => {
    const masterKey = await openMasterKey(db, settings);
    if (previous !== null) await resealSecrets(db, masterKey, previous);
    await ensureRowKey(db, masterKey);
    return {
      masterKey,
      tokenSecret: await ensureSecret(db, masterKey, "token_signing"),
      internalSecret: await ensureSecret(db, masterKey, "internal"),
    };
  });
  let current = await readKeys(store, masterKey, new Map());
  const usedTokenSecret = settings.jwtSecret === undefined ? tokenSecret : new TextEncoder().encode(settings.jwtSecret);
  return {
    get rowSigner() {
      return current.rowSigner;
    },
    publicKeys: () => current.published,
    signerOf: (fingerprint) => current.signers.get(fingerprint) ?? null,
    refresh: async () => {
      current = await readKeys(store, masterKey, current.signers);
    },
    tokenSecret: usedTokenSecret,
    tokenSecretId: createHmac("sha256", usedTokenSecret).update("portcullis token secret").digest("hex").slice(0, 16),
    internalSecrets: [
      settings.internalSecret ?? encodeBase64Url(internalSecret),
      ...(settings.internalSecretPrevious === undefined ? [] : [settings.internalSecretPrevious]),
    ],
  };
}

interface LoadedKeys {
  readonly rowSigner: Signer;
  readonly signers: ReadonlyMap<string, Signer>;
  readonly published: readonly PublishedKey[];
}

/** Keys that are known already stay as they are: they may be sealed with a master key that only later processes have. */
async function readKeys(store: Store, masterKey: Uint8Array, known: LoadedKeys["signers"]): Promise<LoadedKeys> {
  const rows = await store.platform(USE, ({ query }) =>
    query.selectFrom("signing_keys").selectAll().where("purpose", "=", "row").orderBy("created_at", "desc").execute(),
  );
  const signers = new Map(
    rows.map((row) => [
      row.fingerprint,
      known.get(row.fingerprint) ??
        signerFromSeed(openSealed(masterKey, rowKeyName(row.fingerprint), row.private_sealed)),
    ]),
  );
  const current = rows.find((row) => row.retired_at === null);
  const rowSigner = current && signers.get(current.fingerprint);
  if (!current || !rowSigner) throw new Error("The database has no row key that signs now.");
  const newestFirst = [current, ...rows.filter((row) => row !== current)];
  return {
    rowSigner,
    signers,
    published: newestFirst.map((row) => ({
      jwk: JSON.parse(row.public_jwk) as PublicJwk,
      retiredAtMs: row.retired_at,
    })),
  };
}

async function ensureRowKey(db: PlatformDb, masterKey: Uint8Array): Promise<void> {
  const known = await db.query
    .selectFrom("signing_keys")
    .select("fingerprint")
    .where("purpose", "=", "row")
    .where("retired_at", "is", null)
    .executeTakeFirst();
  if (!known) await insertRowKey(db, masterKey);
}

/** Inserts a new current row key, unless there is one. Gives back its fingerprint, used or not. */
export async function insertRowKey(db: PlatformDb, masterKey: Uint8Array): Promise<string> {
  const { seed, signer } = generateSigningKey();
  await db.query
    .insertInto("signing_keys")
    .values({
      fingerprint: signer.fingerprint,
      purpose: "row",
      public_jwk: JSON.stringify(signer.publicJwk),
      private_sealed: sealSecret(masterKey, rowKeyName(signer.fingerprint), seed),
      created_at: db.nowMs,
      retired_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return signer.fingerprint;
}

async function ensureSecret(db: PlatformDb, masterKey: Uint8Array, name: string): Promise<Uint8Array> {
  const known = await readSecret(db, masterKey, name);
  if (known !== null) return known;
  await db.query
    .insertInto("secrets")
    .values({ name, sealed: sealSecret(masterKey, name, randomBytes(32)), created_at: db.nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await readSecret(db, masterKey, name);
  if (made === null) throw new Error(`The secret "${name}" could not be made.`);
  return made;
}

async function readSecret(db: PlatformDb, masterKey: Uint8Array, name: string): Promise<Uint8Array | null> {
  const row = await db.query.selectFrom("secrets").select("sealed").where("name", "=", name).executeTakeFirst();
  return row === undefined ? null : openSealed(masterKey, name, row.sealed);
}
