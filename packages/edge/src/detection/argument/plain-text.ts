// A text as statements and commands are read in it: full-width letters and signs as plain ones, and without signs that show nothing.
import { textOfUnits, unitsFor } from "../text/units.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface PlainText {
  readonly text: string;
  /** Places of the signs that show nothing in the text as it is written, in order; undefined where it holds none. */
  readonly leftOut: readonly number[] | undefined;
}

/** Full-width forms of the signs of ASCII; spaces without width, joiners, marks of order: a text of one byte is not looked through. */
const ODD = /[\uff01-\uff5e\u200b-\u200f\u2060-\u2064\ufeff]/;
const SOFT_HYPHEN = "\u00ad";
const FIRST_WIDE = 0xff01;
const LAST_WIDE = 0xff5e;
/** How far a full-width sign stands behind the plain one. */
const WIDTH = 0xfee0;

export function plainTextOf(text: string): PlainText {
  if (!ODD.test(text) && !text.includes(SOFT_HYPHEN)) return { text, leftOut: undefined };
  const units = unitsFor(text.length);
  const leftOut: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (isUnseen(code)) leftOut.push(at);
    else units[at - leftOut.length] = code >= FIRST_WIDE && code <= LAST_WIDE ? code - WIDTH : code;
  }
  return {
    text: textOfUnits(units.subarray(0, text.length - leftOut.length)),
    leftOut: leftOut.length === 0 ? undefined : leftOut,
  };
}

function isUnseen(code: number): boolean {
  if (code < 0x2000) return code === 0xad;
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff;
}

/** A finding about a plain text as one about the text as it is written. */
export function placeBack<Found extends { readonly start: number; readonly end: number }>(
  found: Found,
  { text, leftOut }: PlainText,
): Found {
  if (leftOut === undefined || text.length === 0) return found;
  const start = placeOf(Math.min(found.start, text.length - 1), leftOut);
  const last = placeOf(Math.min(Math.max(found.end - 1, found.start), text.length - 1), leftOut);
  return { ...found, start, end: last + 1 };
}

/** Where the sign at a place stood before others were left out: behind each of them that stood no farther than it does then. */
function placeOf(place: number, leftOut: readonly number[]): number {
  let low = 0;
  let high = leftOut.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leftOut[middle] as number) - middle <= place) low = middle + 1;
    else high = middle;
  }
  return place + low;
}
