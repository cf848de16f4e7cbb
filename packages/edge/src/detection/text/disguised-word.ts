// Looks words up that are written with letters of another script, or with particles joined on.
import { FOLD, LATIN_LOOK } from "./fold.js";
import type { Lexicon } from "./lexicon.js";
import { HASH_P } from "./word-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Looks up a word after reading its look-alikes as Latin letters. */
export function findAsLatin(text: string, start: number, end: number, lexicon: Lexicon): number {
  let hash = 0;
  let stem = -1;
  for (let at = start; at < end; at += 1) {
    const unit = FOLD[charCodeAt.call(text, at)] as number;
    if (unit === 0) continue;
    hash = (Math.imul(hash, HASH_P) + ((unit < 0x600 ? LATIN_LOOK[unit] : 0) || unit)) | 0;
    const found = lexicon.stems.find(hash);
    if (found >= 0) stem = found;
  }
  const entry = lexicon.words.find(hash);
  return entry >= 0 ? entry : stem;
}

/** Looks up an Arabic word without up to three letters of joined particles. */
export function findWithoutPrefix(text: string, start: number, end: number, lexicon: Lexicon): number {
  for (let skip = 1; skip <= 3 && start + skip + 2 < end; skip += 1) {
    let hash = 0;
    let stem = -1;
    for (let at = start + skip; at < end; at += 1) {
      const unit = FOLD[charCodeAt.call(text, at)] as number;
      if (unit === 0) continue;
      hash = (Math.imul(hash, HASH_P) + unit) | 0;
      const found = lexicon.stems.find(hash);
      if (found >= 0) stem = found;
    }
    const entry = lexicon.words.find(hash);
    if (entry >= 0) return entry;
    if (stem >= 0) return stem;
  }
  return -1;
}
