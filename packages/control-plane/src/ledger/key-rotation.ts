// The row by which a chain passes from one key to the next: signed by the old key, it names the new one and carries the
// new key's proof that it agrees. From the next row on only the new key signs in this chain.

import {
  decodeBase64,
  encodeBase64,
  type PublicJwk,
  preAuthEncoding,
  type Signer,
  verifierFromJwk,
} from "@portcullis/core";
import { operatorDraft, SYSTEM } from "./operator-draft.js";
import type { RowDraft } from "./row-draft.js";

const PAYLOAD_TYPE = "application/vnd.portcullis.key-rotation.v1";

/** The draft of a chain's `key_rotated` row. */
export function rotationDraft(tenantId: string, requestId: string, old: Signer, next: Signer): RowDraft {
  return operatorDraft(tenantId, {
    ...SYSTEM,
    action: "key_rotated",
    requestId,
    fields: {
      old_key: old.fingerprint,
      new_key: next.fingerprint,
      new_jwk: { kty: next.publicJwk.kty, crv: next.publicJwk.crv, x: next.publicJwk.x },
      proof: encodeBase64(next.sign(statement(tenantId, requestId, old.fingerprint, next.fingerprint))),
    },
  });
}

export interface Rotation {
  readonly oldKey: string;
  readonly newKey: string;
}

/** Reads a `key_rotated` row's content. Null when it is malformed or its proof is not the new key's. */
export function readRotation(content: string): Rotation | null {
  try {
    const { tenant, request_id, old_key, new_key, new_jwk, proof } = JSON.parse(content) as Record<string, unknown>;
    const texts = [tenant, request_id, old_key, new_key, proof];
    if (!texts.every((text): text is string => typeof text === "string")) return null;
    const [tenantId, requestId, oldKey, newKey, signature] = texts as [string, string, string, string, string];
    const verifier = verifierFromJwk(new_jwk as PublicJwk);
    const isProved =
      verifier.fingerprint === newKey &&
      verifier.verify(statement(tenantId, requestId, oldKey, newKey), decodeBase64(signature));
    return isProved ? { oldKey, newKey } : null;
  } catch {
    return null;
  }
}

function statement(tenantId: string, requestId: string, oldKey: string, newKey: string): Uint8Array {
  return preAuthEncoding(PAYLOAD_TYPE, new TextEncoder().encode([tenantId, requestId, oldKey, newKey].join("\n")));
}
