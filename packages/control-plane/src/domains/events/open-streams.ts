// How many event streams are open in this process, by reader and by tenant. Each holds a connection and gets what its
// reader may see of every commit, so that there is a bound to both.

import { Refusal } from "@portcullis/contract";

/** Of one user or one agent. */
export const MAX_STREAMS_PER_READER = 50;
const MAX_STREAMS_PER_TENANT = 500;
const RETRY_AFTER_S = 5;

export class OpenStreams {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Counts one in; gives what counts it out again. Refuses `too_many_streams`. */
  enter(tenantId: string, reader: string): () => void {
    const places: readonly [key: string, limit: number][] = [
      [`${tenantId} ${reader}`, MAX_STREAMS_PER_READER],
      [tenantId, MAX_STREAMS_PER_TENANT],
    ];
    for (const [key, limit] of places) {
      if ((this.#counts.get(key) ?? 0) >= limit) {
        throw new Refusal("too_many_streams", { data: { limit }, retryAfterS: RETRY_AFTER_S });
      }
    }
    for (const [key] of places) this.#add(key, 1);
    this.#total += 1;
    return () => {
      for (const [key] of places) this.#add(key, -1);
      this.#total -= 1;
    };
  }

  #add(key: string, change: number): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
