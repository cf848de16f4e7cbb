// Aho-Corasick automaton over squashed letters: finds every dictionary word in text that has no usable word boundaries
// (Chinese, Thai, letters spaced out or run together) in one pass, whatever the text.

export interface AutomatonEntry {
  readonly key: string;
  /** Classes of the word, one record for each language. */
  readonly records: { low: number; high: number; top: number; languages: number }[];
  /** Spaces that the phrase has when written plainly. */
  readonly gaps: number;
}

const SYMBOL_BITS = 11;
const LATIN_FROM = 0x61;
const LATIN_LETTERS = 26;

export class Automaton {
  readonly entries: readonly AutomatonEntry[];
  /** Entry that ends at a state, -1 when none does. */
  readonly ending: Int32Array;
  /** Next shorter state by suffix at which an entry ends, 0 when none. */
  readonly shorter: Int32Array;
  /** The state itself or the next shorter one at which an entry ends, 0 when none: one look after most letters. */
  readonly longest: Int32Array;
  private readonly symbols = new Uint16Array(0x10000);
  private readonly fallback: Int32Array;
  private readonly keys: Int32Array;
  private readonly targets: Int32Array;
  private readonly slotMask: number;
  /** The state after each Latin letter in each state, failures followed: most text takes one lookup a letter. */
  private readonly latin: Uint16Array | Int32Array;

  constructor(entries: readonly AutomatonEntry[]) {
    this.entries = entries;
    let symbolCount = 0;
    let size = 1;
    for (const entry of entries) {
      size += entry.key.length;
      for (let at = 0; at < entry.key.length; at += 1) {
        const code = entry.key.charCodeAt(at);
        if (this.symbols[code] === 0) {
          symbolCount += 1;
          this.symbols[code] = symbolCount;
        }
      }
    }
    if (symbolCount >= 1 << SYMBOL_BITS)
      throw new Error("the dictionaries use more letters than the automaton can index");
    let slots = 1024;
    while (slots < size * 3) slots *= 2;
    this.slotMask = slots - 1;
    this.keys = new Int32Array(slots).fill(-1);
    this.targets = new Int32Array(slots);
    const parent = new Int32Array(size);
    const via = new Uint16Array(size);
    const ending = new Int32Array(size).fill(-1);
    let states = 1;
    const depthOrder: number[][] = [];
    entries.forEach((entry, index) => {
      let state = 0;
      for (let at = 0; at < entry.key.length; at += 1) {
        const symbol = this.symbols[entry.key.charCodeAt(at)] as number;
        let next = this.target(state, symbol);
        if (next < 0) {
          next = states;
          states += 1;
          this.link(state, symbol, next);
          parent[next] = state;
          via[next] = symbol;
          let level = depthOrder[at];
          if (level === undefined) {
            level = [];
            depthOrder[at] = level;
          }
          level.push(next);
        }
        state = next;
      }
      ending[state] = index;
    });
    this.ending = ending.slice(0, states);
    this.fallback = new Int32Array(states);
    this.shorter = new Int32Array(states);
    depthOrder.forEach((level, depth) => {
      for (const state of level) {
        if (depth > 0) {
          const symbol = via[state] as number;
          let back = this.fallback[parent[state] as number] as number;
          let next = this.target(back, symbol);
          while (next < 0 && back !== 0) {
            back = this.fallback[back] as number;
            next = this.target(back, symbol);
          }
          this.fallback[state] = Math.max(0, next);
        }
        const back = this.fallback[state] as number;
        this.shorter[state] = (this.ending[back] as number) >= 0 ? back : (this.shorter[back] as number);
      }
    });
    this.longest = this.shorter.map((shorter, state) => ((this.ending[state] as number) >= 0 ? state : shorter));
    this.latin = states <= 0x10000 ? new Uint16Array(states * LATIN_LETTERS) : new Int32Array(states * LATIN_LETTERS);
    this.fillLatin(0);
    for (const level of depthOrder) for (const state of level) this.fillLatin(state);
  }

  /** The state after reading one squashed unit in a state; 0 is the start. */
  step(state: number, unit: number): number {
    const letter = unit - LATIN_FROM;
    if (letter >= 0 && letter < LATIN_LETTERS) return this.latin[state * LATIN_LETTERS + letter] as number;
    const symbol = this.symbols[unit] as number;
    if (symbol === 0) return 0;
    let from = state;
    for (;;) {
      const next = this.target(from, symbol);
      if (next >= 0) return next;
      if (from === 0) return 0;
      from = this.fallback[from] as number;
    }
  }

  private fillLatin(state: number): void {
    const from = state * LATIN_LETTERS;
    const back = (this.fallback[state] as number) * LATIN_LETTERS;
    for (let letter = 0; letter < LATIN_LETTERS; letter += 1) {
      const symbol = this.symbols[LATIN_FROM + letter] as number;
      const next = symbol === 0 ? -1 : this.target(state, symbol);
      this.latin[from + letter] = next >= 0 ? next : state === 0 ? 0 : (this.latin[back + letter] as number);
    }
  }

  private target(state: number, symbol: number): number {
    const key = (state << SYMBOL_BITS) | symbol;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 12) & this.slotMask;
    for (;;) {
      const found = this.keys[slot] as number;
      if (found === key) return this.targets[slot] as number;
      if (found === -1) return -1;
      slot = (slot + 1) & this.slotMask;
    }
  }

  private link(state: number, symbol: number, next: number): void {
    const key = (state << SYMBOL_BITS) | symbol;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 12) & this.slotMask;
    while (this.keys[slot] !== -1) slot = (slot + 1) & this.slotMask;
    this.keys[slot] = key;
    this.targets[slot] = next;
  }
}
