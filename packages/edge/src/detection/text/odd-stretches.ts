// Stretches of a text that no dictionary reads, widened a little and joined: only they are read again in disguise.

export class OddStretches {
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Widens each stretch by `margin` characters on both sides. */
  constructor(private readonly margin: number) {}

  /** Adds a stretch; they come in the order of their ends, and may overlap. */
  add(start: number, end: number): void {
    const from = Math.max(0, start - this.margin);
    const last = this.ends.length - 1;
    if (last >= 0 && from <= (this.ends[last] as number)) {
      this.ends[last] = end + this.margin;
      if (from < (this.starts[last] as number)) this.starts[last] = from;
      return;
    }
    this.starts.push(from);
    this.ends.push(end + this.margin);
  }
}
