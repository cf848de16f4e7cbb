/**
 * The few primitives that `core` takes from its platform, all synchronous. `node.ts` implements them with node:crypto for
 * speed, `noble.ts` with @noble/* for everywhere else; package `imports` (`#crypto`) choose. Tests hold them to each other.
 * Inputs of wrong length throw `RangeError`; callers check shapes first and say what is wrong.
 */
export interface CryptoPort {
  readonly name: "node" | "noble";
  /** 32 bytes; a string is hashed as UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array;
  /** Lowercase hex of {@link CryptoPort.sha256}. */
  sha256Hex(data: Uint8Array | string): string;
  /** Lowercase hex of SHA-1; only for UUIDv5, which is defined over it. */
  sha1Hex(data: Uint8Array): string;
  randomBytes(length: number): Uint8Array;
  /** A version 4 UUID in lowercase. */
  randomUuid(): string;
  toHex(bytes: Uint8Array): string;
  encodeBase64(bytes: Uint8Array): string;
  /** Decodes text that is already known to be of the standard alphabet with right padding. */
  decodeBase64(text: string): Uint8Array;
  /** The 32-byte public key of a 32-byte seed. */
  ed25519PublicKey(seed: Uint8Array): Uint8Array;
  /** A signing function that keeps its imported key; signatures are 64 bytes (RFC 8032, deterministic). */
  ed25519Signer(seed: Uint8Array): (message: Uint8Array) => Uint8Array;
  /** A verifying function that keeps its imported key; never throws, a malformed signature is false. */
  ed25519Verifier(publicKey: Uint8Array): (message: Uint8Array, signature: Uint8Array) => boolean;
}
