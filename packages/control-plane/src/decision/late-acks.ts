// Acknowledgements of records that were stored after the answer to the questions they came with: kept for the next answer to
// the same session. What is lost here costs time, never a record: the edge sends again what is not acknowledged.

import type { RecordAck } from "@portcullis/contract";

/** More than an edge leaves without an acknowledgement before it sends the records again. */
const MAX_KEPT = 5000;

export class LateAcks {
  /** They go with their session. */
  readonly #kept = new WeakMap<object, RecordAck[]>();

  add(session: object, acks: readonly RecordAck[]): void {
    const kept = this.#kept.get(session) ?? [];
    this.#kept.set(session, kept.length + acks.length > MAX_KEPT ? [...acks] : [...kept, ...acks]);
  }

  /** What the session has not been told yet. */
  take(session: object): RecordAck[] {
    const kept = this.#kept.get(session) ?? [];
    this.#kept.delete(session);
    return kept;
  }
}
