// The number of a card in what its magnetic stripe holds: track 1 (%B4111…^DOE/JOHN^2709…) and track 2 with a D (4111…D2709…). With an
// equals sign in place of the D it is a card's number like any other.
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";
import { hasIssuer, passesLuhn } from "./digits.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const FIRST = /^(%?[Bb])(\d{12,19})\^[^^\r\n"?]{2,32}\^\d{2}(?:0[1-9]|1[0-2])/;
const SECOND = /^()(\d{12,19})D\d{2}(?:0[1-9]|1[0-2])\d{3,}F?$/;
const LONGEST_FIRST = 64;
/** Digits that a card's number has at least. */
export const FEWEST_OF_CARD = 12;
const CARET = 0x5e;

/** The card's number in the run from `start` to `end`, which holds enough digits. */
export function findStripeCard(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  const isFirst = charCodeAt.call(text, end) === CARET;
  const limit = isFirst ? start + LONGEST_FIRST : end;
  if (isFirst && limit > reach.end) reach.end = limit;
  const found = (isFirst ? FIRST : SECOND).exec(text.slice(start, limit));
  const [, lead = "", number = ""] = found ?? [];
  if (number === "" || !hasIssuer(Number(number.slice(0, 4)), number.length, true) || !passesLuhn(number))
    return undefined;
  const from = start + lead.length;
  return { kind: "card", start: from, end: from + number.length };
}
