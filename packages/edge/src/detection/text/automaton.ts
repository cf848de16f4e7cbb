// Aho-Corasick automaton over squashed letters: finds every dictionary word in text that has no usable word boundaries
// (Chinese, Thai, letters spaced out or run together) in one pass, whatever the text.
import type { Meaning } from "./meanings.js";
import type { Trie } from "./trie.js";

export interface AutomatonEntry {
  /** How many letters it has. */
  readonly size: number;
  /** Whether it begins or ends in a script without spaces. */
  readonly isUnspaced: boolean;
  meaning: Meaning;
  /** Spaces that the phrase has when written plainly. */
  readonly gaps: number;
}

const LATIN_FROM = 0x61;
const LATIN_LETTERS = 26;
/** Letters up to which a state has a row of its own: most text leads no further. */
const SHALLOW = 6;

/** States are the nodes of a trie: numbered by the count of their letters, the shortest first. */
export class Automaton {
  readonly entries: readonly AutomatonEntry[];
  /** Entry that ends at a state, -1 when none does. */
  readonly ending: Int32Array;
  /** Next shorter state by suffix at which an entry ends, 0 when none. */
  readonly shorter: Int32Array;
  /** The state itself or the next shorter one at which an entry ends, 0 when none: one look after most letters. */
  readonly longest: Int32Array;
  private readonly letters: Uint16Array;
  private readonly firsts: Int32Array;
  /** The state after each letter in the first one. */
  private readonly start = new Uint16Array(0x10000);
  /** The longest state that ends a state and begins an entry as well. */
  private readonly fallback: Int32Array;
  /** The state after each Latin letter in each shallow state, failures followed: one look-up a letter for most text. */
  private readonly latin: Int32Array;
  private readonly shallowEnd: number;

  /** Of entries by the number that `ending` has where they end. */
  constructor({ size, parents, units, firsts }: Trie, ending: Int32Array, entries: readonly AutomatonEntry[]) {
    this.entries = entries;
    this.ending = ending;
    this.letters = units;
    this.firsts = firsts;
    let shallowEnd = 1;
    for (let depth = 0; depth < SHALLOW; depth += 1) shallowEnd = firsts[shallowEnd] as number;
    this.shallowEnd = shallowEnd;
    this.fallback = new Int32Array(size);
    this.shorter = new Int32Array(size);
    this.longest = new Int32Array(size);
    this.latin = new Int32Array(shallowEnd * LATIN_LETTERS);
    this.fillRow(0);
    for (let state = 1; state < size; state += 1) {
      const parent = parents[state] as number;
      const unit = units[state] as number;
      const back = parent === 0 ? 0 : this.step(this.fallback[parent] as number, unit);
      if (parent === 0) this.start[unit] = state;
      this.fallback[state] = back;
      this.shorter[state] = this.longest[back] as number;
      this.longest[state] = ending[state] === -1 ? (this.shorter[state] as number) : state;
      if (state < shallowEnd) this.fillRow(state);
    }
  }

  /** The state after reading one squashed unit in a state; 0 is the start. */
  step(state: number, unit: number): number {
    const letter = unit - LATIN_FROM;
    const shallowEnd = letter >= 0 && letter < LATIN_LETTERS ? this.shallowEnd : 1;
    let from = state;
    while (from >= shallowEnd) {
      const next = this.target(from, unit);
      if (next !== 0) return next;
      from = this.fallback[from] as number;
    }
    return (shallowEnd === 1 ? this.start[unit] : this.latin[from * LATIN_LETTERS + letter]) as number;
  }

  /** The state after one with which an entry goes on, or 0. */
  private target(state: number, unit: number): number {
    const { letters, firsts } = this;
    const end = firsts[state + 1] as number;
    for (let next = firsts[state] as number; next < end; next += 1) if (letters[next] === unit) return next;
    return 0;
  }

  /** Letters with which no entry goes on here lead where they lead from the state that this one falls back to. */
  private fillRow(state: number): void {
    const { latin, letters, firsts } = this;
    const row = state * LATIN_LETTERS;
    const back = (this.fallback[state] as number) * LATIN_LETTERS;
    for (let letter = 0; letter < LATIN_LETTERS; letter += 1) latin[row + letter] = latin[back + letter] as number;
    const end = firsts[state + 1] as number;
    for (let next = firsts[state] as number; next < end; next += 1) {
      const letter = (letters[next] as number) - LATIN_FROM;
      if (letter >= 0 && letter < LATIN_LETTERS) latin[row + letter] = next;
    }
  }
}
