// A clock that was set back leaves rows of a future, which must not wait until it comes.

/**
 * How far ahead of now a row's instant may lie that other transactions have written: one that waited for a lock has begun before
 * others that are over, and none waits this long. Beyond it, the clock was set back meanwhile.
 */
export const CLOCK_SET_BACK_MS = 10_000;
