// The sync streams that are open in this process: one of each edge instance, and a bound to those of a tenant, so that nobody
// with an edge's session can hold any number of connections.

import { Refusal } from "@portcullis/contract";

const MAX_EDGE_STREAMS_PER_TENANT = 1000;
const RETRY_AFTER_S = 5;

/** A stream's place, until `leave`. */
export interface StreamPlace {
  /** Aborts when a newer stream of the same instance has taken the place. */
  readonly replaced: AbortSignal;
  leave(): void;
}

export class EdgeStreams {
  readonly #limit: number;
  readonly #tenants = new Map<string, Map<string, AbortController>>();

  constructor(limit = MAX_EDGE_STREAMS_PER_TENANT) {
    this.#limit = limit;
  }

  /** Takes a place; the stream that the instance had before ends. Refuses `too_many_streams`. */
  enter(tenantId: string, instance: string): StreamPlace {
    const streams = this.#tenants.get(tenantId) ?? new Map<string, AbortController>();
    const before = streams.get(instance);
    if (before === undefined && streams.size >= this.#limit) {
      throw new Refusal("too_many_streams", { data: { limit: this.#limit }, retryAfterS: RETRY_AFTER_S });
    }
    const own = new AbortController();
    this.#tenants.set(tenantId, streams.set(instance, own));
    before?.abort();
    return {
      replaced: own.signal,
      leave: () => {
        if (streams.get(instance) !== own) return;
        streams.delete(instance);
        if (streams.size === 0) this.#tenants.delete(tenantId);
      },
    };
  }
}
