// The features of the linear layer: hashed words, pairs of words, and runs of three to five characters of the folded
// text. Each counts once, however often it occurs, and all are scaled by the root of their number, so that a long text
// says no more than a short one. Training and scanning share this file; a change here asks for new weights.
import { FOLD, foldAstral, KIND, MARK, SURROGATE } from "../text/fold.js";

/** Features are folded into this many buckets: two to this power. */
export const BUCKET_BITS = 16;
/** Longest stretch that is judged as one; longer texts are judged stretch by stretch. */
export const STRETCH_CHARACTERS = 4096;

const P = 0x2f0b4c47;
const WORD_SEED = 0x1f83d9ab;
const PAIR_SEED = 0x5be0cd19;
/** Seeds of runs of three, four and five characters. */
const RUN_SEEDS = [0x3c6ef372, 0x510e527f, 0x27d4eb2f] as const;
const LONGEST_RUN = 5;
const SPACE = 32;

const stamps = new Uint32Array(1 << BUCKET_BITS);
let stamp = 0;

/** Buckets of the features of one stretch, each once, in the order of their first occurrence. */
export interface Features {
  /** Only the first `count` are meant. */
  readonly buckets: Int32Array;
  readonly count: number;
}

const buckets = new Int32Array(1 << BUCKET_BITS);
const folded = new Uint16Array(STRETCH_CHARACTERS + 2);

/** The features of `text` from `start` to `end`. The result is overwritten by the next call. */
export function readFeatures(text: string, start: number, end: number): Features {
  const length = foldStretch(text, start, end);
  stamp = (stamp + 1) >>> 0;
  if (stamp === 0) {
    stamps.fill(0);
    stamp = 1;
  }
  let count = 0;
  const add = (hash: number): void => {
    const bucket = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - BUCKET_BITS);
    if (stamps[bucket] === stamp) return;
    stamps[bucket] = stamp;
    buckets[count] = bucket;
    count += 1;
  };
  let word = 0;
  let previous = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = folded[at] as number;
    if (unit === SPACE) {
      if (word !== 0) {
        add(word ^ WORD_SEED);
        add((Math.imul(previous, P) + word) ^ PAIR_SEED);
        previous = word;
      }
      word = 0;
    } else word = (Math.imul(word, P) + unit) | 0;
    let run = unit;
    for (let size = 2; size <= LONGEST_RUN && at + size <= length; size += 1) {
      run = (Math.imul(run, P) + (folded[at + size - 1] as number)) | 0;
      if (size > 2) add(run ^ (RUN_SEEDS[size - 3] as number));
    }
  }
  return { buckets, count };
}

/** Writes the folded letters and digits with one space around each word; returns how many units. */
function foldStretch(text: string, start: number, end: number): number {
  let length = 1;
  folded[0] = SPACE;
  for (let at = start; at < end && length <= STRETCH_CHARACTERS; at += 1) {
    const code = text.charCodeAt(at);
    let unit = FOLD[code] as number;
    if (unit === 0) {
      if (KIND[code] === MARK) continue;
      if (KIND[code] === SURROGATE) {
        unit = foldAstral(text.codePointAt(at) as number);
        at += 1;
      }
      if (unit === 0) {
        if (folded[length - 1] !== SPACE) {
          folded[length] = SPACE;
          length += 1;
        }
        continue;
      }
    }
    folded[length] = unit;
    length += 1;
  }
  if (folded[length - 1] !== SPACE) {
    folded[length] = SPACE;
    length += 1;
  }
  return length;
}
