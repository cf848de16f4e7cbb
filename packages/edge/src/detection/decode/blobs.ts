// Base64, base32, hexadecimal and binary digits in a text. A blob that does not decode to text is left alone: images, hashes and
// keys are no attack.

import { Stretches } from "../text/stretches.js";
import { textOfBase32 } from "./base32.js";
import { BASE64_VALUE } from "./base64-value.js";
import { bytesToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";
import { HEX_VALUE, isHex } from "./hex-value.js";
import { inflate, startOfPacked } from "./inflate.js";
import { textOfBits } from "./numbers.js";
import { eachStretch, IN_PAIRS, IN_PIECES } from "./stretch-of-class.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Shortest run that is worth decoding: 12 characters of text hide no order. */
const SHORTEST_BASE64 = 16;
const SHORTEST_HEX = 20;

/** Shortest row of pairs: ten of them with a sign between each. */
const SHORTEST_PAIRS = (SHORTEST_HEX / 2) * 3 - 1;

/**
 * Every run of these, hexadecimal also in pairs where `hexPairs` and base64 in pieces where there are `mixedWords` enough, that
 * decodes to text; together not longer than the text.
 */
export function decodeBlobs(text: string, hexPairs: boolean, mixedWords: number): DecodedRun[] {
  const runs: DecodedRun[] = [];
  if (mixedWords >= FEWEST_PIECES) {
    eachStretch(text, IN_PIECES, SHORTEST_HEX, (start, end) => findPieces(text, start, end, runs));
  }
  const pieces = new Stretches(runs);
  const whole: DecodedRun[] = [];
  findBlobs(text, whole);
  for (const run of whole) if (!pieces.overlaps(run.start, run.end)) runs.push(run);
  if (hexPairs) {
    eachStretch(text, IN_PAIRS, SHORTEST_PAIRS, (start, end) => findHexPairs(text, start, end, runs));
    findDumps(text, runs);
  }
  return runs;
}

/** Base64 and hexadecimal runs, lines joined. */
function findBlobs(text: string, runs: DecodedRun[]): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    // Jump: a run that is long enough holds a character at every such step.
    const probe = at + SHORTEST_BASE64 - 1;
    if (probe >= length) break;
    if (!isBase64(charCodeAt.call(text, probe)) && !isBreak(charCodeAt.call(text, probe))) {
      at = probe + 1;
      continue;
    }
    let start = probe;
    while (start > at && isBase64(charCodeAt.call(text, start - 1))) start -= 1;
    let end = probe;
    let lineStart = start;
    let lineBefore = start;
    for (;;) {
      while (end < length && isBase64(charCodeAt.call(text, end))) end += 1;
      if (end - lineStart < 40 || end >= length || !isBreak(charCodeAt.call(text, end))) break;
      let next = end;
      while (next < length && isBreak(charCodeAt.call(text, next))) next += 1;
      if (next - end > 2 || next >= length || !isBase64(charCodeAt.call(text, next))) break;
      lineBefore = end;
      end = next;
      lineStart = next;
    }
    if (end - start >= SHORTEST_BASE64) {
      while (end < length && charCodeAt.call(text, end) === 0x3d && end - start < length) end += 1;
      // The last line may be a word of the text below.
      const run =
        decodeBlob(text, start, end) ?? (lineBefore > start ? decodeBlob(text, start, lineBefore) : undefined);
      if (run !== undefined) {
        runs.push(run);
        end = run.end;
      }
    }
    at = Math.max(end, probe) + 1;
  }
}

const SHORTEST_PIECE = 4;
const FEWEST_PIECES = 2;

