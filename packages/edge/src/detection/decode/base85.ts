// Base85: Ascii85 between its signs or bare, and the alphabets of git and Python (RFC 1924) and of Z85.
import { bytesToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";
import { eachStretch, IN_BASE85 } from "./stretch-of-class.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Twenty bytes: less hides no order. */
const SHORTEST = 25;
const MOST_BYTES = 65_536;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

const ASCII85 = alphabetOf(Array.from({ length: 85 }, (_, value) => String.fromCharCode(33 + value)).join(""));
const ALPHABETS = [
  ASCII85,
  alphabetOf(`${DIGITS}${LETTERS.toUpperCase()}${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`),
  alphabetOf(`${DIGITS}${LETTERS}${LETTERS.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`),
];

/** Words of letters and digits, or of capitals amid small ones, that its signs make of a run at least. */
const FEWEST_MIXED = 2;

/**
 * Every run of base85 that holds text: between `<~` and `~>`, or, where there are `mixedWords` enough, with white space or an end on
 * both sides.
 */
export function decodeBase85(text: string, mixedWords: number): DecodedRun[] {
  const runs: DecodedRun[] = [];
  for (let open = text.indexOf("<~"); open >= 0; ) {
    const close = text.indexOf("~>", open);
    if (close < 0) break;
    const decoded = decodeStretch(text, open + 2, close, ASCII85);
    if (decoded !== undefined) runs.push({ encoding: "base85", text: decoded, start: open, end: close + 2 });
    open = text.indexOf("<~", close);
  }
  if (mixedWords < FEWEST_MIXED) return runs;
  eachStretch(text, IN_BASE85, SHORTEST, (from, to) => {
    const start = from + (isQuote(charCodeAt.call(text, from)) ? 1 : 0);
    const end = to - (isQuote(charCodeAt.call(text, to - 1)) ? 1 : 0);
    for (const alphabet of ALPHABETS) {
      const decoded = decodeStretch(text, start, end, alphabet);
      if (decoded === undefined) continue;
      runs.push({ encoding: "base85", text: decoded, start, end });
      break;
    }
  });
  return runs;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

function alphabetOf(signs: string): Int8Array {
  const values = new Int8Array(128).fill(-1);
  [...signs].forEach((sign, value) => {
    values[sign.charCodeAt(0)] = value;
  });
  return values;
}

/** Five signs are four bytes; the last ones may be fewer. What no text holds ends it at once. */
function decodeStretch(text: string, start: number, end: number, alphabet: Int8Array): string | undefined {
  const bytes: number[] = [];
  let held = 0;
  let signs = 0;
  for (let at = start; at < end && bytes.length < MOST_BYTES; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code <= 32) continue;
    const value = code < 128 ? (alphabet[code] as number) : -1;
    if (value < 0) return undefined;
    held = held * 85 + value;
    signs += 1;
    if (signs < 5) continue;
    if (held > 0xffffffff || !addBytes(bytes, held, 4)) return undefined;
    held = 0;
    signs = 0;
  }
  if (signs > 1) {
    for (let missing = signs; missing < 5; missing += 1) held = held * 85 + 84;
    if (held > 0xffffffff || !addBytes(bytes, held, signs - 1)) return undefined;
  }
  return bytes.length < 16 ? undefined : bytesToText(Uint8Array.from(bytes), bytes.length);
}

function addBytes(bytes: number[], held: number, count: number): boolean {
  for (let index = 0; index < count; index += 1) {
    const byte = Math.floor(held / 2 ** (24 - 8 * index)) & 0xff;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    bytes.push(byte);
  }
  return true;
}
