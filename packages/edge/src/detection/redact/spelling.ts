// A text as it reads: percent signs, character entities and escapes undone, full-width signs as plain ones, invisible signs left
// out, with a way back to the places in the text. Only printable ASCII is undone: that is what addresses and numbers are of.

import { SHORTEST_KEY } from "../secret/vendor-keys.js";
import type { Window } from "./detect.js";
import { ValuesOver } from "./open-value.js";
import { isInvisible, isRunUnit, MOST_HELD } from "./run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const PERCENT = /%(?:25){0,2}([0-7][0-9a-f])/iy;
const ENTITY = /&(?:amp;){0,2}(?:#0{0,4}(\d{2,3})|#x0{0,4}([2-7][0-9a-f])|(commat|period|lowbar|plus|nbsp));/iy;
const ESCAPE = /\\(?:(?:u00|x)([2-7][0-9a-f])|u\{0{0,4}([2-7][0-9a-f])\})/iy;
const NAMED: Readonly<Record<string, number>> = { commat: 0x40, period: 0x2e, lowbar: 0x5f, plus: 0x2b, nbsp: 0x20 };
/** Signs that one spelled sign takes at most, and a little more. */
const LONGEST_SPELLING = 24;
const AMPERSAND = 0x26;
const PERCENT_SIGN = 0x25;
const BACKSLASH = 0x5c;
const FULL_STOP = 0x3002;
/** Signs before a full stop among which the at sign of an address is looked for. */
const LONGEST_DOMAIN = 64;
/** The first sign after ASCII that may be spelled. */
const FIRST_WIDE = 0xad;
const FEWEST_DIGITS = 7;
/** Stretches that stand nearer are one. */
const NEAR = 2;

export interface Spelling {
  readonly view: string;
  /** The place in the text at which the sign at a place of the view begins. */
  startOf(place: number): number;
  /** The place in the text at which the sign before a place of the view ends. */
  endOf(place: number): number;
  /** The place in the view of a place in the text that is the start of a sign. */
  viewOf(place: number): number;
  /** Whether anything between two places of the view is spelled otherwise in the text. */
  isSpelled(from: number, to: number): boolean;
  /** Whether that is so, or what stands before them runs on into them in the text: `%204111…` is a card behind a space. */
  isHidden(from: number, to: number): boolean;
  /** Stretches of the view that hold all beginnings, within others, of values in which something is spelled. */
  windows(others?: readonly Window[]): Window[];
}

/** How a text reads; undefined where it reads as it is written. */
export function readSpelling(text: string): Spelling | undefined {
  let pieces: Pieces | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code < FIRST_WIDE && code !== PERCENT_SIGN && code !== AMPERSAND && code !== BACKSLASH) continue;
    const reads = READS_AS[code] as number;
    if (reads === ITSELF) continue;
    const isFixed = reads !== BY_CONTEXT;
    const size = isFixed ? 1 : isStop(code) ? readStop(text, at) : readAscii(text, at, code);
    if (size === 0) continue;
    pieces ??= new Pieces(text);
    pieces.add(at, at + size, isFixed ? reads : sign);
    at += size - 1;
  }
  return pieces?.finish();
}

/** Whether any sign of a text may read as another: a cheap look. */
export function mayBeSpelled(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code >= FIRST_WIDE || code === PERCENT_SIGN || code === AMPERSAND || code === BACKSLASH) return true;
  }
  return false;
}

/** Whether a view can hold an address, a number or a key at all: a cheap look. */
export function mayHoldValue(view: string): boolean {
  if (view.includes("@")) return true;
  let digits = 0;
  let run = 0;
  for (let at = 0; at < view.length && digits < FEWEST_DIGITS && run < SHORTEST_KEY; at += 1) {
    const code = charCodeAt.call(view, at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    run = code < 0x80 && isRunUnit(code) ? run + 1 : 0;
  }
  return digits >= FEWEST_DIGITS || run >= SHORTEST_KEY;
}

/** Where the last signs of a text begin that may be spelled by what follows. */
export function openSpellingFrom(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST_SPELLING); at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code === PERCENT_SIGN || code === AMPERSAND || code === BACKSLASH) return at;
  }
  // What such a full stop reads as, the next sign says.
  return isStop(charCodeAt.call(text, text.length - 1)) ? text.length - 1 : text.length;
}

const NO_SIGN = -1;
/** A sign that stands for itself, and one of which those around it decide. */
const ITSELF = 0;
const BY_CONTEXT = -2;
const READS_AS = new Int16Array(0x10000);
for (let code = FIRST_WIDE; code < READS_AS.length; code += 1)
  READS_AS[code] = isStop(code) ? BY_CONTEXT : readWide(code);
