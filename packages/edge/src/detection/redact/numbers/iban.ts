// International bank account numbers: country, length, check digits; written together or in groups.

import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";
import { ibanLength, passesMod97 } from "./digits.js";

/** Words behind a number fit the length and the check digits by chance: "is404 flag for …". */
const FEWEST_DIGITS = 6;

export function findIban(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (!isDigit(unitAt(text, start + 2)) || !isDigit(unitAt(text, start + 3))) return undefined;
  if (isDigit(unitAt(text, start + 1))) return undefined;
  const size = ibanLength(text.slice(start, start + 2));
  if (size === 0) return undefined;
  let letters = 0;
  let digits = 0;
  let at = start;
  let gap = 0;
  while (at < text.length && letters < size) {
    const code = unitAt(text, at);
    if (isLetterOrDigit(code)) {
      letters += 1;
      if (isDigit(code)) digits += 1;
      gap = 0;
    } else if ((code === 32 || code === 0x2d || code === 0xa0) && gap === 0 && letters >= 4) gap = 1;
    else break;
    at += 1;
  }
  if (at + 1 > reach.end) reach.end = at + 1;
  if (letters !== size || digits < FEWEST_DIGITS || isLetterOrDigit(unitAt(text, at))) return undefined;
  return passesMod97(text.slice(start, at).replace(/[ \u00a0-]/g, "")) && end > start
    ? { kind: "iban", start, end: at }
    : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
