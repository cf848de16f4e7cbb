// Base32 of RFC 4648: capitals, or small letters throughout, and the digits 2 to 7, in lines, with or without the signs that fill it up.
import { bytesToText } from "./bytes.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const BITS_PER_SIGN = 5;
const PADDING = 0x3d;

/** The text that a run of base32 holds; undefined when it is none, or what it holds is no text. */
export function textOfBase32(text: string, start: number, end: number): string | undefined {
  let last = end;
  while (last > start && charCodeAt.call(text, last - 1) === PADDING) last -= 1;
  const letter = isSmall(charCodeAt.call(text, start)) || isSmall(charCodeAt.call(text, start + 1)) ? 0x61 : 0x41;
  // Before any memory is taken: most runs are none from their first letters on.
  for (let at = start; at < last; at += 1) {
    const code = charCodeAt.call(text, at);
    if (signValue(code, letter) < 0 && !isBreak(code)) return undefined;
  }
  const bytes = new Uint8Array(((last - start) * BITS_PER_SIGN) >> 3);
  let held = 0;
  let bits = 0;
  let count = 0;
  for (let at = start; at < last; at += 1) {
    const code = charCodeAt.call(text, at);
    if (isBreak(code)) continue;
    held = ((held << BITS_PER_SIGN) | signValue(code, letter)) & 0xfff;
    bits += BITS_PER_SIGN;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count] = (held >>> bits) & 0xff;
    count += 1;
  }
  return bytesToText(bytes, count);
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** The value of a sign, where the first of the letters is this one. */
function signValue(code: number, letter: number): number {
  if (code >= letter && code < letter + 26) return code - letter;
  return code >= 0x32 && code <= 0x37 ? code - 0x32 + 26 : -1;
}
