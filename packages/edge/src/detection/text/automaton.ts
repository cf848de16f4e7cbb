// Aho-Corasick automaton over squashed letters: finds every dictionary word in text that has no usable word boundaries
// (Chinese, Thai, letters spaced out or run together) in one pass, whatever the text.
import type { Meaning } from "./meanings.js";
import { NumberMap } from "./number-map.js";

export interface AutomatonEntry {
  readonly key: string;
  meaning: Meaning;
  /** Spaces that the phrase has when written plainly. */
  readonly gaps: number;
}

const SYMBOL_BITS = 11;
/** Different letters, and states, that there is room for. */
export const MOST_SYMBOLS = 1 << SYMBOL_BITS;
export const MOST_STATES = 2 ** (32 - SYMBOL_BITS);
const LATIN_FROM = 0x61;
const LATIN_LETTERS = 26;
/** Letters up to which a state has a row of its own: most text leads no further. */
const SHALLOW = 6;

/** States are numbered by the count of their letters, the shortest first. */
export class Automaton {
  readonly entries: readonly AutomatonEntry[];
  /** Entry that ends at a state, -1 when none does. */
  readonly ending: Int32Array;
  /** Next shorter state by suffix at which an entry ends, 0 when none. */
  readonly shorter: Int32Array;
  /** The state itself or the next shorter one at which an entry ends, 0 when none: one look after most letters. */
  readonly longest: Int32Array;
  /** Different letters of the entries. */
  readonly symbolCount: number;
  private readonly symbols = new Uint16Array(0x10000);
  /** The state after a state and a letter with which an entry goes on. */
  private readonly links = new NumberMap();
  /** The longest state that ends a state and begins an entry as well. */
  private readonly fallback: Int32Array;
  /** The state after each Latin letter in each shallow state, failures followed: one look-up a letter for most text. */
  private readonly latin: Int32Array;
  private readonly shallowEnd: number;

  constructor(entries: readonly AutomatonEntry[]) {
    this.entries = entries;
    let symbolCount = 0;
    let size = 1;
    let letters = 0;
    for (const { key } of entries) {
      size += key.length;
      letters = Math.max(letters, key.length);
      for (let at = 0; at < key.length; at += 1) {
        const code = key.charCodeAt(at);
        if (this.symbols[code] === 0) {
          symbolCount += 1;
          this.symbols[code] = symbolCount;
        }
      }
    }
    this.symbolCount = symbolCount;
    const parent = new Int32Array(size);
    const via = new Uint16Array(size);
    const ending = new Int32Array(size).fill(-1);
    const reached = new Int32Array(entries.length);
    let states = 1;
    this.shallowEnd = 1;
    for (let at = 0; at < letters; at += 1) {
      entries.forEach(({ key }, index) => {
        if (at >= key.length) return;
        const state = reached[index] as number;
        const code = key.charCodeAt(at);
        let next = this.target(state, code);
        if (next === 0) {
          next = states;
          states += 1;
          this.links.set(linkKey(state, this.symbols[code] as number), next);
          parent[next] = state;
          via[next] = code;
        }
        reached[index] = next;
        if (at === key.length - 1) ending[next] = index;
      });
      if (at < SHALLOW) this.shallowEnd = states;
    }
    if (symbolCount >= MOST_SYMBOLS || states > MOST_STATES) throw new Error("The dictionaries outgrew the automaton.");
    this.ending = ending.slice(0, states);
    this.fallback = new Int32Array(states);
    this.shorter = new Int32Array(states);
    this.latin = new Int32Array(this.shallowEnd * LATIN_LETTERS);
    this.fillRow(0);
    for (let state = 1; state < states; state += 1) {
      const before = parent[state] as number;
      const back = before === 0 ? 0 : this.step(this.fallback[before] as number, via[state] as number);
      this.fallback[state] = back;
      this.shorter[state] = (this.ending[back] as number) >= 0 ? back : (this.shorter[back] as number);
      if (state < this.shallowEnd) this.fillRow(state);
    }
    this.longest = this.shorter.map((shorter, state) => ((this.ending[state] as number) >= 0 ? state : shorter));
  }

  /** The state after reading one squashed unit in a state; 0 is the start. */
  step(state: number, unit: number): number {
    const symbol = this.symbols[unit] as number;
    if (symbol === 0) return 0;
    const letter = unit - LATIN_FROM;
    const shallowEnd = letter >= 0 && letter < LATIN_LETTERS ? this.shallowEnd : 0;
    let from = state;
    while (from >= shallowEnd) {
      const next = this.links.get(linkKey(from, symbol));
      if (next !== 0 || from === 0) return next;
      from = this.fallback[from] as number;
    }
    return this.latin[from * LATIN_LETTERS + letter] as number;
  }

  /** The state after one with which an entry goes on, or 0. */
  private target(state: number, unit: number): number {
    return this.links.get(linkKey(state, this.symbols[unit] as number));
  }

  /** Letters with which no entry goes on here lead where they lead from the state that this one falls back to. */
  private fillRow(state: number): void {
    const row = state * LATIN_LETTERS;
    const back = (this.fallback[state] as number) * LATIN_LETTERS;
    for (let letter = 0; letter < LATIN_LETTERS; letter += 1)
      this.latin[row + letter] = this.target(state, LATIN_FROM + letter) || (this.latin[back + letter] as number);
  }
}

function linkKey(state: number, symbol: number): number {
  return (state << SYMBOL_BITS) | symbol;
}
