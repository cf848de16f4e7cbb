// Keys of vendors that hold a sign that no run of letters and digits does: Braintree's access_token$production$…, OpenShift's
// sha256~…, and the secrets of applications of Microsoft's Entra, with Q~ behind their first four letters.

import { unitAt } from "../text/unit.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const DOLLAR = 0x24;
const BRAINTREE = "access_token$";
const BRAINTREE_KEY = /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}(?![0-9a-z])/y;
const TILDE = 0x7e;
const TILDE_KEY = /(?:sha256~[\w-]{43}|[\w.]{3}\dQ~[\w.~-]{31,34})(?![\w~-])/y;
const MARK = /(?<![\w.$~-])(?:access_token(?=\$)|sha256(?=~)|[\w.]{3}\dQ(?=~))/g;
/** Signs before a tilde, in the two forms of such keys. */
const BEFORE_TILDE: ReadonlySet<number> = new Set([5, 6]);

/** Signs behind the run that a key begins with that are looked at, at most. */
export const LONGEST_BEHIND_MARK = 72;

/** Whether the run from `start` to `end` may begin such a key: a cheap look. */
export function isMarked(text: string, start: number, end: number): boolean {
  const mark = unitAt(text, end);
  return mark === TILDE ? BEFORE_TILDE.has(end - start) : mark === DOLLAR && text.startsWith(BRAINTREE, start);
}

/** End of the key that begins with the run from `start` to `end`, which is marked; 0 where none does. */
export function endOfMarkedKey(text: string, start: number, end: number): number {
  const pattern = charCodeAt.call(text, end) === TILDE ? TILDE_KEY : BRAINTREE_KEY;
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** The first such key in a text. */
export function findMarkedKey(text: string): { readonly start: number; readonly end: number } | undefined {
  if (!text.includes(BRAINTREE) && !text.includes("~")) return undefined;
  for (const { 0: run, index } of text.matchAll(MARK)) {
    const end = endOfMarkedKey(text, index, index + run.length);
    if (end > 0) return { start: index, end };
  }
  return undefined;
}
