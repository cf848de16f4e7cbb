// Words by their hashes. Look-ups compare 32-bit hashes only, since one false word cannot complete a rule.
import { NumberMap } from "./number-map.js";

/** Multiplier of the polynomial word hash: h = h * P + unit. A polynomial also hashes the reversed word in one pass. */
export const HASH_P = 0x2f0b4c47;
const FILTER_BITS = 16;
export const FILTER_SHIFT = 32 - FILTER_BITS;
/** Letters by which it shows whether a word may have a longer stem. */
export const STEM_OPENING = 4;

/** The hash of a folded word. */
export function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, HASH_P) + word.charCodeAt(at)) | 0;
  return hash;
}

/** Spreads a hash for the tables; the high bits are the good ones. */
export function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** A byte for each of the highest bits of a spread hash. */
export function makeFilter(): Uint8Array {
  return new Uint8Array(1 << FILTER_BITS);
}

/** Entries by the hash of their word, with a one-byte filter in front that answers most misses. */
export class WordTable {
  readonly filter = makeFilter();

  /** `entries` has one more than the entry of each hash. */
  constructor(readonly entries = new NumberMap()) {
    entries.forEach((_, hash) => {
      this.mark(hash);
    });
  }

  /** The entry of a word, or -1. */
  find(hash: number): number {
    return this.filter[spread(hash) >>> FILTER_SHIFT] === 0 ? -1 : this.entries.get(hash) - 1;
  }

  add(hash: number, entry: number): void {
    this.mark(hash);
    this.entries.set(hash, entry + 1);
  }

  private mark(hash: number): void {
    this.filter[spread(hash) >>> FILTER_SHIFT] = 1;
  }
}
