// A text as statements and commands are read in it: full-width letters and signs as plain ones, and without signs that show nothing.
import { textOfUnits, unitsFor } from "../text/units.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface PlainText {
  readonly text: string;
  /** Where signs that show nothing were left out; undefined where none were. */
  readonly gaps: Gaps | undefined;
}

interface Gaps {
  /** Places of the plain text before which some were left out, in order. */
  readonly places: number[];
  /** How many were left out up to each of them. */
  readonly counts: number[];
}

/** Full-width forms of the signs of ASCII; spaces without width, joiners, marks of order: a text of one byte is not looked through. */
const ODD = /[\uff01-\uff5e\u200b-\u200f\u2060-\u2064\ufeff]/;
const SOFT_HYPHEN = "\u00ad";
const FIRST_WIDE = 0xff01;
const LAST_WIDE = 0xff5e;
/** How far a full-width sign stands behind the plain one. */
const WIDTH = 0xfee0;

export function plainTextOf(text: string): PlainText {
  if (!ODD.test(text) && !text.includes(SOFT_HYPHEN)) return { text, gaps: undefined };
  const units = unitsFor(text.length);
  const places: number[] = [];
  const counts: number[] = [];
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (!isUnseen(code)) {
      units[size] = code >= FIRST_WIDE && code <= LAST_WIDE ? code - WIDTH : code;
      size += 1;
      continue;
    }
    if (places[places.length - 1] !== size) {
      places.push(size);
      counts.push(0);
    }
    counts[counts.length - 1] = at + 1 - size;
  }
  return {
    text: textOfUnits(units.subarray(0, size)),
    gaps: places.length === 0 ? undefined : { places, counts },
  };
}

function isUnseen(code: number): boolean {
  if (code < 0x2000) return code === 0xad;
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff;
}

/** A finding about a plain text as one about the text as it is written. */
export function placeBack<Found extends { readonly start: number; readonly end: number }>(
  found: Found,
  { text, gaps }: PlainText,
): Found {
  if (gaps === undefined || text.length === 0) return found;
  const start = placeOf(Math.min(found.start, text.length - 1), gaps);
  const last = placeOf(Math.min(Math.max(found.end - 1, found.start), text.length - 1), gaps);
  return { ...found, start, end: last + 1 };
}

/** Where the sign at a place stood before others were left out. */
function placeOf(place: number, { places, counts }: Gaps): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return place + (counts[low - 1] ?? 0);
}
