// Secrets at rest: AES-256-GCM under the master key. The name of what is sealed is authenticated with it, so that one
// sealed text cannot stand in for another.

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { decodeBase64, encodeBase64 } from "@portcullis/core";

const VERSION = "v1.";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals bytes under a 32-byte key: `v1.` and base64 of nonce, ciphertext and tag. */
export function sealSecret(masterKey: Uint8Array, name: string, secret: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", masterKey, iv);
  cipher.setAAD(Buffer.from(name, "utf8"));
  const sealed = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return VERSION + encodeBase64(sealed);
}

/** Opens what `sealSecret` made. Throws an Error without any secret in it when key, name or text do not fit. */
export function openSealed(masterKey: Uint8Array, name: string, sealed: string): Uint8Array {
  try {
    if (!sealed.startsWith(VERSION)) throw new Error("unknown version");
    const bytes = decodeBase64(sealed.slice(VERSION.length));
    const decipher = createDecipheriv("aes-256-gcm", masterKey, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(name, "utf8"));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const open = [decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)), decipher.final()];
    return new Uint8Array(Buffer.concat(open));
  } catch {
    throw new Error(
      `The secret "${name}" in the database was sealed with another master key: set PORTCULLIS_MASTER_KEY, or restore ` +
        "the data folder's master.key, as it was: all control planes of a database have one key. If you changed it on purpose, " +
        "set the one before as PORTCULLIS_MASTER_KEY_PREVIOUS.",
    );
  }
}

/** The same, but nothing where they do not fit. */
export function openSealedOrNull(masterKey: Uint8Array, name: string, sealed: string): Uint8Array | null {
  try {
    return openSealed(masterKey, name, sealed);
  } catch {
    return null;
  }
}

/** The name by which a row key is sealed. */
export function rowKeyName(fingerprint: string): string {
  return `row_key:${fingerprint}`;
}
