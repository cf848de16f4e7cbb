// Percent signs, character entities, escapes and quoted-printable, undone where they stand, and letters in UTF-7 among them. All are undone
// in one pass, and stretches with little between them become one, so that what is read again never is longer than a small multiple of
// the text.

import { unitAt } from "../text/unit.js";
import { utf8ToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";
import { HEX_VALUE, isHex } from "./hex-value.js";
import { SHIFT, shiftedWord, sizeOfShifted } from "./utf7.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

interface Sequence {
  /** Code point, byte, {@link NOTHING} or {@link SEVERAL}. */
  readonly value: number;
  readonly size: number;
  /** The value is a byte of UTF-8. */
  readonly isByte: boolean;
  /** An escape that ordinary text holds; it does not make the text worth another look. */
  readonly isLight?: boolean;
}

interface UndoneRun extends DecodedRun {
  readonly encoding: InPlace;
}

export type InPlace = "percent" | "entities" | "escapes" | "quoted-printable";

const KINDS: readonly InPlace[] = ["percent", "entities", "escapes", "quoted-printable"];
const MARKERS = ["%", "&", "\\", "=", SHIFT] as const;
const READERS = [readPercent, readEntity, readEscape, readQuoted, readShifted] as const;

/** The value of a sequence that stands for no character, and of one that stands for several. */
const NOTHING = -1;
const SEVERAL = -2;

const FEWEST_SEQUENCES = 2;
/** Characters between two sequences of one dense stretch at most. */
const FARTHEST_APART = 64;
/** Characters around a dense stretch that may show what it is. */
const AROUND = 96;

/** The text with percent signs, entities and escapes undone: a run for each part that holds a dense stretch of them. */
export function decodeInPlace(text: string): DecodedRun[] {
  const sequences = findSequences(text);
  if (sequences === undefined) return [];
  return partsOf(denseStretches(sequences)).map((part) => rewrite(text, sequences, part, AROUND));
}

/** Stretches whose surroundings overlap make one part; between parts nothing is undone. */
function partsOf(stretches: readonly Stretch[]): readonly Stretch[] {
  const parts: Stretch[] = [];
  for (const stretch of stretches) {
    const part = parts[parts.length - 1];
    if (part === undefined || stretch.start - part.end > 2 * AROUND) parts.push(stretch);
    else parts[parts.length - 1] = { start: part.start, end: stretch.end };
  }
  return parts;
}

/**
 * A run with the sequences in its text undone too, where the parts that hold them make up most of it; what was there before still
 * stands in it, so that only the result needs another look.
 */
export function decodeAgain(run: DecodedRun): { readonly text: string; readonly encoding: InPlace } | undefined {
  const { text } = run;
  const sequences = findSequences(text);
  if (sequences === undefined) return undefined;
  const parts = partsOf(denseStretches(sequences));
  const [first] = parts;
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined) return undefined;
  const rest = parts.reduce((left, part) => left - sizeAround(part, text), text.length);
  if (2 * rest > text.length) return undefined;
  return rewrite(text, sequences, { start: first.start, end: last.end }, text.length);
}

/** Characters of a text that are looked at for a part. */
function sizeAround({ start, end }: Stretch, text: string): number {
  return Math.min(text.length, end + AROUND) - Math.max(0, start - AROUND);
}

/** Every sequence of a text from left to right, in lists of numbers: there may be as many as a third of its characters. */
class Sequences {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly values: number[] = [];
  /** Index of its kind, and the bits below. */
  readonly forms: number[] = [];

  add(at: number, { size, value, isByte, isLight }: Sequence, kind: number): void {
    this.starts.push(at);
    this.ends.push(at + size);
    this.values.push(value);
    this.forms.push(kind | (isByte ? BYTE : 0) | (isLight === true ? LIGHT : 0));
  }

