// How far the decisions of a look at a text looked: what is replaced at a place changes only the decisions that looked at it.
// Kept are the decisions that looked further than all before them, since only these can be the first that looked at a place.

/** Decisions may look at so many characters more than they tell of. */
const UNTOLD = 4;
/** Looks of a tenant's patterns, which are not told of, are shorter than this. */
const LEAST_LOOK = 72;

export class Looks {
  /** The longest look that found nothing, at least. */
  longest = LEAST_LOOK;
  private furthest = -1;
  private readonly places: number[] = [];
  private readonly ends: number[] = [];

  /** Tells of a decision at `place` that looked at nothing from `end` on; decisions come in order. */
  note(place: number, end: number): void {
    if (end <= this.furthest) return;
    if (end - place > this.longest) this.longest = end - place;
    this.furthest = end;
    this.places.push(place);
    this.ends.push(end);
  }

  /** Where the first decision before `place` stands that looked at it; `place` itself where none did. */
  firstAt(place: number): number {
    let low = 0;
    let high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] as number) + UNTOLD > place) high = middle;
      else low = middle + 1;
    }
    return Math.min(place, this.places[low] ?? place);
  }
}
