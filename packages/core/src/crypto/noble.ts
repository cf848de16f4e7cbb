/**
 * The crypto port over @noble/*: for browsers, workers and other runtimes without node:crypto. Slower (a verification takes
 * about 2 ms), same bytes. Verification is the strict form of RFC 8032, not ZIP-215, so that both ports agree.
 */
import { getPublicKey, hashes, sign, verify } from "@noble/ed25519";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { CryptoPort } from "./port.js";

// Version 3 has no synchronous API until it is given a hash.
hashes.sha512 = sha512;

export const cryptoPort: CryptoPort = {
  name: "noble",
  sha256: (data) => sha256(toBytes(data)),
  sha256Hex: (data) => bytesToHex(sha256(toBytes(data))),
  sha1Hex: (data) => bytesToHex(sha1(data)),
  randomBytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  randomUuid: () => globalThis.crypto.randomUUID(),
  toHex: (bytes) => bytesToHex(bytes),
  encodeBase64: (bytes) => {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  },
  decodeBase64: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
  ed25519PublicKey: (seed) => getPublicKey(requireSeed(seed)),
  ed25519Signer: (seed) => {
    const kept = Uint8Array.from(requireSeed(seed));
    return (message) => sign(message, kept);
  },
  ed25519Verifier: (publicKey) => {
    if (publicKey.length !== 32) throw new RangeError("an Ed25519 public key has 32 bytes");
    const kept = Uint8Array.from(publicKey);
    return (message, signature) => signature.length === 64 && verifyStrictly(signature, message, kept);
  },
};

function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? utf8ToBytes(data) : data;
}

function requireSeed(seed: Uint8Array): Uint8Array {
  if (seed.length !== 32) throw new RangeError("an Ed25519 seed has 32 bytes");
  return seed;
}

function verifyStrictly(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
