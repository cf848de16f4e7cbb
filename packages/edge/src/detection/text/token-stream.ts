// The tokens of one reading of one text that belong to some class, as parallel arrays that are reused from text to text.
// Words of no class only advance the count of words.

import type { WordRecord } from "./meanings.js";
import type { ClassBits } from "./token-classes.js";

/** Distances are counted in sixths of a word, so that text without spaces has places inside a word. */
export const UNITS_PER_WORD = 6;

/** Tokens of a block: two to this power. */
export const BLOCK_BITS = 3;

export class TokenStream {
  length = 0;
  /** The four masks of each token. */
  classes = new Int32Array(4 * 256);
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
  private blocks = new Int32Array(4 * 32);

  /** All classes of the tokens around a block; see `lookAround`. */
  private aroundLow = 0;
  private aroundHigh = 0;
  private aroundTop = 0;
  private aroundApex = 0;

  clear(): void {
    this.length = 0;
  }

  /** Fills the masks of the blocks; call it when the last token is in. */
  seal(): void {
    const size = 4 * ((this.length >> BLOCK_BITS) + 1);
    if (size > this.blocks.length) this.blocks = new Int32Array(size * 2);
    else this.blocks.fill(0, 0, size);
    const { blocks, classes } = this;
    for (let at = 0; at < this.length; at += 1) {
      const block = 4 * (at >> BLOCK_BITS);
      const token = 4 * at;
      blocks[block] = (blocks[block] as number) | (classes[token] as number);
      blocks[block + 1] = (blocks[block + 1] as number) | (classes[token + 1] as number);
      blocks[block + 2] = (blocks[block + 2] as number) | (classes[token + 2] as number);
      blocks[block + 3] = (blocks[block + 3] as number) | (classes[token + 3] as number);
    }
  }

  /** Whether a token is of any of the classes. */
  has(at: number, classes: ClassBits): boolean {
    return holdsAny(this.classes, 4 * at, classes);
  }

  /** Whether the block of a token holds any of the classes. */
  blockHas(at: number, classes: ClassBits): boolean {
    return holdsAny(this.blocks, 4 * (at >> BLOCK_BITS), classes);
  }

  /** Gathers the classes of the block that begins at a token and of the blocks up to `units` away on both sides. */
  lookAround(at: number, units: number): void {
    const size = 1 << BLOCK_BITS;
    const block = at >> BLOCK_BITS;
    this.aroundLow = 0;
    this.aroundHigh = 0;
    this.aroundTop = 0;
    this.aroundApex = 0;
    this.addAround(block);
    const before = (this.lastUnit[at] as number) - units;
    for (let other = block - 1; other >= 0; other -= 1) {
      this.addAround(other);
      if ((this.lastUnit[other << BLOCK_BITS] as number) < before) break;
    }
    const after = (this.lastUnit[Math.min(at + size, this.length) - 1] as number) + units;
    for (let next = at + size; next < this.length; next += size) {
      if ((this.lastUnit[next] as number) > after) break;
      this.addAround(next >> BLOCK_BITS);
    }
  }

  private addAround(block: number): void {
    const { blocks } = this;
    this.aroundLow |= blocks[4 * block] as number;
    this.aroundHigh |= blocks[4 * block + 1] as number;
    this.aroundTop |= blocks[4 * block + 2] as number;
    this.aroundApex |= blocks[4 * block + 3] as number;
  }

  /** Whether what was gathered last holds any of the classes. */
  aroundHas({ low, high, top, apex }: ClassBits): boolean {
    return (
      ((this.aroundLow & low) | (this.aroundHigh & high) | (this.aroundTop & top) | (this.aroundApex & apex)) !== 0
    );
  }

  push(
    record: WordRecord,
    firstUnit: number,
    lastUnit: number,
    start: number,
    end: number,
    sentence: number,
    gaps: number,
  ): void {
    const at = this.length;
    if (at === this.languages.length) this.grow();
    const { classes } = this;
    classes[4 * at] = record.low;
    classes[4 * at + 1] = record.high;
    classes[4 * at + 2] = record.top;
    classes[4 * at + 3] = record.apex;
    this.languages[at] = record.languages;
    this.firstUnit[at] = firstUnit;
    this.lastUnit[at] = lastUnit;
    this.start[at] = start;
    this.end[at] = end;
    this.sentence[at] = sentence;
    this.gaps[at] = gaps;
    this.length = at + 1;
  }

  /** Takes the classes of a token away that others are of. */
  drop(at: number, { low, high, top, apex }: ClassBits): void {
    const { classes } = this;
    classes[4 * at] = (classes[4 * at] as number) & ~low;
    classes[4 * at + 1] = (classes[4 * at + 1] as number) & ~high;
    classes[4 * at + 2] = (classes[4 * at + 2] as number) & ~top;
    classes[4 * at + 3] = (classes[4 * at + 3] as number) & ~apex;
  }

  private grow(): void {
    const size = this.languages.length * 2;
    this.classes = growInts(this.classes, size * 4);
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

function holdsAny(masks: Int32Array, at: number, { low, high, top, apex }: ClassBits): boolean {
  return (
    (((masks[at] as number) & low) |
      ((masks[at + 1] as number) & high) |
      ((masks[at + 2] as number) & top) |
      ((masks[at + 3] as number) & apex)) !==
    0
  );
}

function growInts(old: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(size);
  grown.set(old);
  return grown;
}
