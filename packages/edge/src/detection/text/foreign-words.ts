// Counts the words of a stretch that are known when turned by 13 letters, or read backwards, but not as they stand: a few
// of them make it worth reading the whole stretch that way.
import { FOLD, KIND, MARK, SEPARATOR } from "./fold.js";
import { HASH_P, type Lexicon } from "./lexicon.js";

const SHORTEST = 3;

export function countForeignWords(
  text: string,
  start: number,
  end: number,
  lexicon: Lexicon,
): { rot13: number; reversed: number } {
  const { words } = lexicon;
  let rot13 = 0;
  let reversed = 0;
  let plain = 0;
  let turned = 0;
  let backward = 0;
  let power = 1;
  let size = 0;
  for (let at = start; at <= end; at += 1) {
    const code = at < end ? text.charCodeAt(at) : 32;
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
    if (size >= SHORTEST && words.find(plain) < 0) {
      if (words.find(turned) >= 0) rot13 += 1;
      if (words.find(backward) >= 0) reversed += 1;
    }
    plain = 0;
    turned = 0;
    backward = 0;
    power = 1;
    size = 0;
  }
  return { rot13, reversed };
}

function turn(unit: number): number {
  return unit >= 0x61 && unit <= 0x7a ? ((unit - 0x61 + 13) % 26) + 0x61 : unit;
}
