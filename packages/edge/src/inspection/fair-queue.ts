// What waits for its turn, by whom it is for: one of each in turn, so that the many of one do not hold up the one of another. An
// owner may be part of another, as an agent is of its tenant: both take turns with their like.

export class FairQueue<T> {
  readonly #items: T[] = [];
  /** In the order of turns; nobody stands here without anything that waits. */
  readonly #turns = new Map<string, FairQueue<T>>();

  /** `owners` go from the widest to the narrowest. */
  add([owner, ...narrower]: readonly string[], item: T): void {
    if (owner === undefined) {
      this.#items.push(item);
      return;
    }
    let queue = this.#turns.get(owner);
    if (queue === undefined) {
      queue = new FairQueue();
      this.#turns.set(owner, queue);
    }
    queue.add(narrower, item);
  }

  /** The oldest of whoever's turn it is; undefined when nothing waits. */
  take(): T | undefined {
    const [turn] = this.#turns;
    if (turn === undefined) return this.#items.shift();
    const [owner, queue] = turn;
    const item = queue.take();
    this.#turns.delete(owner);
    if (!queue.isEmpty) this.#turns.set(owner, queue);
    return item;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#turns.size === 0;
  }
}
