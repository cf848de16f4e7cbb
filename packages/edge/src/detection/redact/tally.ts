// Where redactions are told to: a list of them all, or only how many of each kind, for streams that have no end in sight.
import type { Redaction, RedactionCount, RedactionKind } from "./policy.js";

/** An array is one. */
export interface RedactionSink {
  push(redaction: Redaction): unknown;
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
