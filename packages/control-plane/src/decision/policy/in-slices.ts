// Work that would hold the serving loop too long, written as a generator that yields between its steps: run at once where
// nobody waits (tests, start-up), or in slices with the loop's other work in between.

import { setImmediate as nextTurn } from "node:timers/promises";

export type Steps<T> = Generator<void, T, void>;

/** Longest time that a slice runs before others get their turn; a single step may take longer. */
const SLICE_MS = 8;

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const sliceEndsAtMs = performance.now() + SLICE_MS;
    while (performance.now() < sliceEndsAtMs) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await nextTurn();
  }
}
