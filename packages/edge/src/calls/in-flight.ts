// Calls that have come and have no answer yet: an edge that closes waits for the last.

export class InFlight {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** The answer of a call, which is counted until then. */
  async until<T>(answer: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await answer;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves once no call is open. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
