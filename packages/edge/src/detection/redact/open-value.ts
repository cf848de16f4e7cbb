// Where an address, number or key may begin that holds a given place of a text, whatever follows: an address is without a break but
// for a quoted name, and a number with its gaps is short. So a text is looked at no further than where something may be found.
import { mayBeginKey } from "../secret/vendor-keys.js";
import { isLetterOrDigit } from "../text/unit.js";
import { isDigit, isGap } from "./numbers/digit-groups.js";
import { isAddressUnit, isRunUnit } from "./run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const LONGEST_ADDRESS = 640;
const LONGEST_NUMBER = 80;
const LONGEST_NAME = 66;
/** How signed tokens begin. */
const TOKEN = "eyJ";
const QUOTE = 0x22;
const BRACKET = 0x28;
const TAB = 0x09;
const BAR = 0x7c;

/**
 * The first place from `from` on at which a value may begin that goes on at `to`, whatever stands there; `to` itself where none
 * does.
 */
export function valueStartBefore(text: string, from: number, to: number): number {
  const address = addressStartBefore(text, from, to);
  const open = quoteBefore(text, Math.max(from, address - LONGEST_NAME), address);
  return Math.min(open, numberStartBefore(text, Math.max(from, to - LONGEST_NUMBER), to, NUMBER | ACCOUNT));
}

/** Where values may begin that go over places of a text, which are asked for in order: what cannot go on there does not count. */
export class ValuesOver {
  private readonly hasQuoted: boolean;
  /** The first at sign behind what was asked for, the length of the text without one, and where the last address ends. */
  private atSign = -1;
  private addressEnd = 0;

  constructor(private readonly text: string) {
    this.hasQuoted = text.includes('"@');
  }

  /** The first place from `from` on at which a value may begin that ends behind `at`; `at` itself where none does. */
  startBefore(from: number, at: number): number {
    const { text } = this;
    const code = charCodeAt.call(text, at);
    let open = at;
    if (isAddressUnit(code) && this.atSignFrom(from) < text.length) {
      open = addressStartBefore(text, from, at);
      if (!this.isAddress(open, at)) open = at;
    }
    if (this.hasQuoted) open = quoteBefore(text, Math.max(from, open - LONGEST_NAME), open);
    const kinds = code === TAB || code === BAR ? NUMBER : kindsOf(code);
    const start = numberStartBefore(text, Math.max(from, at - LONGEST_NUMBER), at, kinds);
    return Math.min(open, start, isRunUnit(code) ? keyStartBefore(text, from, at) : at);
  }

  /** Whether an at sign stands in what may be an address, from `open` over `at` to its end. */
  private isAddress(open: number, at: number): boolean {
    const { text } = this;
    if (this.addressEnd <= at) {
      this.addressEnd = at;
      while (this.addressEnd < text.length && isAddressUnit(charCodeAt.call(text, this.addressEnd)))
        this.addressEnd += 1;
    }
    return this.atSignFrom(open) < this.addressEnd;
  }

  private atSignFrom(place: number): number {
    if (this.atSign < place) {
      const next = this.text.indexOf("@", place);
      this.atSign = next < 0 ? this.text.length : next;
    }
    return this.atSign;
  }
}

function addressStartBefore(text: string, from: number, to: number): number {
  let open = to;
  while (open > from && to - open < LONGEST_ADDRESS && opensValue(charCodeAt.call(text, open - 1))) open -= 1;
  return open;
}

/** Where a key or token begins that may go on at `to`, as its first letters say; `to` itself where none does. */
function keyStartBefore(text: string, from: number, to: number): number {
  let open = to;
  while (open > from && to - open < LONGEST_ADDRESS && isKeyUnit(charCodeAt.call(text, open - 1))) open -= 1;
  // Signs that no key begins with belong to the text before it.
  let start = open;
  while (start < to && !isLetterOrDigit(charCodeAt.call(text, start))) start += 1;
  return start < to && (text.startsWith(TOKEN, start) || mayBeginKey(text, start)) ? open : to;
}

function isKeyUnit(code: number): boolean {
  return code < 0x80 && isRunUnit(code);
}

/** The first quotation mark in a stretch, its end where there is none. */
function quoteBefore(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    if (charCodeAt.call(text, at) === QUOTE) return at;
  }
  return to;
}

/** Where the first value of some kinds, numbers or account numbers, begins that may go on at `to`; `to` itself where none does. */
function numberStartBefore(text: string, from: number, to: number, kinds: number): number {
  let open = to;
  let left = kinds;
  for (let at = to - 1; at >= from; at -= 1) {
    const known = kindsOf(charCodeAt.call(text, at));
    left &= known;
    if ((left & (NUMBER | ACCOUNT)) === 0) break;
    if (((left & NUMBER) !== 0 && (known & OPENS_NUMBER) !== 0) || ((left & ACCOUNT) !== 0 && opensAccount(text, at)))
      open = at;
  }
  return open;
}

/** Two letters and two digits, as bank account numbers begin, and nothing of a run before. */
function opensAccount(text: string, at: number): boolean {
  return (
    isLetter(charCodeAt.call(text, at)) &&
    isLetter(charCodeAt.call(text, at + 1)) &&
    isDigit(charCodeAt.call(text, at + 2)) &&
    isDigit(charCodeAt.call(text, at + 3)) &&
    (at === 0 || !isRunUnit(charCodeAt.call(text, at - 1)))
  );
}

function opensValue(code: number): boolean {
  return isAddressUnit(code) || code === BRACKET;
}

/** Of which values a unit may be part, and whether one begins with it, as bits. */
const NUMBER = 1;
const ACCOUNT = 2;
const OPENS_NUMBER = 4;
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code);
  // What stands between digits, and the sign of an extension.
  if (isDigit(code) || isGap(code) || "+xX_\n\r".includes(sign)) KINDS[code] = NUMBER;
  if (isDigit(code) || isLetter(code) || " -".includes(sign)) KINDS[code] = (KINDS[code] as number) | ACCOUNT;
  if (isDigit(code) || "(+".includes(sign)) KINDS[code] = (KINDS[code] as number) | OPENS_NUMBER;
}
const WIDE_SPACE = 0xa0;

function kindsOf(code: number): number {
  if (code < 128) return KINDS[code] as number;
  return (isGap(code) ? NUMBER : 0) | (code === WIDE_SPACE ? ACCOUNT : 0);
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
