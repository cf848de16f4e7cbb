// What waits for its turn, by whom it is for: one of each in turn, so that the many of one do not hold up the one of another.

export class FairQueue<T> {
  /** In the order of turns; nobody stands here without anything that waits. */
  readonly #waiting = new Map<string, T[]>();

  add(owner: string, item: T): void {
    const items = this.#waiting.get(owner);
    if (items === undefined) this.#waiting.set(owner, [item]);
    else items.push(item);
  }

  /** The oldest of whoever's turn it is; undefined when nothing waits. */
  take(): T | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [owner, items] = turn;
    const item = items.shift();
    this.#waiting.delete(owner);
    if (items.length > 0) this.#waiting.set(owner, items);
    return item;
  }
}
