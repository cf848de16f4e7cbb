// The word that stands before a place of a text, for readers that look back a little.

import { isLetterOrDigit, unitAt } from "./unit.js";

const LONGEST_WORD = 16;
/** More spaces in a row than these are a table. */
const MOST_SPACES = 4;

/** The last place at or before one that holds no space, a few spaces at most passed over. */
export function passSpacesBack(text: string, from: number): number {
  let at = from;
  while (at > from - MOST_SPACES && unitAt(text, at) === 0x20) at -= 1;
  return at;
}

/** The word that ends at a place, in small letters; empty where a sign stands there. */
export function wordBefore(text: string, last: number): string {
  let first = last;
  while (last - first < LONGEST_WORD && isWordUnit(unitAt(text, first))) first -= 1;
  return text.slice(first + 1, last + 1).toLowerCase();
}

/** Whether a unit is a letter of any script, or a digit. */
export function isWordUnit(code: number): boolean {
  return isLetterOrDigit(code) || code > 0xbf;
}
