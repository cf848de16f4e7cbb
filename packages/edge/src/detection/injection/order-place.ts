// Whether an English verb stands where one that gives an order does: at the beginning of a clause, or behind "must",
// "please", "and" and the like. "Delete the file" is an order, "tools delete files" tells of one.

import { isLetterOrDigit, unitAt } from "../text/unit.js";

/** Words that may go before the verb of an order; the "t" is what is left of "don't". */
const OPENERS: ReadonlySet<string> = new Set(
  (
    "must|should|shall|please|and|then|also|first|always|never|not|instead|now|immediately|just|simply|silently|quietly|" +
    "only|kindly|ahead|automatically|next|t"
  ).split("|"),
);
/** Words that make an order of a "to" that follows them. */
const ORDERED: ReadonlySet<string> = new Set(
  "have|has|need|needs|are|is|required|instructed|told|asked|expected|obliged|supposed|authorised|authorized".split(
    "|",
  ),
);
const LONGEST_OPENER = 14;
const SPACE = 0x20;

/** Whether the verb that begins at a place may give an order. */
export function standsAsOrder(text: string, start: number): boolean {
  const last = passSpaces(text, start - 1);
  const word = wordBefore(text, last);
  if (word === "" || OPENERS.has(word)) return true;
  return word === "to" && ORDERED.has(wordBefore(text, passSpaces(text, last - word.length)));
}

/** A few spaces at most: more of them are a table. */
function passSpaces(text: string, from: number): number {
  let at = from;
  while (at > from - 4 && unitAt(text, at) === SPACE) at -= 1;
  return at;
}

/** The word that ends at a place, in small letters; empty where a sign stands there. */
function wordBefore(text: string, last: number): string {
  let first = last;
  while (last - first < LONGEST_OPENER && isWordUnit(unitAt(text, first))) first -= 1;
  return text.slice(first + 1, last + 1).toLowerCase();
}

function isWordUnit(code: number): boolean {
  return isLetterOrDigit(code) || code > 0xbf;
}