for (const code of [PERCENT_SIGN, AMPERSAND, BACKSLASH]) READS_AS[code] = BY_CONTEXT;

/** The sign of ASCII or full stop that was read last, as a code. */
let sign = NO_SIGN;

/** Length of what spells a sign at a place, 0 where it stands for itself. */
function readAscii(text: string, at: number, opening: number): number {
  const pattern = opening === PERCENT_SIGN ? PERCENT : opening === AMPERSAND ? ENTITY : ESCAPE;
  const next = charCodeAt.call(text, at + 1) | 0x20;
  // Most of these signs stand for themselves, as the next one shows.
  if (opening === BACKSLASH && next !== 0x75 && next !== 0x78) return 0;
  if (opening === PERCENT_SIGN && (next < 0x30 || next > 0x37)) return 0;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return 0;
  const [whole, first, second, name] = found;
  if (name !== undefined) sign = NAMED[name.toLowerCase()] ?? NO_SIGN;
  else {
    const isDecimal = opening === AMPERSAND && first !== undefined;
    const code = Number.parseInt(first ?? second ?? "", isDecimal ? 10 : 16);
    const isSpace = code === 9 || code === 10 || code === 13 || code === 160;
    if (!isSpace && (code < 0x20 || code > 0x7e)) return 0;
    sign = isSpace ? 0x20 : code;
  }
  return whole.length;
}

/** What a sign after ASCII reads as by itself: another as a code, NO_SIGN or ITSELF. */
function readWide(code: number): number {
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xfee0;
  if (code >= 0x0660 && code <= 0x0669) return code - 0x0660 + 0x30;
  if (code >= 0x06f0 && code <= 0x06f9) return code - 0x06f0 + 0x30;
  if (isIndianDigit(code)) return (code & 0x7f) - 0x66 + 0x30;
  if (code === 0x3000) return 0x20;
  if (code === 0xfe6b) return 0x40;
  return isInvisible(code) ? NO_SIGN : ITSELF;
}

/** Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada and Malayalam lie in blocks of one order. */
function isIndianDigit(code: number): boolean {
  return code >= 0x0966 && code <= 0x0d6f && (code & 0x7f) >= 0x66 && (code & 0x7f) <= 0x6f;
}

/** The full stop of Chinese and Japanese, or its half-width form. */
function isStop(code: number): boolean {
  return code === FULL_STOP || code === 0xff61;
}

/** 1 where a full stop is the only kind of dot in the domain of an address, 0 where it ends a sentence. */
function readStop(text: string, at: number): number {
  const next = plainOf(charCodeAt.call(text, at + 1));
  // A capital letter behind it begins a sentence.
  if (next < 0x61 || next > 0x7a) return 0;
  for (let before = at - 1; before >= 0 && at - before <= LONGEST_DOMAIN; before -= 1) {
    const code = plainOf(charCodeAt.call(text, before));
    if (code === 0x40) {
      sign = 0x2e;
      return before < at - 1 ? 1 : 0;
    }
    const isInDomain =
      isStop(code) ||
      code === 0x2d ||
      (code >= 0x30 && code <= 0x39) ||
      ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
    if (!isInDomain) return 0;
  }
  return 0;
}

/** The code of a full-width sign as a plain one. */
function plainOf(code: number): number {
  return code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code;
}

/** Where the view of a text of usual length is put together: one text after the other. */
const sharedUnits = new Uint16Array(MOST_HELD);

/** The spelled signs of a text, as places in it and in its view; a row of them that are one sign each is one piece. */
class Pieces implements Spelling {
  view = "";
  private readonly viewStarts: number[] = [];
  private readonly viewEnds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private kept = 0;
  /** The view so far, which never is longer than the text. */
  private readonly units: Uint16Array;
  private size = 0;

  constructor(private readonly text: string) {
    this.units = text.length > sharedUnits.length ? new Uint16Array(text.length) : sharedUnits;
  }

  /** Adds a sign that stands from `start` to `end`, as a code; NO_SIGN for none. */
  add(start: number, end: number, sign: number): void {
    const last = this.ends.length - 1;
    const isSame = end - start === 1 && sign !== NO_SIGN;
    const isNext = this.kept === start;
    if (!isNext) this.keepUpTo(start);
    const before = this.size;
    if (sign !== NO_SIGN) {
      this.units[before] = sign;
      this.size += 1;
    }
    this.kept = end;
    // Neighbours that read sign for sign are one piece, and so are those that read as nothing.
    const goesOn = isNext && last >= 0 && (isSame ? this.isEven(last) : sign === NO_SIGN && this.isNothing(last));
    if (goesOn) {
      this.viewEnds[last] = this.size;
      this.ends[last] = end;
      return;
    }
    this.viewStarts.push(before);
    this.viewEnds.push(this.size);
    this.starts.push(start);
    this.ends.push(end);
  }

