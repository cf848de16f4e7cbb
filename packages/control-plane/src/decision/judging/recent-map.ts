// What was read lately and may be used again for a moment.

/** How long a profile, the signals of a finding or an agent's spend may be used for further calls. */
const KEPT_MS = 1000;
/** Keys of one generation; far more than one batch reads. */
const MAX_KEPT = 10_000;

/**
 * Values of the last moments, in two generations: beyond its bound it forgets the older one rather than keep books. What a batch
 * has just read is in one of them.
 */
export class RecentMap<T> {
  #values = new Map<string, { value: T; atMs: number }>();
  #older = this.#values;

  set(key: string, value: T, nowMs: number): void {
    if (this.#values.size >= MAX_KEPT) {
      this.#older = this.#values;
      this.#values = new Map();
    }
    this.#values.set(key, { value, atMs: nowMs });
  }

  get(key: string, nowMs: number): T | undefined {
    const entry = this.#find(key);
    return entry !== undefined && Math.abs(nowMs - entry.atMs) <= KEPT_MS ? entry.value : undefined;
  }

  has(key: string, nowMs: number): boolean {
    return this.get(key, nowMs) !== undefined;
  }

  /** The value, however old. */
  peek(key: string): T | undefined {
    return this.#find(key)?.value;
  }

  #find(key: string): { readonly value: T; readonly atMs: number } | undefined {
    return this.#values.get(key) ?? this.#older.get(key);
  }
}
