// Payment cards whose groups stand apart by signs that numbers rarely have between them: dots, low lines, two spaces, line
// ends, slashes, bars. Columns of figures and dates look the same but for dots and low lines, so these count only with a word or
// key that says so.

import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { Reach } from "../run.js";
import { hasIssuer, passesLuhn } from "./digits.js";

const FEWEST_DIGITS = 14;
const MOST_DIGITS = 19;
const GROUP = 4;
const LONGEST_LAST = 7;
const DOT = 0x2e;
const LOW_LINE = 0x5f;
const SLASH = 0x2f;
const BAR = 0x7c;
/** What these signs begin with; the last of them is a bar. */
const MAY_PART = new Uint8Array(BAR + 1);
for (const code of [0x09, 0x0a, 0x0d, 0x20, DOT, SLASH, LOW_LINE, BAR]) MAY_PART[code] = 1;

/** Whether one of these signs stands between four digits and another: a cheap look, since behind most groups none does. */
export function mayBeOddCard(text: string, start: number): boolean {
  const code = unitAt(text, start + GROUP);
  if (code > BAR || MAY_PART[code] === 0) return false;
  const sign = signAt(text, start + GROUP);
  if (sign === "" || !isDigit(unitAt(text, start + GROUP + sign.length))) return false;
  for (let at = start; at < start + GROUP; at += 1) if (!isDigit(unitAt(text, at))) return false;
  return true;
}

/** End of the card's number that begins at `start` in groups apart by one of these signs, 0 when there is none. */
export function endOfOddCard(text: string, start: number, reach: Reach, hasContext: () => boolean): number {
  const sign = signAt(text, start + GROUP);
  if (sign === "") return 0;
  const sizes: number[] = [];
  let digits = "";
  let at = start;
  while (digits.length <= MOST_DIGITS) {
    const from = at;
    while (at - from <= LONGEST_LAST && isDigit(unitAt(text, at))) at += 1;
    sizes.push(at - from);
    digits += text.slice(from, at);
    if (!text.startsWith(sign, at) || !isDigit(unitAt(text, at + sign.length))) break;
    at += sign.length;
  }
  if (at + 3 > reach.end) reach.end = at + 3;
  const next = unitAt(text, at);
  const isMore = next === LOW_LINE || isLetterOrDigit(next) || (next === DOT && isLetterOrDigit(unitAt(text, at + 1)));
  if (isMore || digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS || !isShape(sizes)) return 0;
  if (!hasIssuer(Number(digits.slice(0, GROUP)), digits.length, true) || !passesLuhn(digits)) return 0;
  return sign === "." || sign === "_" || hasContext() ? at : 0;
}

function signAt(text: string, at: number): string {
  const code = unitAt(text, at);
  if (code === DOT) return ".";
  if (code === LOW_LINE) return "_";
  if (code === 0x0a) return "\n";
  if (code === 0x0d && unitAt(text, at + 1) === 0x0a) return "\r\n";
  if (code === 0x09 || code === SLASH || code === BAR) return text.charAt(at);
  if (code !== 0x20) return "";
  const next = unitAt(text, at + 1);
  if (next === 0x20) return "  ";
  return (next === SLASH || next === BAR) && unitAt(text, at + 2) === 0x20 ? text.slice(at, at + 3) : "";
}

/** Groups of four with a last one of up to seven, or 4-6-5 and 4-6-4. */
function isShape(sizes: readonly number[]): boolean {
  const last = sizes.at(-1) ?? 0;
  if (sizes.length === 3) return sizes[0] === GROUP && sizes[1] === 6 && (last === 4 || last === 5);
  return sizes.length >= 4 && last > 0 && last <= LONGEST_LAST && sizes.slice(0, -1).every((size) => size === GROUP);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
