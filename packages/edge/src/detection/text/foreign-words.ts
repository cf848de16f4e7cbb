// Counts the words of a stretch that are known when turned by 13 letters, or read backwards, but not as they stand: a few
// of them, with one among them that may head a rule, make it worth reading the whole stretch that way.
import { FOLD, KIND, MARK, SEPARATOR } from "./fold.js";
import type { Lexicon } from "./lexicon.js";
import type { ClassBits } from "./token-classes.js";
import { HASH_P } from "./word-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Shortest word that is looked up turned and reversed. */
export const SHORTEST_FOREIGN = 3;
const FEWEST = 2;

export interface ForeignReadings {
  readonly rot13: boolean;
  readonly reversed: boolean;
}

/** Words of one lexicon as they look in disguise; `isHead` tells by its classes whether a word may head a rule. */
export class ForeignWords {
  private readonly heads: Uint8Array;

  constructor(
    private readonly lexicon: Lexicon,
    isHead: (classes: ClassBits) => boolean,
  ) {
    this.heads = Uint8Array.from(lexicon.meanings, (meaning, entry) =>
      meaning.some(isHead) ? 1 : (lexicon.inPhrase[entry] as number),
    );
  }

  /** Whether a stretch of `text` is worth reading turned, or backwards. */
  look(text: string, start: number, end: number): ForeignReadings {
    const { words } = this.lexicon;
    let rot13 = 0;
    let rot13Heads = 0;
    let reversed = 0;
    let reversedHeads = 0;
    let plain = 0;
    let turned = 0;
    let backward = 0;
    let power = 1;
    let size = 0;
    for (let at = start; at <= end; at += 1) {
      const code = at < end ? charCodeAt.call(text, at) : 32;
      const unit = FOLD[code] as number;
      if (unit !== 0) {
        plain = (Math.imul(plain, HASH_P) + unit) | 0;
        turned = (Math.imul(turned, HASH_P) + turn(unit)) | 0;
        backward = (backward + Math.imul(unit, power)) | 0;
        power = Math.imul(power, HASH_P);
        size += 1;
        continue;
      }
      if (KIND[code] !== SEPARATOR && KIND[code] === MARK) continue;
      if (size >= SHORTEST_FOREIGN && words.find(plain) < 0) {
        const asTurned = words.find(turned);
        const asBackward = words.find(backward);
        if (asTurned >= 0) {
          rot13 += 1;
          rot13Heads += this.heads[asTurned] as number;
        }
        if (asBackward >= 0) {
          reversed += 1;
          reversedHeads += this.heads[asBackward] as number;
        }
      }
      plain = 0;
      turned = 0;
      backward = 0;
      power = 1;
      size = 0;
    }
    return { rot13: rot13 >= FEWEST && rot13Heads > 0, reversed: reversed >= FEWEST && reversedHeads > 0 };
  }
}

function turn(unit: number): number {
  return unit >= 0x61 && unit <= 0x7a ? ((unit - 0x61 + 13) % 26) + 0x61 : unit;
}
