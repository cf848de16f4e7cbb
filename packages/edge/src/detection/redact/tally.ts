// Where redactions are told to: a list of them all, or only how many of each kind, for streams that have no end in
// sight; or kept until it is known whether they count.
import type { Redaction, RedactionCount, RedactionKind } from "./policy.js";

/** An array is one. */
export interface RedactionSink {
  push(redaction: Redaction): unknown;
}

/** Keeps what it is told until it is certain that it holds, and passes it on from then on. */
export class HeldRedactions implements RedactionSink {
  readonly held: Redaction[] = [];
  private isReleased = false;

  constructor(private readonly target: RedactionSink) {}

  push(redaction: Redaction): void {
    if (this.isReleased) this.target.push(redaction);
    else this.held.push(redaction);
  }

  release(): void {
    this.isReleased = true;
    for (const redaction of this.held.splice(0)) this.target.push(redaction);
  }
}

export class Tally implements RedactionSink {
  private readonly kinds = new Map<RedactionKind, number>();

  push({ kind }: Pick<Redaction, "kind">): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  /** In the order of the kinds' names. */
  get counts(): RedactionCount[] {
    return [...this.kinds].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }
}
