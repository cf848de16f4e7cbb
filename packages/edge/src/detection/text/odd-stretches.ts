// Stretches of a text that no dictionary reads, widened a little and joined: only they are read again in disguise.

/** Characters on both sides that a disguised order may share with plain text. */
const MARGIN = 72;

export class OddStretches {
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Adds a stretch; they come in the order of their ends, and may overlap. */
  add(start: number, end: number): void {
    const from = Math.max(0, start - MARGIN);
    const last = this.ends.length - 1;
    if (last >= 0 && from <= (this.ends[last] as number)) {
      this.ends[last] = end + MARGIN;
      if (from < (this.starts[last] as number)) this.starts[last] = from;
      return;
    }
    this.starts.push(from);
    this.ends.push(end + MARGIN);
  }
}
