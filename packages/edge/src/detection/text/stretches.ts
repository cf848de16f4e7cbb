// Stretches of a text that may overlap, in any order, asked again and again whether one of them overlaps a place.

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export class Stretches {
  private readonly starts: number[] = [];
  /** Farthest end of the stretches up to an index. */
  private readonly farthest: number[] = [];

  constructor(stretches: readonly Stretch[]) {
    const sorted = [...stretches].sort((a, b) => a.start - b.start);
    let end = 0;
    for (const stretch of sorted) {
      end = Math.max(end, stretch.end);
      this.starts.push(stretch.start);
      this.farthest.push(end);
    }
  }

  overlaps(start: number, end: number): boolean {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (this.farthest[low - 1] as number) > start;
  }
}
