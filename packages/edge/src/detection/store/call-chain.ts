// Chains of calls in the code of any language: `db.users.find({}).limit(3)`, `DB::table('users')->delete()`. No parser: it reads names,
// what joins them and the brackets behind them, in whatever stands around, strings of other languages too.

import { isLetterOrDigit, unitAt } from "../text/unit.js";

export class Call {
  constructor(
    /** In small letters, without low lines: `delete_many` and `deleteMany` are one. */
    readonly name: string,
    private readonly written: WrittenText,
    /** Places of its brackets, -1 where it has none. */
    private readonly open: number,
    private readonly close: number,
  ) {}

  /** What stands in its brackets, without spaces, quotation marks and comments; undefined where it has none. */
  get told(): string | undefined {
    return this.open < 0 ? undefined : this.written.between(this.open + 1, this.close);
  }
}

export interface CallChain {
  /** The name that it begins with, as it is written. */
  readonly head: string;
  /** The head and each name that is asked of what stands before it. */
  readonly calls: readonly Call[];
  readonly start: number;
  readonly end: number;
}

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const NAME = /[A-Za-z_$][\w$]*[!?]?/y;
/** What asks a thing for one of its own. */
const JOINER = /\s{0,80}(?:\?\.|\.|->|::)\s{0,80}(?=[A-Za-z_$])/y;
const INDEX = /\[\s{0,4}\\?["'][^"'\]\n]{1,80}["']\s{0,4}\]/y;
const MOST_CALLS = 24;
const LONGEST_TOLD = 4096;

const MOST_UNCLOSED = 8;

/** Kinds of brackets: above zero one that opens, below zero what closes it. */
const BRACKETS = new Int8Array(128);
["()", "[]", "{}"].forEach((pair, kind) => {
  BRACKETS[pair.charCodeAt(0)] = kind + 1;
  BRACKETS[pair.charCodeAt(1)] = -kind - 1;
});

/** Every chain of two names or more, or of one that is called, in the order of their beginnings. */
export function* callChains(text: string): Generator<CallChain> {
  const closes = closingPlaces(text);
  const written = new WrittenText(text);
  for (let at = 0; at < text.length; ) {
    if (!opensName(charCodeAt.call(text, at))) {
      at += 1;
      continue;
    }
    const size = sizeAt(NAME, text, at);
    const before = unitAt(text, at - 1);
    // A name that is asked of another belongs to its chain.
    if (before !== DOT && before !== COLON && before !== GREATER && !isLetterOrDigit(before)) {
      const chain = chainAt(text, at, size, closes, written);
      if (chain !== undefined) yield chain;
    }
    at += size;
  }
}

function opensName(code: number): boolean {
  return ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f || code === 0x24;
}

const ROUND = 0x28;
const DOT = 0x2e;
const COLON = 0x3a;
const GREATER = 0x3e;

function chainAt(
  text: string,
  start: number,
  size: number,
  closes: ReadonlyMap<number, number>,
  written: WrittenText,
): CallChain | undefined {
  const calls: Call[] = [];
  let name = text.slice(start, start + size);
  const head = name;
  let at = start + size;
  while (calls.length < MOST_CALLS) {
    const close = closes.get(at);
    if (close === undefined || charCodeAt.call(text, at) !== ROUND)
      calls.push(new Call(plainName(name), written, -1, -1));
    else {
      calls.push(new Call(plainName(name), written, at, close));
      at = close + 1;
    }
    for (let index = sizeAt(INDEX, text, at); index > 0; index = sizeAt(INDEX, text, at)) {
      calls.push(new Call(plainName(text.slice(at, at + index)), written, -1, -1));
      at += index;
    }
    const joiner = sizeAt(JOINER, text, at);
    if (joiner === 0) break;
    const next = sizeAt(NAME, text, at + joiner);
    name = text.slice(at + joiner, at + joiner + next);
    at += joiner + next;
  }
  return calls.length > 1 || at > start + size ? { head, calls, start, end: at } : undefined;
}

const PLAIN = /^[a-z0-9]*$/;

function plainName(name: string): string {
  return PLAIN.test(name) ? name : name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A text without spaces, quotation marks and comments, made once for all of its calls: one may hold the next. */
class WrittenText {
  private signs: string | undefined;
  /** Where the sign of each place stands in it, or the next one that is left. */
  private places = new Uint32Array(0);

  constructor(private readonly text: string) {}

  between(start: number, end: number): string {
    this.signs ??= this.write();
    const from = this.places[start] as number;
    return this.signs.slice(from, Math.min(this.places[end] as number, from + LONGEST_TOLD));
  }

  private write(): string {
    const { text } = this;
    this.places = new Uint32Array(text.length + 1);
    let signs = "";
    let from = 0;
    for (const left of text.matchAll(LEFT_OUT)) {
      this.place(from, left.index, signs.length);
      signs += text.slice(from, left.index);
      from = left.index + left[0].length;
      this.places.fill(signs.length, left.index, from);
    }
    this.place(from, text.length + 1, signs.length);
    return signs + text.slice(from);
  }

  private place(start: number, end: number, first: number): void {
    for (let at = start; at < end; at += 1) this.places[at] = first + at - start;
  }
}

const LEFT_OUT = /\/\*[^*]{0,200}\*\/|[\s"'`\\]+/g;

function sizeAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** The place of the bracket that closes the one at a place, in one pass; strings are not told from code. */
function closingPlaces(text: string): Map<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    const kind = code < 128 ? (BRACKETS[code] as number) : 0;
    if (kind > 0) open.push(at);
    else if (kind < 0) {
      // What was opened within and is not closed does not count.
      for (let depth = open.length - 1; depth >= 0 && depth >= open.length - MOST_UNCLOSED; depth -= 1) {
        const from = open[depth] as number;
        if (BRACKETS[charCodeAt.call(text, from)] !== -kind) continue;
        closes.set(from, at);
        open.length = depth;
        break;
      }
    }
  }
  return closes;
}
