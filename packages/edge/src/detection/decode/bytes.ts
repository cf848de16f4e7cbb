// Bytes as text: strict UTF-8, and only what reads as text at all.

const FEWEST_SIGNS = 20;

/** UTF-8 bytes as a string when they read as text, else undefined. */
export function bytesToText(bytes: Uint8Array, count: number): string | undefined {
  let controls = 0;
  let wordish = 0;
  let isAscii = true;
  for (let at = 0; at < count; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9) controls += 1;
    if (byte > 126) isAscii = false;
    if (
      (byte >= 0x61 && byte <= 0x7a) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      byte >= 0x80 ||
      byte === 32 ||
      (byte >= 0x30 && byte <= 0x39) ||
      byte === 0x25 ||
      byte === 0x26 ||
      byte === 0x3b ||
      byte === 0x5c ||
      byte === 0x23
    )
      wordish += 1;
  }
  // Bytes by chance are not all of them signs that are shown; what is encoded once more may be few letters.
  if (controls > 0 || (wordish * 10 < count * 7 && !(isAscii && count >= FEWEST_SIGNS))) return undefined;
  return utf8ToText(bytes, count);
}

/** Strict UTF-8; undefined when the bytes are none. */
export function utf8ToText(bytes: ArrayLike<number>, count: number): string | undefined {
  let out = "";
  for (let at = 0; at < count; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      out += String.fromCharCode(byte);
      at += 1;
      continue;
    }
    const size =
      byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
    if (size === 0 || at + size > count) return undefined;
    let point = byte & (0xff >> (size + 1));
    for (let index = 1; index < size; index += 1) {
      const next = bytes[at + index] as number;
      if ((next & 0xc0) !== 0x80) return undefined;
      point = (point << 6) | (next & 0x3f);
    }
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    out += String.fromCodePoint(point);
    at += size;
  }
  return out;
}
