// What the control plane knows of its keys: the row key that signs now, those that signed before, and its secrets.

import type { PublicJwk, Signer } from "@portcullis/core";

export interface PublishedKey {
  readonly jwk: PublicJwk;
  readonly retiredAtMs: number | null;
}

export interface KeyRing {
  /** Signs rows now. */
  readonly rowSigner: Signer;
  /** Every key that ever signed, newest first; the first is the primary. */
  publicKeys(): readonly PublishedKey[];
  /** The signer of a key that may still sign in some chain; null for a key that this process does not know (yet). */
  signerOf(fingerprint: string): Signer | null;
  /** Reads the keys again, for those that another process made. */
  refresh(): Promise<void>;
  /** HS256 secret of tokens. */
  readonly tokenSecret: Uint8Array;
  /** By which it is told from others; says nothing of it. */
  readonly tokenSecretId: string;
  /** X-Internal-Secret: the current one and, within the overlap, the previous one. */
  readonly internalSecrets: readonly string[];
}
