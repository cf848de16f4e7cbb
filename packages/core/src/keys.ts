/**
 * Ed25519 keys as everything else here takes them: a signer made from a 32-byte seed, a verifier made from a public JWK
 * (RFC 8037), and the fingerprint of both, the RFC 7638 thumbprint. Stores nothing; private keys at rest are the caller's.
 */
import { cryptoPort } from "#crypto";
import { decodeBase64Url, encodeBase64Url, sha256 } from "./hash.js";

export type KeyErrorCode = "invalid_seed" | "invalid_jwk" | "weak_key";

/** A key that cannot be used. The message never holds key material. */
export class KeyError extends Error {
  override readonly name = "KeyError";
  constructor(
    readonly code: KeyErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The public half of an Ed25519 key (RFC 8037); `x` is the 32 bytes in base64url. */
export interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid?: string;
  readonly use?: "sig";
  readonly alg?: "EdDSA" | "Ed25519";
}

/** A JWK set (RFC 7517) of Ed25519 public keys. */
export interface KeySet {
  readonly keys: readonly PublicJwk[];
}

/** Signs with one private key; `fingerprint` is the thumbprint of `publicJwk`. Signatures have 64 bytes. */
export interface Signer {
  readonly fingerprint: string;
  readonly publicJwk: PublicJwk;
  sign(message: Uint8Array): Uint8Array;
}

/** Verifies with one public key. `verify` never throws. */
export interface Verifier {
  readonly fingerprint: string;
  readonly publicJwk: PublicJwk;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

/** A new random key; `seed`, of 32 bytes, is the secret that {@link signerFromSeed} makes it of again. */
export function generateSigningKey(): { seed: Uint8Array; signer: Signer } {
  const seed = cryptoPort.randomBytes(32);
  return { seed, signer: signerFromSeed(seed) };
}

/** The signer of a 32-byte seed; throws {@link KeyError} `invalid_seed`. */
export function signerFromSeed(seed: Uint8Array): Signer {
  if (!(seed instanceof Uint8Array) || seed.length !== 32) {
    throw new KeyError("invalid_seed", "an Ed25519 seed has exactly 32 bytes");
  }
  const bare = { kty: "OKP", crv: "Ed25519", x: encodeBase64Url(cryptoPort.ed25519PublicKey(seed)) } as const;
  const fingerprint = jwkThumbprint(bare);
  return {
    fingerprint,
    publicJwk: { ...bare, kid: fingerprint, use: "sig", alg: "EdDSA" },
    sign: cryptoPort.ed25519Signer(seed),
  };
}

/** The verifier of a public JWK. Throws {@link KeyError} `invalid_jwk`, or `weak_key` for points of small order. */
export function verifierFromJwk(jwk: PublicJwk): Verifier {
  const publicKey = readPublicKey(jwk);
  const fingerprint = jwkThumbprint(jwk);
  return { fingerprint, publicJwk: jwk, verify: cryptoPort.ed25519Verifier(publicKey) };
}

/** The RFC 7638 thumbprint (SHA-256, base64url, 43 characters) of an Ed25519 JWK; throws {@link KeyError} `invalid_jwk`. */
export function jwkThumbprint(jwk: PublicJwk): string {
  const x = encodeBase64Url(readPublicKey(jwk));
  return encodeBase64Url(sha256(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`));
}

function readPublicKey(jwk: PublicJwk): Uint8Array {
  if (typeof jwk !== "object" || jwk === null || jwk.kty !== "OKP" || jwk.crv !== "Ed25519") {
    throw new KeyError("invalid_jwk", 'expected a JWK with kty "OKP" and crv "Ed25519"');
  }
  let bytes: Uint8Array | undefined;
  try {
    bytes = typeof jwk.x === "string" && jwk.x.length === 43 ? decodeBase64Url(jwk.x) : undefined;
  } catch {
    bytes = undefined;
  }
  if (bytes === undefined) throw new KeyError("invalid_jwk", "x must be 32 bytes in base64url");
  if (isSmallOrder(bytes)) throw new KeyError("weak_key", "the key is a point of small order");
  return bytes;
}

/** With such a key a signature can verify for any message; OpenSSL takes them, so they are refused by value. */
function isSmallOrder(publicKey: Uint8Array): boolean {
  const unsigned = Uint8Array.from(publicKey);
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f;
  return SMALL_ORDER_POINTS.has(cryptoPort.toHex(unsigned));
}

// The y coordinates of the eight points of small order, and their non-canonical spellings, without the sign bit.
const SMALL_ORDER_POINTS: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);
