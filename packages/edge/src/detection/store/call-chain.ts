// Chains of calls in the code of any language: `db.users.find({}).limit(3)`, `DB::table('users')->delete()`. No parser: it reads names,
// what joins them and the brackets behind them, in whatever stands around, strings of other languages too.

import { isLetterOrDigit, unitAt } from "../text/unit.js";

export interface Call {
  /** In small letters, without low lines: `delete_many` and `deleteMany` are one. */
  readonly name: string;
  /** What stands in its brackets, without spaces, quotation marks and comments; undefined where it has none. */
  readonly told: string | undefined;
}

export interface CallChain {
  /** The name that it begins with, as it is written. */
  readonly head: string;
  /** The head and each name that is asked of what stands before it. */
  readonly calls: readonly Call[];
  readonly start: number;
  readonly end: number;
}

const NAME = /[A-Za-z_$][\w$]*[!?]?/y;
/** What asks a thing for one of its own. */
const JOINER = /\s{0,80}(?:\?\.|\.|->|::)\s{0,80}(?=[A-Za-z_$])/y;
const INDEX = /\[\s{0,4}\\?["'][^"'\]\n]{1,80}["']\s{0,4}\]/y;
const MOST_CALLS = 24;
const LONGEST_TOLD = 4096;

const MOST_UNCLOSED = 8;

const OPENING = "([{";
const CLOSING = ")]}";

/** Every chain of two names or more, or of one that is called, in the order of their beginnings. */
export function* callChains(text: string): Generator<CallChain> {
  const closes = closingPlaces(text);
  for (let at = 0; at < text.length; ) {
    const size = sizeAt(NAME, text, at);
    if (size === 0) {
      at += 1;
      continue;
    }
    const before = unitAt(text, at - 1);
    // A name that is asked of another belongs to its chain.
    if (before !== DOT && before !== COLON && before !== GREATER && !isLetterOrDigit(before)) {
      const chain = chainAt(text, at, size, closes);
      if (chain !== undefined) yield chain;
    }
    at += size;
  }
}

const DOT = 0x2e;
const COLON = 0x3a;
const GREATER = 0x3e;

function chainAt(
  text: string,
  start: number,
  size: number,
  closes: ReadonlyMap<number, number>,
): CallChain | undefined {
  const calls: Call[] = [];
  let name = text.slice(start, start + size);
  const head = name;
  let at = start + size;
  while (calls.length < MOST_CALLS) {
    const close = text[at] === "(" ? closes.get(at) : undefined;
    calls.push({ name: plainName(name), told: close === undefined ? undefined : told(text, at + 1, close) });
    if (close !== undefined) at = close + 1;
    for (let index = sizeAt(INDEX, text, at); index > 0; index = sizeAt(INDEX, text, at)) {
      calls.push({ name: plainName(text.slice(at, at + index)), told: undefined });
      at += index;
    }
    const joiner = sizeAt(JOINER, text, at);
    if (joiner === 0) break;
    const next = sizeAt(NAME, text, at + joiner);
    name = text.slice(at + joiner, at + joiner + next);
    at += joiner + next;
  }
  return calls.length > 1 || calls[0]?.told !== undefined ? { head, calls, start, end: at } : undefined;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function told(text: string, start: number, end: number): string {
  const written = text.slice(start, Math.min(end, start + LONGEST_TOLD));
  return written.replace(/\/\*[^*]{0,200}\*\//g, "").replace(/[\s"'`\\]+/g, "");
}

function sizeAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** The place of the bracket that closes the one at a place, in one pass; strings are not told from code. */
function closingPlaces(text: string): Map<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (OPENING.includes(sign)) open.push(at);
    else if (CLOSING.includes(sign)) {
      const kind = OPENING[CLOSING.indexOf(sign)];
      // What was opened within and is not closed does not count.
      for (let depth = open.length - 1; depth >= 0 && depth >= open.length - MOST_UNCLOSED; depth -= 1) {
        if (text[open[depth] as number] !== kind) continue;
        closes.set(open[depth] as number, at);
        open.length = depth;
        break;
      }
    }
  }
  return closes;
}
