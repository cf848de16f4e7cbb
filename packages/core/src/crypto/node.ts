/**
 * The crypto port over node:crypto: the hot path of every server. Keys are imported once into a KeyObject.
 * Answers plain Uint8Arrays, not Buffers, so that results compare and clone alike on every platform.
 */
import { createPrivateKey, createPublicKey, hash, randomBytes, randomUUID, sign, verify } from "node:crypto";
import type { CryptoPort } from "./port.js";

const PKCS8_ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export const cryptoPort: CryptoPort = {
  name: "node",
  sha256: (data) => new Uint8Array(hash("sha256", data, "buffer")),
  sha256Hex: (data) => hash("sha256", data, "hex"),
  sha1Hex: (data) => hash("sha1", data, "hex"),
  randomBytes: (length) => new Uint8Array(randomBytes(length)),
  randomUuid: () => randomUUID(),
  toHex: (bytes) => viewBytes(bytes).toString("hex"),
  encodeBase64: (bytes) => viewBytes(bytes).toString("base64"),
  decodeBase64: (text) => new Uint8Array(Buffer.from(text, "base64")),
  ed25519PublicKey: (seed) => {
    const spki = createPublicKey(importSeed(seed)).export({ format: "der", type: "spki" });
    return new Uint8Array(spki.subarray(SPKI_ED25519_PREFIX.length));
  },
  ed25519Signer: (seed) => {
    const key = importSeed(seed);
    return (message) => new Uint8Array(sign(null, message, key));
  },
  ed25519Verifier: (publicKey) => {
    if (publicKey.length !== 32) throw new RangeError("an Ed25519 public key has 32 bytes");
    const key = createPublicKey({
      key: Buffer.concat([SPKI_ED25519_PREFIX, publicKey]),
      format: "der",
      type: "spki",
    });
    return (message, signature) => signature.length === 64 && verify(null, message, key, signature);
  },
};

function viewBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function importSeed(seed: Uint8Array) {
  if (seed.length !== 32) throw new RangeError("an Ed25519 seed has 32 bytes");
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519_PREFIX, seed]), format: "der", type: "pkcs8" });
}
