// What was replaced in a text since a detector last looked at it, so that its next look goes to the surroundings only: a
// decision changes where it looked at a place that was replaced, or stands right behind one.
import type { Window } from "./detect.js";
import { LOOK_BACK } from "./run.js";

/** A replacement, as places in the text before and the size of what stands there after. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

export class Changes {
  /** Stretches that were replaced; undefined before the first look. */
  private places: Window[] | undefined;
  private longestLook = 0;

  /** The stretches to look at, in a view of the text; undefined for all of it. */
  windows(viewOf: (place: number) => number = (place) => place): Window[] | undefined {
    return this.places?.map(({ start, end }) => ({
      start: Math.max(0, viewOf(start) - this.longestLook),
      end: viewOf(end) + LOOK_BACK,
    }));
  }

  /** Tells of a look; what it found is told as replaced. */
  looked(longestLook: number): void {
    this.longestLook = Math.max(this.longestLook, longestLook);
    this.places = [];
  }

  /** Tells of replacements, which are in order. */
  replaced(replacements: readonly Replacement[]): void {
    if (this.places === undefined) return;
    const old = this.places;
    const places: Window[] = [];
    let at = 0;
    let moved = 0;
    const keepUpTo = (limit: number): void => {
      for (let place = old[at]; place !== undefined && place.end <= limit; place = old[at]) {
        places.push({ start: place.start + moved, end: place.end + moved });
        at += 1;
      }
    };
    for (const { start, end, size } of replacements) {
      keepUpTo(start);
      let from = start;
      let to = end;
      // What was replaced before and is part of this, or beside it, is one with it.
      for (let place = old[at]; place !== undefined && place.start < to; place = old[at]) {
        from = Math.min(from, place.start);
        to = Math.max(to, place.end);
        at += 1;
      }
      const change = size - (end - start);
      places.push({ start: from + moved, end: to + moved + change });
      moved += change;
    }
    keepUpTo(Number.POSITIVE_INFINITY);
    this.places = places;
  }
}
