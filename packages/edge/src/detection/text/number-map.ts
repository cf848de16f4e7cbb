// A map from numbers to numbers above zero in two arrays: a look-up makes no object and takes a few comparisons.

/** A map that is two thirds full has few keys out of their places. */
const FULL = 2 / 3;
const LEAST_SLOTS = 1 << 10;

export class NumberMap {
  private size = 0;
  private keys: Int32Array;
  /** 0 where no key stands. */
  private values: Int32Array;

  /** With room for so many keys; it grows when there are more. */
  constructor(room = 0) {
    let slots = LEAST_SLOTS;
    while (room > slots * FULL) slots *= 2;
    this.keys = new Int32Array(slots);
    this.values = new Int32Array(slots);
  }

  /** The value of a key, or 0. */
  get(key: number): number {
    const { keys, values } = this;
    const mask = keys.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 12) & mask;
    for (;;) {
      const value = values[slot] as number;
      if (value === 0 || keys[slot] === key) return value;
      slot = (slot + 1) & mask;
    }
  }

  set(key: number, value: number): void {
    const slot = this.slotOf(key);
    if (this.values[slot] === 0) this.size += 1;
    this.keys[slot] = key;
    this.values[slot] = value;
    if (this.size > this.keys.length * FULL) this.grow();
  }

  forEach(take: (value: number, key: number) => void): void {
    this.values.forEach((value, slot) => {
      if (value !== 0) take(value, this.keys[slot] as number);
    });
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Int32Array(keys.length * 2);
    this.values = new Int32Array(keys.length * 2);
    for (let old = 0; old < keys.length; old += 1) {
      if (values[old] === 0) continue;
      const slot = this.slotOf(keys[old] as number);
      this.keys[slot] = keys[old] as number;
      this.values[slot] = values[old] as number;
    }
  }

  /** Where a key stands, or would. */
  private slotOf(key: number): number {
    const { keys, values } = this;
    const mask = keys.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 12) & mask;
    while (values[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}
