// Text of two bytes for each character, in either order, as bytes. Whatever the bytes are, reading and writing them loses nothing.

export type Utf16 = "little" | "big";

const FEWEST_BYTES = 8;
const STEP = 4096;

/** The order in which bytes begin to be such text: a mark, or every other one is zero and the others are signs of ASCII. */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "little";
  if (first === 0xfe && second === 0xff) return "big";
  if (bytes.length < FEWEST_BYTES) return undefined;
  if (second === 0 && isAlternating(bytes, 0)) return "little";
  return first === 0 && isAlternating(bytes, 1) ? "big" : undefined;
}

function isAlternating(bytes: Uint8Array, textAt: number): boolean {
  return bytes.every((byte, at) => (at % 2 === textAt ? isSign(byte) : byte === 0));
}

function isSign(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

export function decodeUtf16(bytes: Uint8Array, order: Utf16): string {
  const high = order === "little" ? 1 : 0;
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += 2 * STEP) {
    const codes: number[] = [];
    for (let at = from; at < Math.min(bytes.length, from + 2 * STEP); at += 2)
      codes.push(((bytes[at + high] as number) << 8) | (bytes[at + 1 - high] as number));
    parts.push(String.fromCharCode(...codes));
  }
  return parts.join("");
}

export function encodeUtf16(text: string, order: Utf16): Uint8Array {
  const high = order === "little" ? 1 : 0;
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes[2 * at + high] = code >> 8;
    bytes[2 * at + 1 - high] = code & 0xff;
  }
  return bytes;
}
