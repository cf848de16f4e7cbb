// One look at the service's health for everyone who asks: anyone may, without signing in and as often as they like, and the
// checks use the database's platform transactions, which on SQLite take turns with every write.

import { type Health, type HealthCheck, runChecks } from "./health-checks.js";

/** An answer is at most this old; so rarely is the database asked. */
const LOOK_EVERY_MS = 3000;

export class HealthProbe {
  readonly #checks: readonly HealthCheck[];
  readonly #now: () => number;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #latest: Promise<readonly Health[]> = Promise.resolve([]);

  /** `now` is a monotonic clock in milliseconds. */
  constructor(checks: readonly HealthCheck[], now: () => number = () => performance.now()) {
    this.#checks = checks;
    this.#now = now;
  }

  /** What the latest look found, which may be under way; a new one when that is too old. */
  look(): Promise<readonly Health[]> {
    const nowMs = this.#now();
    if (nowMs - this.#lookedAtMs >= LOOK_EVERY_MS) {
      this.#lookedAtMs = nowMs;
      this.#latest = runChecks(this.#checks);
    }
    return this.#latest;
  }
}
