/**
 * The keys that a verification trusts, ready for use, each with the sequence numbers at which it may sign. Made from published
 * JWKs that the verifier pinned beforehand; entries that are not usable Ed25519 keys are left out, so what they sign is
 * `unknown_key`.
 */
import { type KeySet, type PublicJwk, type Verifier, verifierFromJwk } from "./keys.js";

/** Inclusive sequence numbers, counted in one tenant's chain. */
export interface KeyWindow {
  readonly firstSeq: number;
  readonly lastSeq?: number;
}

/** A key set with the windows of its keys by fingerprint; a key without a window may sign everywhere. */
export interface WindowedKeySet extends KeySet {
  readonly windows?: Readonly<Record<string, KeyWindow>>;
}

/** One trusted key; without a window `firstSeq` is 1 and `lastSeq` infinite. */
export interface TrustedKey {
  readonly verifier: Verifier;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Keys by fingerprint. Importing a key is slow, so make one ring for many rows. */
export interface KeyRing {
  find(fingerprint: string): TrustedKey | undefined;
}

export type KeyRingSource = KeyRing | WindowedKeySet | readonly PublicJwk[];

/** A ring of the given keys; a ring is returned as it is. Keys are known by computed thumbprint, never by their `kid`. */
export function keyRingOf(source: KeyRingSource): KeyRing {
  if ("find" in source && !Array.isArray(source)) return source as KeyRing;
  const set: WindowedKeySet = isJwkList(source) ? { keys: source } : (source as WindowedKeySet);
  const trusted = new Map<string, TrustedKey>();
  for (const jwk of Array.isArray(set?.keys) ? (set.keys as readonly PublicJwk[]) : []) {
    const verifier = readVerifier(jwk);
    if (verifier === null) continue;
    const windows = set.windows ?? {};
    const window = Object.hasOwn(windows, verifier.fingerprint) ? windows[verifier.fingerprint] : undefined;
    trusted.set(verifier.fingerprint, {
      verifier,
      firstSeq: window?.firstSeq ?? 1,
      lastSeq: window?.lastSeq ?? Number.POSITIVE_INFINITY,
    });
  }
  return { find: (fingerprint) => trusted.get(fingerprint) };
}

function isJwkList(source: KeyRingSource): source is readonly PublicJwk[] {
  return Array.isArray(source);
}

function readVerifier(jwk: PublicJwk): Verifier | null {
  try {
    return verifierFromJwk(jwk);
  } catch {
    return null;
  }
}
