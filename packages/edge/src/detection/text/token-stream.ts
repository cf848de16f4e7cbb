// The tokens of one reading of one text that belong to some class, as parallel arrays that are reused from text to text.
// Words of no class only advance the count of words.

import type { ClassBit } from "./token-classes.js";

/** Distances are counted in sixths of a word, so that text without spaces has places inside a word. */
export const UNITS_PER_WORD = 6;

/** Languages of what belongs to none: a mark for each. */
export const ALL_LANGUAGES = -1;

/** Tokens of a block: two to this power. */
export const BLOCK_BITS = 3;

export class TokenStream {
  length = 0;
  low = new Int32Array(256);
  high = new Int32Array(256);
  top = new Int32Array(256);
  languages = new Int32Array(256);
  /** First and last unit of the token. */
  firstUnit = new Int32Array(256);
  lastUnit = new Int32Array(256);
  /** Offsets into the text. */
  start = new Int32Array(256);
  end = new Int32Array(256);
  sentence = new Int32Array(256);
  /** Spaces that the phrase has when written plainly; kept by the squashed reading only. */
  gaps = new Uint8Array(256);

  /** All classes of each block of tokens, so that a search can pass over blocks that hold none of its own. */
  blockLow = new Int32Array(32);
  blockHigh = new Int32Array(32);
  blockTop = new Int32Array(32);

  /** All classes of the tokens around a block; see `lookAround`. */
  aroundLow = 0;
  aroundHigh = 0;
  aroundTop = 0;

  clear(): void {
    this.length = 0;
  }

  /** Fills the block masks; call it when the last token is in. */
  seal(): void {
    const blocks = (this.length >> BLOCK_BITS) + 1;
    if (blocks > this.blockLow.length) {
      this.blockLow = new Int32Array(blocks * 2);
      this.blockHigh = new Int32Array(blocks * 2);
      this.blockTop = new Int32Array(blocks * 2);
    } else {
      this.blockLow.fill(0, 0, blocks);
      this.blockHigh.fill(0, 0, blocks);
      this.blockTop.fill(0, 0, blocks);
    }
    for (let at = 0; at < this.length; at += 1) {
      const block = at >> BLOCK_BITS;
      this.blockLow[block] = (this.blockLow[block] as number) | (this.low[at] as number);
      this.blockHigh[block] = (this.blockHigh[block] as number) | (this.high[at] as number);
      this.blockTop[block] = (this.blockTop[block] as number) | (this.top[at] as number);
    }
  }

  /** Whether the block of a token holds any of the classes. */
  blockHas(at: number, { low, high, top }: ClassBit): boolean {
    const block = at >> BLOCK_BITS;
    return (
      (((this.blockLow[block] as number) & low) |
        ((this.blockHigh[block] as number) & high) |
        ((this.blockTop[block] as number) & top)) !==
      0
    );
  }

  /** Gathers the classes of the block that begins at a token and of the blocks up to `units` away on both sides. */
  lookAround(at: number, units: number): void {
    const size = 1 << BLOCK_BITS;
    const block = at >> BLOCK_BITS;
    let low = this.blockLow[block] as number;
    let high = this.blockHigh[block] as number;
    let top = this.blockTop[block] as number;
    const before = (this.lastUnit[at] as number) - units;
    for (let other = block - 1; other >= 0; other -= 1) {
      low |= this.blockLow[other] as number;
      high |= this.blockHigh[other] as number;
      top |= this.blockTop[other] as number;
      if ((this.lastUnit[other << BLOCK_BITS] as number) < before) break;
    }
    const after = (this.lastUnit[Math.min(at + size, this.length) - 1] as number) + units;
    for (let next = at + size; next < this.length; next += size) {
      if ((this.lastUnit[next] as number) > after) break;
      low |= this.blockLow[next >> BLOCK_BITS] as number;
      high |= this.blockHigh[next >> BLOCK_BITS] as number;
      top |= this.blockTop[next >> BLOCK_BITS] as number;
    }
    this.aroundLow = low;
    this.aroundHigh = high;
    this.aroundTop = top;
  }

  push(
    low: number,
    high: number,
    languages: number,
    firstUnit: number,
    lastUnit: number,
    start: number,
    end: number,
    sentence: number,
    gaps: number,
    top = 0,
  ): void {
    const at = this.length;
    if (at === this.low.length) this.grow();
    this.low[at] = low;
    this.high[at] = high;
    this.top[at] = top;
    this.languages[at] = languages;
    this.firstUnit[at] = firstUnit;
    this.lastUnit[at] = lastUnit;
    this.start[at] = start;
    this.end[at] = end;
    this.sentence[at] = sentence;
    this.gaps[at] = gaps;
    this.length = at + 1;
  }

  private grow(): void {
    const size = this.low.length * 2;
    this.low = growInts(this.low, size);
    this.high = growInts(this.high, size);
    this.top = growInts(this.top, size);
    this.languages = growInts(this.languages, size);
    this.firstUnit = growInts(this.firstUnit, size);
    this.lastUnit = growInts(this.lastUnit, size);
    this.start = growInts(this.start, size);
    this.end = growInts(this.end, size);
    this.sentence = growInts(this.sentence, size);
    const gaps = new Uint8Array(size);
    gaps.set(this.gaps);
    this.gaps = gaps;
  }
}

function growInts(old: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(size);
  grown.set(old);
  return grown;
}
