// Writes of one transaction that were sent and that nobody waits for: its commit does. Does not order or retry them.

export class SentWrites {
  readonly #answers: Promise<void>[] = [];
  #failure: { readonly error: unknown } | undefined;

  /** Takes a write that is under way. */
  add(write: Promise<unknown>): void {
    const answer = write.then(
      () => {},
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    this.#answers.push(answer);
  }

  /** Resolves when every write has been answered; throws the error of the first that failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#answers);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** What made the transaction fail: a write that had failed before, or else this error. */
  causeOf(error: unknown): unknown {
    return this.#failure === undefined ? error : this.#failure.error;
  }
}
