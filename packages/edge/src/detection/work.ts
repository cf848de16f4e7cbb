// How much of a scan is left to what a string may hide behind encodings. It is counted in characters, never in time, so that
// equal payloads give equal findings.

/** Parts that may each read a string as it is written: words, statements, commands, and paths with addresses and secrets. */
const PARTS = 4;
/** A short string may be read in all its layers whatever it holds. */
const LEAST = 1024;

export class Work {
  private left = LEAST;

  /** A string has come: every part may read it once, and what a part leaves is there for the layers of any string. */
  allow(characters: number): void {
    this.left += PARTS * characters;
  }

  spend(characters: number): void {
    this.left -= characters;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }
}