/** Base64 in pieces of one length, with a space or a line break between them: other widths than mail has. */
function findPieces(text: string, start: number, limit: number, runs: DecodedRun[]): void {
  let first = -1;
  let size = 0;
  let pieces = 0;
  let end = 0;
  const close = (): void => {
    const run = pieces < FEWEST_PIECES || end - first < SHORTEST_HEX ? undefined : decodeBlob(text, first, end);
    if (run !== undefined) runs.push(run);
    pieces = 0;
  };
  for (let at = start; at < limit; at += 1) {
    if (!isBase64(charCodeAt.call(text, at))) continue;
    const from = at;
    while (at < limit && isBase64(charCodeAt.call(text, at))) at += 1;
    const follows = pieces > 0 && from - end <= 2;
    // The last piece may be shorter.
    if (follows && at - from <= size) {
      pieces += 1;
      end = at;
      if (at - from < size) close();
      continue;
    }
    close();
    if (at - from >= SHORTEST_PIECE) {
      first = from;
      size = at - from;
      pieces = 1;
      end = at;
    }
  }
  close();
}

function isBase64(code: number): boolean {
  return code < 128 && (BASE64_VALUE[code] as number) >= 0;
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function decodeBlob(text: string, start: number, end: number): DecodedRun | undefined {
  let hexDigits = 0;
  let hexStart = start;
  if (charCodeAt.call(text, start) === 0x30 && (charCodeAt.call(text, start + 1) | 0x20) === 0x78) hexStart = start + 2;
  for (let at = hexStart; at < end; at += 1) {
    const code = charCodeAt.call(text, at);
    if ((HEX_VALUE[code] as number) >= 0) hexDigits += 1;
    else if (!isBreak(code)) {
      hexDigits = -1;
      break;
    }
  }
  if (hexDigits >= SHORTEST_HEX && (hexDigits & 1) === 0) {
    const bytes = hexBytes(text, hexStart, end, hexDigits >> 1);
    const decoded = bytesToText(bytes, hexDigits >> 1) ?? textOfPacked(bytes, hexDigits >> 1);
    if (decoded !== undefined) return { encoding: "hex", text: decoded, start, end };
    const ofBits = textOfBits(text, start, end);
    if (ofBits !== undefined) return { encoding: "binary", text: ofBits, start, end };
  }
  const ofBase32 = textOfBase32(text, start, end);
  if (ofBase32 !== undefined) return { encoding: "base32", text: ofBase32, start, end };
  if (!looksMixed(text, start, end)) return undefined;
  const bytes = bytesFor(((end - start) * 3) >> 2);
  const mayBePacked = opensPacked(text, start);
  let bits = 0;
  let held = 0;
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const value = BASE64_VALUE[charCodeAt.call(text, at)] as number;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      const byte = (held >>> bits) & 0xff;
      // Text never holds these: give up at once on images and keys.
      if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9 && !mayBePacked) return undefined;
      bytes[count] = byte;
      count += 1;
    }
  }
  const decoded = bytesToText(bytes, count) ?? (mayBePacked ? textOfPacked(bytes, count) : undefined);
  return decoded === undefined ? undefined : { encoding: "base64", text: decoded, start, end };
}

/** How the first bytes of gzip and zlib are written in base64. */
const PACKED = /H4sI|e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r])/y;

function opensPacked(text: string, start: number): boolean {
  PACKED.lastIndex = start;
  return PACKED.test(text);
}

/** How much of a packed stream is unpacked, by its bytes: attacks pack little, and the rest of a file says no more. */
const MOST_UNPACKED = 4;

function textOfPacked(bytes: Uint8Array, count: number): string | undefined {
  const from = startOfPacked(bytes, count);
  const unpacked = from < 0 ? undefined : inflate(bytes, from, count, count * MOST_UNPACKED);
  if (unpacked === undefined) return undefined;
  let end = unpacked.length;
  // What was cut may end amid a letter of several bytes.
  if (end === count * MOST_UNPACKED) {
    while (end > 0 && ((unpacked[end - 1] as number) & 0xc0) === 0x80) end -= 1;
    if (end > 0 && (unpacked[end - 1] as number) >= 0xc0) end -= 1;
  }
  return bytesToText(unpacked, end);
}

/** Where blobs of usual length are decoded, one after the other. */
const sharedBytes = new Uint8Array(0x10000);

function bytesFor(count: number): Uint8Array {
  return count > sharedBytes.length ? new Uint8Array(count) : sharedBytes;
}

