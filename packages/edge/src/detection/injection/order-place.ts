// Whether an English verb stands where one that gives an order does: at the beginning of a clause, or behind "must",
// "please", "and" and the like. "Delete the file" is an order, "tools delete files" tells of one.

import { passSpacesBack, wordBefore } from "../text/word-before.js";

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

/** Those among them that make an order not to do something. */
const FORBIDDING: ReadonlySet<string> = new Set(["never", "not", "t"]);

/** Whether the verb that begins at a place may give an order; one that forbids is an order unless it must be `affirmed`. */
export function standsAsOrder(text: string, start: number, affirmed: boolean): boolean {
  const last = passSpacesBack(text, start - 1);
  const word = wordBefore(text, last);
  if (affirmed && FORBIDDING.has(word)) return false;
  if (word === "" || OPENERS.has(word)) return true;
  return word === "to" && ORDERED.has(wordBefore(text, passSpacesBack(text, last - word.length)));
}