  /** Index of the first that begins at a place or behind it. */
  firstFrom(place: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const KIND = 7;
const BYTE = 8;
const LIGHT = 16;

function findSequences(text: string): Sequences | undefined {
  const next = MARKERS.map((marker) => text.indexOf(marker));
  if (next.every((at) => at < 0)) return undefined;
  const sequences = new Sequences();
  for (;;) {
    let kind = -1;
    for (let index = 0; index < next.length; index += 1) {
      const at = next[index] as number;
      if (at >= 0 && (kind < 0 || at < (next[kind] as number))) kind = index;
    }
    if (kind < 0) return sequences;
    const at = next[kind] as number;
    const sequence = (READERS[kind] as (typeof READERS)[number])(text, at);
    if (sequence !== undefined) sequences.add(at, sequence, kind);
    const from = at + (sequence?.size ?? 1);
    for (let index = 0; index < next.length; index += 1) {
      if ((next[index] as number) >= 0 && (next[index] as number) < from)
        next[index] = text.indexOf(MARKERS[index] as string, from);
    }
  }
}

interface Stretch {
  /** Start of the first sequence and end of the last. */
  readonly start: number;
  readonly end: number;
}

/** Sequences that follow each other closely. */
function denseStretches({ starts, ends, forms }: Sequences): Stretch[] {
  const stretches: Stretch[] = [];
  let start = -1;
  let end = 0;
  let count = 0;
  const close = (): void => {
    if (start >= 0 && count >= FEWEST_SEQUENCES) stretches.push({ start, end });
    start = -1;
  };
  for (let index = 0; index < starts.length; index += 1) {
    if (((forms[index] as number) & LIGHT) !== 0) continue;
    const at = starts[index] as number;
    if (at - end > FARTHEST_APART) close();
    if (start < 0) {
      start = at;
      count = 0;
    }
    end = ends[index] as number;
    count += 1;
  }
  close();
  return stretches;
}

/** The text around a stretch, as far as `around` characters from it, with every sequence in it undone. */
function rewrite(text: string, sequences: Sequences, { start, end }: Stretch, around: number): UndoneRun {
  const { starts, ends, values, forms } = sequences;
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, end + around);
  const counts = KINDS.map(() => 0);
  // Joined at the end: a text that grows bit by bit costs more with each later look at it.
  const out: string[] = [];
  let bytes: number[] = [];
  let kept = from;
  const flush = (): void => {
    if (bytes.length === 0) return;
    out.push(utf8ToText(bytes, bytes.length) ?? "\ufffd");
    bytes = [];
  };
  for (let index = sequences.firstFrom(from); index < starts.length && (ends[index] as number) <= to; index += 1) {
    const at = starts[index] as number;
    const form = forms[index] as number;
    if (at > kept) {
      flush();
      out.push(text.slice(kept, at));
    }
    const value = values[index] as number;
    if ((form & BYTE) !== 0) bytes.push(value);
    else if (value !== NOTHING) {
      flush();
      out.push(value === SEVERAL ? shiftedWord(text, at) : String.fromCodePoint(value));
    }
    kept = ends[index] as number;
    if ((form & LIGHT) === 0) counts[form & KIND] = (counts[form & KIND] as number) + 1;
  }
  flush();
  out.push(text.slice(kept, to));
  const encoding = KINDS[counts.indexOf(Math.max(...counts))] as InPlace;
  return { encoding, text: out.join(""), start, end };
}

/** Letters that are shifted to UTF-7: they open and close nothing, and make the text worth no other look by themselves. */
function readShifted(text: string, at: number): Sequence | undefined {
  const size = sizeOfShifted(text, at);
  return size === 0 ? undefined : { value: SEVERAL, size, isByte: false, isLight: true };
}

function readPercent(text: string, at: number): Sequence | undefined {
  // %u0049, as `escape` of JavaScript and IIS write it.
  if ((unitAt(text, at + 1) | 0x20) === 0x75) {
    const unit = readHex(text, at + 2, 4);
    return unit < 0 ? undefined : { value: unit, size: 6, isByte: false };
  }
  const value = readHex(text, at + 1, 2);
  return value < 0 ? undefined : { value, size: 3, isByte: true };
}

/**
 * A sign of quoted-printable: `=49`, or `=` at the end of a line that goes on. One that stands alone is `x=10` as well as an
 * accent in a mail, and so makes the text worth no other look.
 */
function readQuoted(text: string, at: number): Sequence | undefined {
  const next = charCodeAt.call(text, at + 1);
  // In code a space stands before it.
  const isLight = unitAt(text, at - 1) <= 32;
  if (next === 10) return { value: NOTHING, size: 2, isByte: false, isLight };
  if (next === 13 && charCodeAt.call(text, at + 2) === 10) return { value: NOTHING, size: 3, isByte: false, isLight };
  const value = readHex(text, at + 1, 2);
  if (value < 0 || isSmallHex(next) || isSmallHex(charCodeAt.call(text, at + 2))) return undefined;
  const isAmongOthers = charCodeAt.call(text, at + 3) === EQUALS || charCodeAt.call(text, at - 3) === EQUALS;
  return { value, size: 3, isByte: true, isLight: !isAmongOthers };
}

const EQUALS = 0x3d;

/** Quoted-printable is written with capitals. */
function isSmallHex(code: number): boolean {
  return code >= 0x61 && code <= 0x66;
}

const NAMED_ENTITIES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: 38,
    lt: 60,
    gt: 62,
    quot: 34,
    apos: 39,
    nbsp: 32,
    sol: 47,
    colon: 58,
    period: 46,
    comma: 44,
    excl: 33,
    lbrack: 91,
    rbrack: 93,
    Tab: 9,
    NewLine: 10,
  }),
);

