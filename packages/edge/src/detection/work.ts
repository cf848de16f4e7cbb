// How much of a scan is left to what strings may hide behind encodings. It is counted in characters, never in time, so that
// equal payloads give equal findings.

/** Parts that may each read a string as it is written: words, statements, commands, and paths with addresses and secrets. */
const PARTS = 4;
/** A short string may be read in all its layers whatever it holds. */
const LEAST = 1024;
/** How often its own length a string may be read in all its readings and layers, whatever it holds, and how much more if it is short. */
const MOST = 28;
const LEAST_OF_ANY = 4 * 1024;

export class Work {
  private left = LEAST;
  private leftOfAny = LEAST_OF_ANY;

  /**
   * A string has come: every part may read it once, and what a part leaves is there for the layers of any string. What the strings
   * before it cost beyond their share takes nothing from its own.
   */
  begin(characters: number): void {
    this.allow(characters);
    this.leftOfAny = Math.max(0, this.leftOfAny) + MOST * characters;
  }

  /** A layer has come that is read as if it were a string of its own. */
  allow(characters: number): void {
    this.left += PARTS * characters;
  }

  /** A part reads a text. */
  spend(characters: number): void {
    this.left -= characters;
    this.leftOfAny -= characters;
  }

  /** A part looks into what it read, which costs as much as to read so many characters more. */
  look(characters: number): void {
    this.leftOfAny -= characters;
  }

  /** Whether the layers of a string that is known to be an attack have had their share. */
  get isSpent(): boolean {
    return this.left <= 0;
  }

  /** Whether those of any string have. */
  get isSpentByAny(): boolean {
    return this.leftOfAny <= 0;
  }
}
