/** Chance that can be repeated: the same seed gives the same numbers. Not for secrets. */

export interface SeededRandom {
  /** At least `from`, below `to`. */
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
}

/** Mulberry32 over a 32-bit seed. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return {
    between,
    pick: (choices) => {
      const chosen = choices[between(0, choices.length)];
      if (chosen === undefined) throw new Error("There is nothing to pick from.");
      return chosen;
    },
  };
}
