// What was replaced in a text since a detector first looked at it, so that its next look goes only to the decisions that looked
// at a place that was replaced. What stands behind its own matches was decided as if their placeholders stood there already.
import type { Window } from "./detect.js";
import type { Looks } from "./looks.js";
import { LOOK_BACK } from "./run.js";

/** A replacement, as places in the text before and the size of what stands there after. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** A stretch that was replaced, as it was at the first look and as it is now. */
interface Place extends Window {
  readonly from: number;
  readonly to: number;
  /** Replaced for what the look itself found, and nothing else. */
  readonly isOwn: boolean;
}

/** How a look saw the text: places of the text as places of what it looked at, and back. */
export interface Seen {
  viewOf(place: number): number;
  startOf(place: number): number;
}

const AS_WRITTEN: Seen = { viewOf: (place) => place, startOf: (place) => place };

/** Windows are exact for the second look; for a third they are as wide as the longest look. */
export class Changes {
  /** Undefined before the first look. */
  private places: Place[] | undefined;
  private looks: Looks | undefined;
  private seen: Seen = AS_WRITTEN;
  private count = 0;

  /** `looksBack` says that a decision may depend on what stood before, and that placeholders are looked at too. */
  constructor(private readonly looksBack: () => boolean) {}

  /** The stretches to look at; undefined for all of the text. `viewOf` leads to places in what is looked at now. */
  windows(viewOf = AS_WRITTEN.viewOf): Window[] | undefined {
    const { places, looks } = this;
    if (places === undefined || looks === undefined) return undefined;
    if (this.count > 1 || this.looksBack()) {
      const { longest } = looks;
      return places.map(({ start, end }) => ({
        start: Math.max(0, viewOf(start) - longest),
        end: viewOf(end) + LOOK_BACK,
      }));
    }
    const windows: Window[] = [];
    let before = 0;
    let moved = 0;
    for (const { from, start, end, isOwn } of places) {
      const view = this.seen.viewOf(from);
      const first = looks.firstAt(view);
      if (isOwn && first >= view) continue;
      const place = this.seen.startOf(first);
      for (let other = places[before]; other !== undefined && other.to <= place; other = places[before]) {
        moved = other.end - other.to;
        before += 1;
      }
      const within = places[before];
      const isWithin = within !== undefined && within.from <= place;
      windows.push({
        start: viewOf(isWithin ? within.start : place + moved),
        end: isOwn ? viewOf(start) : viewOf(end) + LOOK_BACK,
      });
    }
    return windows;
  }

  /** Tells of a look; what it found is told as replaced. */
  looked(looks: Looks, seen = AS_WRITTEN): void {
    if (this.looks !== undefined) looks.longest = Math.max(looks.longest, this.looks.longest);
    this.count += 1;
    this.looks = looks;
    this.seen = seen;
    this.places = [];
  }

  /** Tells of replacements, which are in order; `isOwn` says that this look found them. */
  replaced(replacements: readonly Replacement[], isOwn: boolean): void {
    if (this.places === undefined) return;
    const old = this.places;
    const places: Place[] = [];
    let at = 0;
    /** How far places are moved by these replacements, and were by those before. */
    let moved = 0;
    let movedBefore = 0;
    const keepUpTo = (limit: number): void => {
      for (let place = old[at]; place !== undefined && place.end <= limit; place = old[at]) {
        places.push({ ...place, start: place.start + moved, end: place.end + moved });
        movedBefore = place.end - place.to;
        at += 1;
      }
    };
    for (const { start, end, size } of replacements) {
      keepUpTo(start);
      let from = start - movedBefore;
      let to = end - movedBefore;
      let first = start;
      let last = end;
      let isAllOwn = isOwn;
      // What was replaced before and is part of this is one with it.
      for (let place = old[at]; place !== undefined && place.start < end; place = old[at]) {
        if (place.start < first) {
          first = place.start;
          from = place.from;
        }
        movedBefore = place.end - place.to;
        last = Math.max(end, place.end);
        to = last - movedBefore;
        isAllOwn = false;
        at += 1;
      }
      const change = size - (end - start);
      places.push({ from, to, start: first + moved, end: last + moved + change, isOwn: isAllOwn });
      moved += change;
    }
    keepUpTo(Number.POSITIVE_INFINITY);
    this.places = places;
  }
}
