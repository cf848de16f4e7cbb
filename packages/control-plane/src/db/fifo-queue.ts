// A fair lock for the few equal resources of this process: waiters are served in the order in which they came. Not
// re-entrant; a waiter that is not served in time is refused, so that a nested use shows itself instead of hanging.

import { Refusal } from "@portcullis/contract";

export class FifoQueue {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly timeoutMs: number,
  ) {}

  /** Does the work in its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Waits for the turn. Each call that resolves must be followed by one `release`. Throws `store_unavailable` when late. */
  acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(new Refusal("store_unavailable", { retryAfterS: 1 }));
      }, this.timeoutMs);
      timer.unref();
      this.waiting.push(turn);
    });
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