const LONGEST_ENTITY = 11;

function readEntity(text: string, at: number): Sequence | undefined {
  let end = at + 1;
  while (
    end < text.length &&
    end - at < LONGEST_ENTITY &&
    charCodeAt.call(text, end) !== 0x3b &&
    charCodeAt.call(text, end) !== 0x26
  )
    end += 1;
  if (unitAt(text, end) !== 0x3b) return undefined;
  const size = end - at + 1;
  if (charCodeAt.call(text, at + 1) !== 0x23) {
    const named = NAMED_ENTITIES.get(text.slice(at + 1, end));
    return named === undefined ? undefined : { value: named, size, isByte: false };
  }
  const isHexadecimal = (charCodeAt.call(text, at + 2) | 0x20) === 0x78;
  const first = at + (isHexadecimal ? 3 : 2);
  let value = 0;
  for (let place = first; place < end; place += 1) {
    const digit = HEX_VALUE[charCodeAt.call(text, place)] ?? -1;
    if (digit < 0 || (!isHexadecimal && digit > 9)) return undefined;
    value = value * (isHexadecimal ? 16 : 10) + digit;
  }
  return first >= end || value > 0x10ffff ? undefined : { value, size, isByte: false };
}

/** Escapes of one character that stand in ordinary text: line break, tab, return, quotes, slash. */
const LIGHT_ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x6e, 10],
  [0x74, 9],
  [0x72, 13],
  [0x22, 0x22],
  [0x2f, 0x2f],
  [0x27, 0x27],
]);

function readEscape(text: string, at: number): Sequence | undefined {
  const sign = charCodeAt.call(text, at + 1);
  if (sign === 0x75 && charCodeAt.call(text, at + 2) === 0x7b) {
    let close = at + 3;
    while (close - at < LONGEST_ENTITY && isHex(charCodeAt.call(text, close))) close += 1;
    if (charCodeAt.call(text, close) !== 0x7d) return undefined;
    const value = readHex(text, at + 3, close - at - 3);
    return value < 0 || value > 0x10ffff ? undefined : { value, size: close - at + 1, isByte: false };
  }
  const digits = sign === 0x75 ? 4 : sign === 0x78 ? 2 : sign === 0x55 ? 8 : 0;
  if (digits === 0) {
    const octal = readOctal(text, at + 1);
    if (octal >= 0) return { value: octal, size: 4, isByte: true };
    const plain = LIGHT_ESCAPES.get(sign);
    return plain === undefined ? undefined : { value: plain, size: 2, isByte: false, isLight: true };
  }
  const value = readHex(text, at + 2, digits);
  return value < 0 || value > 0x10ffff ? undefined : { value, size: digits + 2, isByte: digits === 2 };
}

/** Three octal digits that make a byte, -1 where there are none. */
function readOctal(text: string, start: number): number {
  let value = 0;
  for (let at = start; at < start + 3; at += 1) {
    const digit = charCodeAt.call(text, at) - 0x30;
    if (!(digit >= 0 && digit < 8)) return -1;
    value = value * 8 + digit;
  }
  return value > 255 ? -1 : value;
}

function readHex(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const code = charCodeAt.call(text, at);
    if (!(code < 128) || (HEX_VALUE[code] as number) < 0) return -1;
    value = value * 16 + (HEX_VALUE[code] as number);
  }
  return count === 0 ? -1 : value;
}
