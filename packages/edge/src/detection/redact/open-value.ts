// Where an address or number may begin that holds a given place of a text, whatever follows: an address is without a break but
// for a quoted name, and a number with its gaps is short. So a text is looked at no further than where something may be found.
import { isAddressUnit } from "./run.js";

const LONGEST_ADDRESS = 640;
const LONGEST_NUMBER = 80;
const LONGEST_NAME = 66;
const QUOTE = 0x22;
const BRACKET = 0x28;
const SPACE = 0x20;

/** The first place from `from` on at which a value that goes on at `to` may begin; `to` itself where none does. */
export function openValueFrom(text: string, from: number, to: number): number {
  let open = to;
  // A bracket with at most one space behind may begin a number.
  if (text.charCodeAt(to - 1) === SPACE && text.charCodeAt(to - 2) === BRACKET) open -= 2;
  while (open > from && to - open < LONGEST_ADDRESS && opensValue(text.charCodeAt(open - 1))) open -= 1;
  for (let at = Math.max(from, open - LONGEST_NAME); at < open; at += 1) {
    if (text.charCodeAt(at) === QUOTE) open = at;
  }
  for (let at = Math.max(from, to - LONGEST_NUMBER); at < to; at += 1) {
    if (isDigit(text.charCodeAt(at))) return Math.min(open, Math.max(from, to - LONGEST_NUMBER));
  }
  return Math.max(from, open);
}

function opensValue(code: number): boolean {
  return isAddressUnit(code) || code === BRACKET;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
