// The squashed reading: letters only, with digits and signs read as letters, words found wherever they stand. It sees
// through letters that are spaced out, run together, chunked, or written with digits.
import { foldAstral, INVISIBLE, KIND, LATIN, MARK, SEPARATOR, SQUASH, SURROGATE, UNSPACED } from "./fold.js";
import type { Lexicon } from "./lexicon.js";
import type { WordRecord } from "./meanings.js";
import type { TokenStream } from "./token-stream.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Places in the text of the latest letters, for the start of a match; a power of two above the longest phrase. */
const RING = 128;
const ring = new Int32Array(RING);

/** Reads a part of `text` into `stream` (which it clears first) without regard to word boundaries. */
export function squash(text: string, from: number, to: number, lexicon: Lexicon, stream: TokenStream): void {
  stream.clear();
  const { automaton } = lexicon;
  let state = 0;
  let letters = 0;
  const length = Math.min(text.length, to);
  for (let at = from; at < length; at += 1) {
    let code = charCodeAt.call(text, at);
    if (KIND[code] === SURROGATE) {
      code = foldAstral(text.codePointAt(at) as number);
      at += 1;
      if (code === 0) continue;
    }
    const unit = SQUASH[code] as number;
    if (unit === 0) continue;
    // An exclamation mark or at sign stands for a letter only inside a word.
    if (KIND[code] === SEPARATOR && !isInsideWord(text, at)) continue;
    ring[letters & (RING - 1)] = at;
    letters += 1;
    state = automaton.step(state, unit);
    for (let end = automaton.longest[state] as number; end !== 0; end = automaton.shorter[end] as number) {
      const entry = automaton.entries[automaton.ending[end] as number] as (typeof automaton.entries)[number];
      const { size } = entry;
      const start = ring[(letters - size) & (RING - 1)] as number;
      for (const record of entry.meaning) {
        dropShorter(stream, start, record);
        stream.push(record, letters - size, letters - 1, start, at + 1, 0, entry.gaps);
      }
    }
  }
}

/** Takes a class away from shorter words at the same start: `instruction` where `instructions` stands. */
function dropShorter(stream: TokenStream, start: number, record: WordRecord): void {
  for (let other = stream.length - 1; other >= 0 && other >= stream.length - 12; other -= 1) {
    if (stream.start[other] !== start || ((stream.languages[other] as number) & record.languages) === 0) continue;
    stream.drop(other, record);
  }
}

/** A sign beside a letter, or beside another sign that may stand for one. */
function isInsideWord(text: string, at: number): boolean {
  return (
    (at > 0 && SQUASH[charCodeAt.call(text, at - 1)] !== 0) ||
    (at + 1 < text.length && SQUASH[charCodeAt.call(text, at + 1)] !== 0)
  );
}

function isLetter(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = charCodeAt.call(text, at);
  const kind = KIND[code] as number;
  return kind > SEPARATOR && kind < UNSPACED;
}

/** A dollar sign right after a word stands for its last letter. */
const DOLLAR = 0x24;

/** How a match is written; 0 is plainly, as words. GLUED: letters go on at an edge. SPLIT: gaps inside words. */
export const GLUED = 1;
export const SPLIT = 2;
/** Digits or signs stand for letters. */
export const SIGNS = 4;

/** How the letters from `start` to `end` are written, for a phrase that has `gaps` spaces when written plainly. */
export function writingOf(text: string, start: number, end: number, gaps: number): number {
  let pieces = 1;
  let letters = 0;
  let result = 0;
  let gapStart = -1;
  let innerGap = "";
  for (let at = start; at < end; at += 1) {
    const code = charCodeAt.call(text, at);
    const kind = KIND[code] as number;
    if (kind === MARK || kind === INVISIBLE) continue;
    if (kind === SEPARATOR && (SQUASH[code] === 0 || !isInsideWord(text, at))) {
      if (gapStart < 0) gapStart = at;
      continue;
    }
    if (gapStart >= 0) {
      pieces += 1;
      const gap = text.slice(gapStart, at);
      if (innerGap === "" || gap.length < innerGap.length) innerGap = gap;
      gapStart = -1;
    }
    letters += 1;
    if (kind !== LATIN && code < 128) result |= SIGNS;
  }
  if (pieces - 1 > gaps) result |= SPLIT;
  if (isLetter(text, start - 1) || isLetter(text, end) || charCodeAt.call(text, end) === DOLLAR) return result | GLUED;
  // Single letters with the same gap at an edge as inside: the word goes on there.
  if ((result & SPLIT) !== 0 && pieces === letters) {
    const size = innerGap.length;
    const goesOn = text.startsWith(innerGap, end) && isLetter(text, end + size);
    const cameFrom = text.startsWith(innerGap, start - size) && isLetter(text, start - size - 1);
    if (goesOn || cameFrom) result |= GLUED;
  }
  return result;
}
