// UTF-7 of older mail, which shifts signs to base64 of their units: `+AGk-` is an `i`.

import { isLetterOrDigit } from "../text/unit.js";
import { BASE64_VALUE } from "./base64-value.js";
import type { DecodedRun } from "./decoded-run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** How signs of ASCII begin in UTF-7: with the bits of A, and then of A to H. */
export const SHIFT = "+A";
const SHIFTED = /\+(A[A-H][A-Za-z0-9+/]{1,2000})-?/g;

/** The whole of a text with what it shifts to UTF-7 undone; none where it shifts nothing. */
export function decodeUtf7(text: string): DecodedRun[] {
  if (!text.includes(SHIFT)) return [];
  let start = -1;
  let end = 0;
  const undone = text.replace(SHIFTED, (run: string, signs: string, at: number) => {
    const decoded = unitsOf(signs);
    if (decoded === undefined) return run;
    if (start < 0) start = at;
    end = at + run.length;
    return decoded;
  });
  return start < 0 ? [] : [{ encoding: "utf-7", text: undone, start, end }];
}

/** Units of sixteen bits, all of them signs of ASCII that are shown. */
function unitsOf(signs: string): string | undefined {
  let out = "";
  let held = 0;
  let bits = 0;
  for (let at = 0; at < signs.length; at += 1) {
    held = ((held << 6) | valueAt(signs, at)) & 0x3fffff;
    bits += 6;
    if (bits < 16) continue;
    bits -= 16;
    const unit = (held >>> bits) & 0xffff;
    if (unit < 32 || unit > 126) return undefined;
    out += String.fromCharCode(unit);
  }
  return out === "" ? undefined : out;
}

/**
 * Characters that a shift to letters and digits of ASCII takes at a place, with the hyphen that ends it; 0 where there is none, or one to
 * anything else.
 */
export function sizeOfShifted(text: string, at: number): number {
  let held = 0;
  let bits = 0;
  let end = at + 1;
  for (; end < text.length; end += 1) {
    const value = valueAt(text, end);
    if (value < 0) break;
    held = ((held << 6) | value) & 0x3fffff;
    bits += 6;
    if (bits < 16) continue;
    bits -= 16;
    const unit = held >>> bits;
    if (!isLetterOrDigit(unit & 0xffff)) return 0;
    held &= (1 << bits) - 1;
  }
  // What is left of the last sign is nothing.
  const isEnded = end < text.length && charCodeAt.call(text, end) === HYPHEN;
  return isEnded && end - at >= SHORTEST && bits < 6 && held === 0 ? end + 1 - at : 0;
}

/** What such a shift at a place stands for. */
export function shiftedWord(text: string, at: number): string {
  const size = sizeOfShifted(text, at);
  return unitsOf(text.slice(at + 1, at + size - 1)) ?? "";
}

/** Its sign, and three for a unit. */
const SHORTEST = 4;
const HYPHEN = 0x2d;

/** Value of a letter of the standard alphabet; -1 for any other sign. */
function valueAt(text: string, at: number): number {
  const code = charCodeAt.call(text, at);
  return code < 128 && code !== HYPHEN && code !== LOW_LINE ? (BASE64_VALUE[code] as number) : -1;
}

const LOW_LINE = 0x5f;
