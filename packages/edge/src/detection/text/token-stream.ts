// The tokens of one reading of one text that belong to some class, as parallel arrays that are reused from text to text.
// Words of no class only advance the count of words.

/** Distances are counted in sixths of a word, so that text without spaces has places inside a word. */
export const UNITS_PER_WORD = 6;

export class TokenStream {
  length = 0;
  low = new Int32Array(256);
  high = new Int32Array(256);
  languages = new Int32Array(256);
  /** First and last unit of the token. */
  firstUnit = new Int32Array(256);
  lastUnit = new Int32Array(256);
  /** Offsets into the text. */
  start = new Int32Array(256);
  end = new Int32Array(256);
  sentence = new Int32Array(256);
  /** 0: written plainly; else GLUED, SPLIT and SIGNS of squash.ts, added up. */
  broken = new Uint8Array(256);

  clear(): void {
    this.length = 0;
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
    broken: number,
  ): void {
    const at = this.length;
    if (at === this.low.length) this.grow();
    this.low[at] = low;
    this.high[at] = high;
    this.languages[at] = languages;
    this.firstUnit[at] = firstUnit;
    this.lastUnit[at] = lastUnit;
    this.start[at] = start;
    this.end[at] = end;
    this.sentence[at] = sentence;
    this.broken[at] = broken;
    this.length = at + 1;
  }

  private grow(): void {
    const size = this.low.length * 2;
    this.low = growInts(this.low, size);
    this.high = growInts(this.high, size);
    this.languages = growInts(this.languages, size);
    this.firstUnit = growInts(this.firstUnit, size);
    this.lastUnit = growInts(this.lastUnit, size);
    this.start = growInts(this.start, size);
    this.end = growInts(this.end, size);
    this.sentence = growInts(this.sentence, size);
    const broken = new Uint8Array(size);
    broken.set(this.broken);
    this.broken = broken;
  }
}

function growInts(old: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(size);
  grown.set(old);
  return grown;
}
