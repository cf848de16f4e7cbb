// Stretches of a text that hold nothing but what one encoding is written with: what is shorter cannot hold an order, and is
// passed over without a look at each character.
import { isHex } from "./hex-value.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Base64 in pieces, pairs of hexadecimal digits, bytes as numbers, and Morse code, each with the gaps between them; base85. */
export const IN_PIECES = 1;
export const IN_PAIRS = 2;
export const IN_NUMBERS = 4;
export const IN_MORSE = 8;
export const IN_BASE85 = 16;

const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code);
  if (code <= 32 || /[A-Za-z0-9+/_-]/.test(sign)) CLASSES[code] = IN_PIECES;
  if (isHex(code) || " :,-;xX".includes(sign)) CLASSES[code] = (CLASSES[code] as number) | IN_PAIRS;
  if (/[0-9 \n\r\t,;]/.test(sign)) CLASSES[code] = (CLASSES[code] as number) | IN_NUMBERS;
  if (code > 32 && code < 127) CLASSES[code] = (CLASSES[code] as number) | IN_BASE85;
  if (/[ \n\r./|-]/.test(sign)) CLASSES[code] = (CLASSES[code] as number) | IN_MORSE;
}

/** Hands out the stretches of `shortest` characters or more in which each is of a class, in order. */
export function eachStretch(
  text: string,
  of: number,
  shortest: number,
  visit: (start: number, end: number) => void,
): void {
  const length = text.length;
  for (let start = 0; start + shortest <= length; ) {
    // From its end: what does not belong is mostly found before the whole of the shortest stretch was looked at.
    let at = start + shortest - 1;
    while (at >= start && isOf(charCodeAt.call(text, at), of)) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + shortest;
    while (end < length && isOf(charCodeAt.call(text, end), of)) end += 1;
    visit(start, end);
    start = end + 1;
  }
}

function isOf(code: number, of: number): boolean {
  return code < 128 && ((CLASSES[code] as number) & of) !== 0;
}
