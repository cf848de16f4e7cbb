// The lengths of a list of names by their first and by their last letters: most words of a text are told from all of them by two
// looks, so that no table hashes them. It never says no to a name, and says yes to other words.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Names are shorter than this, and begin and end with signs of ASCII. */
const LONGEST = 31;

export class NameLengths {
  /** A bit for each length. */
  private readonly byFirst = new Int32Array(128);
  private readonly byLast = new Int32Array(128);

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const first = name.charCodeAt(0);
      const last = name.charCodeAt(name.length - 1);
      if (name.length > LONGEST || !(first < 128 && last < 128))
        throw new Error(`${name} is too long, or begins or ends with no sign of ASCII`);
      this.byFirst[first] = (this.byFirst[first] as number) | (1 << name.length);
      this.byLast[last] = (this.byLast[last] as number) | (1 << name.length);
    }
  }

  /** Whether `word` may be one of the names. */
  mayBe(word: string): boolean {
    const { length } = word;
    return length > 0 && this.mayBeAt(charCodeAt.call(word, 0), charCodeAt.call(word, length - 1), length);
  }

  /** The same of a word that begins and ends with a unit and has a length. */
  mayBeAt(first: number, last: number, length: number): boolean {
    if (length > LONGEST || first >= 128 || last >= 128) return false;
    return ((this.byFirst[first] as number) & (this.byLast[last] as number) & (1 << length)) !== 0;
  }
}
