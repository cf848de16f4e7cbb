// The clock that every home uses unless a test brings its own.
import type { Clock } from "./ports.js";

/** Wall clock and monotonic clock of this process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
