// The squashed reading: letters only, with digits and signs read as letters, words found wherever they stand. It sees
// through letters that are spaced out, run together, chunked, or written with digits.
import { foldAstral, INVISIBLE, KIND, LATIN, MARK, SEPARATOR, SQUASH, SURROGATE, UNSPACED } from "./fold.js";
import type { Lexicon } from "./lexicon.js";
import type { TokenStream } from "./token-stream.js";

/** Letters that count as one word when distances are measured. */
const LETTERS_PER_WORD = 5;

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
    let code = text.charCodeAt(at);
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
    for (let end = state; end !== 0; end = automaton.shorter[end] as number) {
      const index = automaton.ending[end] as number;
      if (index < 0) continue;
      const entry = automaton.entries[index] as (typeof automaton.entries)[number];
      const size = entry.key.length;
      const start = ring[(letters - size) & (RING - 1)] as number;
      const broken = brokenness(text, start, at + 1, entry.gaps);
      const first = Math.floor((letters - size) / LETTERS_PER_WORD);
      const last = Math.floor((letters - 1) / LETTERS_PER_WORD);
      for (const record of entry.records) {
        stream.push(record.low, record.high, record.languages, first, last, start, at + 1, 0, broken);
      }
    }
  }
}

function isInsideWord(text: string, at: number): boolean {
  const before = at > 0 ? (KIND[text.charCodeAt(at - 1)] as number) : SEPARATOR;
  const after = at + 1 < text.length ? (KIND[text.charCodeAt(at + 1)] as number) : SEPARATOR;
  return (before > SEPARATOR && before < UNSPACED) || (after > SEPARATOR && after < UNSPACED);
}

function isLetter(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const kind = KIND[text.charCodeAt(at)] as number;
  return kind > SEPARATOR && kind < UNSPACED;
}

/** How a match is written: 0 is plainly, as words. */
export const GLUED = 1;
export const SPLIT = 2;
export const SIGNS = 3;

function brokenness(text: string, start: number, end: number, gaps: number): number {
  let pieces = 1;
  let signs = false;
  let wasSeparator = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const kind = KIND[code] as number;
    if (kind === MARK || kind === INVISIBLE) continue;
    if (kind === SEPARATOR && (SQUASH[code] === 0 || !isInsideWord(text, at))) {
      if (!wasSeparator) pieces += 1;
      wasSeparator = true;
      continue;
    }
    wasSeparator = false;
    if (kind !== LATIN && code < 128) signs = true;
  }
  if (signs) return SIGNS;
  if (pieces - 1 > gaps) return SPLIT;
  if (isLetter(text, start - 1) || isLetter(text, end)) return GLUED;
  return 0;
}
