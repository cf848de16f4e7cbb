// The run of characters that begins at a place: where it ends, how many digits it has, and where in it a value may begin behind
// what parts it. Where one value of a run ends and the next begins, what was read of the run is not read again.

import { classOf, DIGIT, isParting, LONGEST_RUN, RUN } from "./run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface RunAhead {
  start: number;
  end: number;
  /** Digits from `start` to `end`. */
  digits: number;
  /** Behind the first sign that parts the run; 0 without one. */
  part: number;
}

export const noRun = (): RunAhead => ({ start: -1, end: -1, digits: 0, part: 0 });

/**
 * Moves to the run that begins at `at`, and reads it up to {@link LONGEST_RUN}. A part ends where it is parted, is always read, and
 * belongs in another object than whole runs.
 */
export function readAhead(run: RunAhead, text: string, at: number, isPart: boolean): void {
  if (!isPart && at > run.start && at < run.end && run.end - run.start < LONGEST_RUN) {
    for (let place = run.start; place < at; place += 1)
      if (classOf(charCodeAt.call(text, place)) === DIGIT) run.digits -= 1;
    if (run.part !== 0 && run.part <= at) run.part = partBehind(text, at, run.end);
    run.start = at;
    return;
  }
  let before = charCodeAt.call(text, at);
  let digits = classOf(before) === DIGIT ? 1 : 0;
  let part = 0;
  let end = at + 1;
  const limit = Math.min(text.length, at + LONGEST_RUN);
  for (; end < limit; end += 1) {
    const unit = charCodeAt.call(text, end);
    const kind = classOf(unit);
    if (kind === DIGIT) digits += 1;
    else if (kind !== RUN || (isPart && isParting(unit))) break;
    if (part === 0 && unit < 0x80 && isParting(before)) part = end;
    before = unit;
  }
  run.start = at;
  run.end = end;
  run.digits = digits;
  run.part = part;
}

function partBehind(text: string, at: number, end: number): number {
  for (let place = at + 1; place < end; place += 1) {
    if (charCodeAt.call(text, place) < 0x80 && isParting(charCodeAt.call(text, place - 1))) return place;
  }
  return 0;
}
