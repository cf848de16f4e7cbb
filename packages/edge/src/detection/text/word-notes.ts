// What the words of a text say by their form: whether they may be digits, pieces of words, base64 in pieces, or text in disguise.

import type { TextNotes } from "./text-notes.js";

/** Unknown words in a row that make a stretch odd, and the length at which one word does. */
const ODD_RUN = 4;
const LONG_WORD = 20;
/** Words shorter than this may be pieces of words. */
const CHUNK = 6;
/** Pairs of characters in a row that may be bytes in hexadecimal, and numbers in a row that may be bytes in decimal. */
const MANY_PAIRS = 8;
const MANY_NUMBERS = 10;
/** A byte in binary digits. */
const LONGEST_BYTE = 8;

export class WordNotes {
  private pairs = 0;
  private numbers = 0;
  private unknown = 0;
  private unknownStart = 0;
  private chunks = 0;
  private chunkStart = 0;

  constructor(private readonly notes: TextNotes) {}

  /** Notes the next word: `size` characters, `letters` of them no digits. */
  add(start: number, end: number, size: number, letters: number, isMixed: boolean, isKnown: boolean): void {
    const { notes } = this;
    if (isMixed) notes.mixedWords += 1;
    if (size === 2 || size === 4) {
      this.pairs += 1;
      if (this.pairs === MANY_PAIRS) notes.hexPairs = true;
    } else this.pairs = 0;
    if (letters === 0 && size <= LONGEST_BYTE) {
      this.numbers += 1;
      if (this.numbers === MANY_NUMBERS) notes.numbers = true;
    } else this.numbers = 0;
    if (letters === 0) return;
    if (!isKnown) this.addUnknown(start, end, size, letters);
    else if (size > 2) {
      this.unknown = 0;
      this.chunks = 0;
    }
  }

  /** A stretch of words that no dictionary knows may be text in disguise; so may one word of letters and digits. */
  private addUnknown(start: number, end: number, size: number, letters: number): void {
    const { odd, foreign } = this.notes;
    if (this.unknown === 0) this.unknownStart = start;
    this.unknown += 1;
    if (size < CHUNK) {
      if (this.chunks === 0) this.chunkStart = start;
      this.chunks += 1;
      if (this.chunks >= ODD_RUN) odd.add(this.chunkStart, end);
    } else {
      this.chunks = 0;
      if (size >= LONG_WORD) odd.add(start, end);
    }
    if (letters < size && letters > 1 && size > 3) odd.add(start, end);
    if (this.unknown >= ODD_RUN) foreign.add(this.unknownStart, end);
  }
}
