// Bytes of text written as numbers: in decimal (`73 103 110`), octal (`111 147 156`) or binary (`01001001 01100111`), as the
// numbers of a list, or one by one in calls (`chr(73)+chr(103)`).
import { bytesToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";
import { eachStretch, IN_NUMBERS } from "./stretch-of-class.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Shortest list that can hold an order. */
const FEWEST_BYTES = 10;
const MOST_BYTES = 65_536;
/** Ten bytes with a sign between each. */
const SHORTEST_ROW = 2 * FEWEST_BYTES - 1;
const BITS_PER_BYTE = 8;
/** The first bit of ASCII is left out by some. */
const BASES = [
  { encoding: "decimal", base: 10, shortest: 1, longest: 3 },
  { encoding: "octal", base: 8, shortest: 2, longest: 3 },
  { encoding: "binary", base: 2, shortest: BITS_PER_BYTE - 1, longest: BITS_PER_BYTE },
] as const;

/** Every row of numbers in `text` that are bytes of text, with one or two signs between them. */
export function decodeNumbers(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  eachStretch(text, IN_NUMBERS, SHORTEST_ROW, (start, end) => {
    for (const base of BASES) decodeRow(text, start, end, base, runs);
  });
  return runs;
}

function decodeRow(
  text: string,
  from: number,
  to: number,
  { encoding, base, shortest, longest }: (typeof BASES)[number],
  runs: DecodedRun[],
): void {
  let bytes: number[] = [];
  let start = 0;
  let end = 0;
  const close = (): void => {
    const decoded = bytes.length < FEWEST_BYTES ? undefined : bytesToText(Uint8Array.from(bytes), bytes.length);
    if (decoded !== undefined) runs.push({ encoding, text: decoded, start, end });
    bytes = [];
  };
  for (let at = from; at < to; at += 1) {
    if (!isDigit(charCodeAt.call(text, at), 10)) {
      if (at - end > 2) close();
      continue;
    }
    let value = 0;
    const first = at;
    while (at < to && isDigit(charCodeAt.call(text, at), 10)) {
      const digit = charCodeAt.call(text, at) - 0x30;
      value = digit < base ? Math.min(1000, value * base + digit) : 1000;
      at += 1;
    }
    if (at - first < shortest || at - first > longest || !isByteOfText(value)) close();
    else {
      if (bytes.length === 0) start = first;
      bytes.push(value);
      end = at;
    }
    at -= 1;
  }
  close();
}

/** A function or a cast that makes a character of its number: chr(73), CHAR(0x49), [char]73. */
const CHARACTER = /cha?r(?:\]|\s{0,2}\(|\()\s{0,2}(0x[0-9a-f]{1,2}|\d{1,3})\s{0,2}\)?/gi;
/** What adds them up. */
const ADDS = /^[\s+.|&,[("']{0,6}$/;

/** Characters that a text adds up one by one, each from its number. */
export function decodeCharacterCalls(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  let bytes: number[] = [];
  let start = 0;
  let end = 0;
  const close = (): void => {
    const decoded = bytes.length < FEWEST_BYTES ? undefined : bytesToText(Uint8Array.from(bytes), bytes.length);
    if (decoded !== undefined) runs.push({ encoding: "decimal", text: decoded, start, end });
    bytes = [];
  };
  for (const found of text.matchAll(CHARACTER)) {
    const value = Number(found[1]);
    if (bytes.length > 0 && (!ADDS.test(text.slice(end, found.index)) || bytes.length >= MOST_BYTES)) close();
    if (!isByteOfText(value)) {
      close();
      continue;
    }
    if (bytes.length === 0) start = found.index;
    bytes.push(value);
    end = found.index + found[0].length;
  }
  close();
  return runs;
}

/** The text that a run of binary digits holds, eight to a byte without a sign between; undefined for other runs. */
export function textOfBits(text: string, start: number, end: number): string | undefined {
  const count = (end - start) / BITS_PER_BYTE;
  if (!Number.isInteger(count) || count < FEWEST_BYTES) return undefined;
  const bytes = new Uint8Array(count);
  for (let at = start; at < end; at += 1) {
    const code = charCodeAt.call(text, at);
    if (!isDigit(code, 2)) return undefined;
    const index = Math.floor((at - start) / BITS_PER_BYTE);
    bytes[index] = ((bytes[index] as number) << 1) | (code - 0x30);
  }
  return bytesToText(bytes, count);
}

/** The text that a list of numbers holds; undefined for other lists. */
export function textOfNumbers(values: readonly unknown[]): string | undefined {
  if (values.length < FEWEST_BYTES || values.length > MOST_BYTES) return undefined;
  if (!values.every((value) => typeof value === "number" && isByteOfText(value))) return undefined;
  return bytesToText(Uint8Array.from(values as readonly number[]), values.length);
}

/** A byte that text may hold: a line break, a tab, or from a space on. */
function isByteOfText(value: number): boolean {
  return Number.isInteger(value) && value <= 255 && (value >= 32 || value === 9 || value === 10 || value === 13);
}

function isDigit(code: number, base: number): boolean {
  return code >= 0x30 && code < 0x30 + base;
}