  finish(): Spelling {
    this.keepUpTo(this.text.length);
    const { units, size } = this;
    this.view = Buffer.from(units.buffer, units.byteOffset, size * units.BYTES_PER_ELEMENT).toString("utf16le");
    return this;
  }

  private keepUpTo(end: number): void {
    const { text, units } = this;
    let { size } = this;
    for (let at = this.kept; at < end; at += 1) {
      units[size] = charCodeAt.call(text, at);
      size += 1;
    }
    this.size = size;
  }

  startOf(place: number): number {
    const next = this.firstAfter(this.viewEnds, place);
    const start = this.viewStarts[next];
    if (start === undefined || start > place) return this.plainPlace(next - 1, place);
    return (this.starts[next] as number) + (this.isEven(next) ? place - start : 0);
  }

  endOf(place: number): number {
    const next = this.firstAfter(this.viewEnds, place - 1);
    const start = this.viewStarts[next];
    if (start === undefined || start >= place) return this.plainPlace(next - 1, place);
    return this.isEven(next) ? (this.starts[next] as number) + place - start : (this.ends[next] as number);
  }

  viewOf(place: number): number {
    const next = this.firstAfter(this.ends, place);
    const start = this.starts[next];
    if (start !== undefined && start <= place)
      return (this.viewStarts[next] as number) + (this.isEven(next) ? place - start : 0);
    return next === 0 ? place : (this.viewEnds[next - 1] as number) + place - (this.ends[next - 1] as number);
  }

  isSpelled = (from: number, to: number): boolean => {
    // An invisible sign at the very beginning is no part of what follows.
    const start = this.viewStarts[this.firstAfter(this.viewEnds, from)];
    return start !== undefined && start < to;
  };

  isHidden = (from: number, to: number): boolean => {
    if (this.isSpelled(from, to)) return true;
    const before = this.firstAfter(this.viewEnds, from) - 1;
    return this.viewEnds[before] === from && this.viewStarts[before] !== from && !this.isEven(before);
  };

  windows(others: readonly Window[] = [{ start: 0, end: this.view.length }]): Window[] {
    const windows: Window[] = [];
    const values = new ValuesOver(this.view);
    let before = 0;
    let last: { start: number; end: number } | undefined;
    let next = 0;
    for (let index = 0; index < this.viewEnds.length; index += 1) {
      const place = this.viewStarts[index] as number;
      const behind = this.viewEnds[index] as number;
      // A value that begins before another piece is in its window.
      const from = before;
      before = behind;
      while (next < others.length && (others[next] as Window).end <= from) next += 1;
      const other = others[next];
      if (other === undefined) break;
      if (behind < other.start) continue;
      const start = values.startBefore(from, place);
      const isLeftOut = place === behind;
      if (isLeftOut && start === place) continue;
      // A value may begin right behind signs that are spelled otherwise, but not behind those that are left out.
      const end = isLeftOut ? place : Math.min(this.view.length, behind + 1);
      if (last !== undefined && start <= last.end + NEAR) last.end = end;
      else {
        last = { start, end };
        windows.push(last);
      }
    }
    return within(windows, united(others));
  }

  /** Whether a piece has as many signs in the view as in the text. */
  private isEven(index: number): boolean {
    const size = (this.ends[index] as number) - (this.starts[index] as number);
    return size === (this.viewEnds[index] as number) - (this.viewStarts[index] as number);
  }

  private isNothing(index: number): boolean {
    return this.viewStarts[index] === this.viewEnds[index];
  }

  /** A place after a piece and before the next one. */
  private plainPlace(index: number, place: number): number {
    return index < 0 ? place : (this.ends[index] as number) + place - (this.viewEnds[index] as number);
  }

  /** Index of the first piece that ends after a place. */
  private firstAfter(ends: readonly number[], place: number): number {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Windows as such that do not overlap: each of many that do would be looked at for each of many others. */
function united(windows: readonly Window[]): readonly Window[] {
  const apart: { start: number; end: number }[] = [];
  let last: { start: number; end: number } | undefined;
  for (const { start, end } of windows) {
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else {
      last = { start, end };
      apart.push(last);
    }
  }
  return apart;
}

/** What windows share with others; of neither list two overlap, and each is in order. */
function within(windows: readonly Window[], others: readonly Window[]): Window[] {
  const shared: Window[] = [];
  let at = 0;
  for (const { start, end } of windows) {
    while (at < others.length && (others[at] as Window).end <= start) at += 1;
    for (let other = others[at], next = at; other !== undefined && other.start < end; other = others[next]) {
      shared.push({ start: Math.max(start, other.start), end: Math.min(end, other.end) });
      next += 1;
    }
  }
  return shared;
}
