/**
 * DSSE (secure-systems-lab/dsse, protocol 1): what is signed is the pre-authentication encoding of a payload type and a
 * payload, so that a signature over one kind of bytes can never be taken for another kind. Here: the event hash of a row.
 */
import { decodeBase64, encodeBase64 } from "./hash.js";
import type { Signer, Verifier } from "./keys.js";

/** The payload type of the 32 raw bytes of an event hash. */
export const EVENT_HASH_PAYLOAD_TYPE = "application/vnd.portcullis.event-hash.v1";

/** A DSSE envelope in JSON; `payload` and `sig` are standard base64. */
export interface DsseEnvelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** `DSSEv1 SP len(type) SP type SP len(payload) SP payload`, lengths in bytes. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const typeLength = ENCODER.encode(payloadType).length;
  const head = ENCODER.encode(`DSSEv1 ${typeLength} ${payloadType} ${payload.length} `);
  const encoding = new Uint8Array(head.length + payload.length);
  encoding.set(head);
  encoding.set(payload, head.length);
  return encoding;
}

/** The signature over an event hash (32 bytes), in base64 as a row stores it. */
export function signEventHash(eventHash: Uint8Array, signer: Signer): string {
  return encodeBase64(signer.sign(encodeEventHash(eventHash)));
}

/** Whether the base64 signature over an event hash is the verifier's; malformed text is false, never an error. */
export function verifyEventHash(eventHash: Uint8Array, signature: string, verifier: Verifier): boolean {
  let bytes: Uint8Array;
  try {
    bytes = decodeBase64(signature);
  } catch {
    return false;
  }
  return verifier.verify(encodeEventHash(eventHash), bytes);
}

/** The envelope of an event hash and its stored signature, as receipts carry it. */
export function envelopeOfEventHash(eventHash: Uint8Array, signature: string, keyFingerprint: string): DsseEnvelope {
  return {
    payloadType: EVENT_HASH_PAYLOAD_TYPE,
    payload: encodeBase64(eventHash),
    signatures: [{ keyid: keyFingerprint, sig: signature }],
  };
}

function encodeEventHash(eventHash: Uint8Array): Uint8Array {
  return preAuthEncoding(EVENT_HASH_PAYLOAD_TYPE, eventHash);
}

const ENCODER = new TextEncoder();
