/**
 * SHA-256 and the three text forms of bytes: lowercase hex, base64 (standard, padded) and base64url (unpadded). Decoding is
 * strict: only the one canonical text of some bytes is accepted, so that a signed text has no second spelling.
 */
import { cryptoPort } from "#crypto";

export type EncodingErrorCode = "invalid_hex" | "invalid_base64" | "invalid_base64url";

/** Text that is not the canonical encoding of any bytes. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
  constructor(
    readonly code: EncodingErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The 32 bytes of SHA-256; a string is hashed as UTF-8. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return cryptoPort.sha256(data);
}

/** {@link sha256} in lowercase hex. */
export function sha256Hex(data: Uint8Array | string): string {
  return cryptoPort.sha256Hex(data);
}

/** Lowercase hex. */
export function toHex(bytes: Uint8Array): string {
  return cryptoPort.toHex(bytes);
}

/** The bytes of lowercase hex; anything else throws {@link EncodingError} `invalid_hex`. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !LOWER_HEX.test(text)) {
    throw new EncodingError("invalid_hex", "expected an even number of lowercase hexadecimal digits");
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (hexDigit(text.charCodeAt(2 * index)) << 4) | hexDigit(text.charCodeAt(2 * index + 1));
  }
  return bytes;
}

/** Whether the text is a SHA-256 in lowercase hex. */
export function isSha256Hex(text: unknown): text is string {
  return typeof text === "string" && text.length === 64 && LOWER_HEX.test(text);
}

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return cryptoPort.encodeBase64(bytes);
}

/** The bytes of canonical standard base64 (padded, no spaces, zero spare bits); else {@link EncodingError} `invalid_base64`. */
export function decodeBase64(text: string): Uint8Array {
  if (text.length % 4 === 0 && BASE64.test(text)) {
    const bytes = cryptoPort.decodeBase64(text);
    if (cryptoPort.encodeBase64(bytes) === text) return bytes;
  }
  throw new EncodingError("invalid_base64", "expected standard base64 with padding, in its canonical form");
}

/** Base64 of the URL-safe alphabet, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return cryptoPort.encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of canonical unpadded base64url; else {@link EncodingError} `invalid_base64url`. */
export function decodeBase64Url(text: string): Uint8Array {
  if (text.length % 4 !== 1 && BASE64_URL.test(text)) {
    const standard = text.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = cryptoPort.decodeBase64(standard.padEnd(Math.ceil(text.length / 4) * 4, "="));
    if (encodeBase64Url(bytes) === text) return bytes;
  }
  throw new EncodingError("invalid_base64url", "expected unpadded base64url, in its canonical form");
}

const LOWER_HEX = /^[0-9a-f]*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BASE64_URL = /^[A-Za-z0-9_-]*$/;

function hexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
