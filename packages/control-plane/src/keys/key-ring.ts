// What the control plane knows of its keys: the row key that signs now, those that signed before, and its secrets.

import type { PublicJwk, Signer } from "@portcullis/core";

export interface KeyRing {
  /** Signs rows now. */
  readonly rowSigner: Signer;
  /** Every key that ever signed, newest first; the first is the primary. */
  publicKeys(): readonly { readonly jwk: PublicJwk; readonly retiredAtMs: number | null }[];
  /** HS256 secret of tokens. */
  readonly tokenSecret: Uint8Array;
  /** X-Internal-Secret: the current one and, within the overlap, the previous one. */
  readonly internalSecrets: readonly string[];
}
