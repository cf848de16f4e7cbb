// Buckets of this edge alone. They shed floods before these cost a round trip, and are wider than the tenant's limits,
// which the control plane counts exactly over all edges.
import { LONGEST_WAIT_MS } from "@portcullis/core";
import type { Clock } from "../ports.js";
import type { Rate } from "./agent-rate.js";

/** How much wider than the tenant's limits this edge's buckets are. */
const RATE_SLACK = 1.5;
const BURST_SLACK = 2;
const MAX_BUCKETS = 100_000;

interface Bucket {
  tokens: number;
  at: number;
  readonly perMs: number;
  readonly capacity: number;
}

export class TokenBuckets {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one token. Gives 0, or the milliseconds after which to ask again. */
  take(key: string, { perSecond, burst }: Rate): number {
    const now = this.#clock.monotonic();
    const capacity = Math.max(1, burst * BURST_SLACK);
    const perMs = (perSecond * RATE_SLACK) / 1000;
    const bucket = this.#bucketOf(key, perMs, capacity, now);
    bucket.tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.min(Math.ceil((1 - bucket.tokens) / perMs), LONGEST_WAIT_MS);
  }

  /** What another limit has used up says nothing about this one: its bucket is a new one. */
  #bucketOf(key: string, perMs: number, capacity: number, now: number): Bucket {
    const known = this.#buckets.get(key);
    if (known?.perMs === perMs && known.capacity === capacity) return known;
    if (this.#buckets.size >= MAX_BUCKETS) this.#buckets.clear();
    const bucket = { tokens: capacity, at: now, perMs, capacity };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
