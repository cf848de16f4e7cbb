// A text as statements and commands are read in it: full-width letters and signs as plain ones, and without signs that show nothing.
import { textOfUnits, unitsFor } from "../text/units.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface PlainText {
  readonly text: string;
  /** Place of each unit in the text as it is written; undefined where each stands in its own. */
  readonly places: readonly number[] | undefined;
}

/** Full-width forms of the signs of ASCII; spaces without width, joiners, marks of order: a text of one byte is not looked through. */
const ODD = /[\uff01-\uff5e\u200b-\u200f\u2060-\u2064\ufeff]/;
const SOFT_HYPHEN = "\u00ad";
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;
const FIRST_WIDE = 0xff01;
const LAST_WIDE = 0xff5e;
/** How far a full-width sign stands behind the plain one. */
const WIDTH = 0xfee0;

export function plainTextOf(text: string): PlainText {
  if (!ODD.test(text) && !text.includes(SOFT_HYPHEN)) return { text, places: undefined };
  if (!UNSEEN.test(text)) return { text: narrowed(text), places: undefined };
  const places: number[] = [];
  let seen = "";
  for (let at = 0; at < text.length; at += 1) {
    if (UNSEEN.test(text[at] as string)) continue;
    places.push(at);
    seen += text[at];
  }
  return { text: narrowed(seen), places };
}

function narrowed(text: string): string {
  const units = unitsFor(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    units[at] = code >= FIRST_WIDE && code <= LAST_WIDE ? code - WIDTH : code;
  }
  return textOfUnits(units);
}

/** A finding about a plain text as one about the text as it is written. */
export function placeBack<Found extends { readonly start: number; readonly end: number }>(
  found: Found,
  { places }: PlainText,
): Found {
  if (places === undefined || places.length === 0) return found;
  const start = places[Math.min(found.start, places.length - 1)] as number;
  const last = places[Math.min(Math.max(found.end - 1, found.start), places.length - 1)] as number;
  return { ...found, start, end: last + 1 };
}
