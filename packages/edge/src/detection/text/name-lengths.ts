// The lengths of a list of names by their first letters: most words of a text are told from all of them by one look, so that
// no table hashes them. It never says no to a name, and says yes to other words.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Names are shorter than this, and begin with a sign of ASCII. */
const LONGEST = 31;

export class NameLengths {
  /** A bit for each length. */
  private readonly byFirst = new Int32Array(128);

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const first = name.charCodeAt(0);
      if (name.length > LONGEST || !(first < 128))
        throw new Error(`${name} is too long, or begins with no sign of ASCII`);
      this.byFirst[first] = (this.byFirst[first] as number) | (1 << name.length);
    }
  }

  /** Whether `word` may be one of the names. */
  mayBe(word: string): boolean {
    return word.length > 0 && this.mayBeAt(charCodeAt.call(word, 0), word.length);
  }

  /** The same of a word that begins with a unit and has a length. */
  mayBeAt(first: number, length: number): boolean {
    return length <= LONGEST && first < 128 && ((this.byFirst[first] as number) & (1 << length)) !== 0;
  }
}