/** Base64 of text has capitals, small letters, and usually digits; a path or a long word lacks one of them. */
function looksMixed(text: string, start: number, end: number): boolean {
  let capitals = 0;
  let small = 0;
  for (let at = start; at < end; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code >= 0x41 && code <= 0x5a) capitals += 1;
    else if (code >= 0x61 && code <= 0x7a) small += 1;
  }
  return capitals > 1 && small > 1;
}

function hexBytes(text: string, start: number, end: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  let nibble = 0;
  for (let at = start; at < end; at += 1) {
    const value = HEX_VALUE[charCodeAt.call(text, at)] as number;
    if (value < 0 || value === undefined) continue;
    bytes[nibble >> 1] = ((bytes[nibble >> 1] as number) << 4) | value;
    nibble += 1;
  }
  return bytes;
}

/** Pairs of hexadecimal digits with one sign between them: `49 67 6e`, `49:67:6e`, `0x49, 0x67`. */
function findHexPairs(text: string, start: number, length: number, runs: DecodedRun[]): void {
  let at = start;
  while (at + 2 < length) {
    const first = charCodeAt.call(text, at);
    if (!isHex(first) || !isHex(charCodeAt.call(text, at + 1)) || (at > 0 && isHex(charCodeAt.call(text, at - 1)))) {
      at += 1;
      continue;
    }
    let end = at;
    let count = 0;
    const units: number[] = [];
    for (;;) {
      let from = end;
      if (count > 0) {
        while (from < length && from - end < 3 && isPairGap(charCodeAt.call(text, from))) from += 1;
        if (from === end) break;
      }
      if (charCodeAt.call(text, from) === 0x30 && (charCodeAt.call(text, from + 1) | 0x20) === 0x78) from += 2;
      const high = charCodeAt.call(text, from);
      const low = charCodeAt.call(text, from + 1);
      if (!isHex(high) || !isHex(low) || isHex(charCodeAt.call(text, from + 2))) break;
      units.push(((HEX_VALUE[high] as number) << 4) | (HEX_VALUE[low] as number));
      end = from + 2;
      count += 1;
    }
    if (count >= SHORTEST_HEX / 2) {
      const decoded = bytesToText(Uint8Array.from(units), count);
      if (decoded !== undefined) runs.push({ encoding: "hex", text: decoded, start: at, end });
    }
    at = Math.max(end, at + 2);
  }
}

/** A line of `xxd` or `hexdump -C`: an offset, bytes in ones or twos, and what they show, if that. */
const DUMP_LINE =
  /^[ \t]{0,8}(?:0x)?[0-9a-f]{4,8}:?[ \t]{1,3}((?:[0-9a-f]{2}(?:[0-9a-f]{2})?(?:[ \t]{1,2}|$)){1,16})/gim;
const MOST_DUMPED = 65_536;

/** Bytes of dumps, their lines joined where nothing but a line break stands between. */
function findDumps(text: string, runs: DecodedRun[]): void {
  let digits: string[] = [];
  let count = 0;
  let start = 0;
  let end = 0;
  const close = (): void => {
    const joined = digits.join("");
    digits = [];
    const size = joined.length >> 1;
    if (size < SHORTEST_HEX / 2) return;
    const decoded = bytesToText(hexBytes(joined, 0, size * 2, size), size);
    if (decoded !== undefined) runs.push({ encoding: "hex", text: decoded, start, end });
  };
  for (const found of text.matchAll(DUMP_LINE)) {
    const between = text.slice(end, found.index);
    if (digits.length > 0 && (between.length > LONGEST_SHOWN || between.indexOf("\n") !== between.lastIndexOf("\n")))
      close();
    if (digits.length === 0) start = found.index;
    if (count < MOST_DUMPED) digits.push((found[1] as string).replace(/\s+/g, ""));
    count += 1;
    end = found.index + found[0].length;
  }
  close();
}

/** What a line shows of its bytes, and the break behind it. */
const LONGEST_SHOWN = 40;

function isPairGap(code: number): boolean {
  return code === 32 || code === 0x3a || code === 0x2c || code === 0x2d || code === 0x3b;
}
