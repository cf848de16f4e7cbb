// Reads the words and phrases of a list as a dictionary writes it, folded: without a string for any of them, since there are
// tens of thousands.
import { FOLD, foldAstral, INVISIBLE, KIND, MARK, SURROGATE } from "./fold.js";

const BAR = 0x7c;
const STAR = 0x2a;
const SPACE = 0x20;

// Shared by all lists: there is one at a time. An entry longer than that is no word.
const ROOM = 1024;
const sharedUnits = new Uint16Array(ROOM);
const sharedEnds = new Uint16Array(ROOM);

/** One word or phrase at a time: `next` reads it, and the members tell of it until the next one. */
export class FoldedWords {
  /** The folded letters of all parts, without spaces. */
  readonly units = sharedUnits;
  /** Where each part ends among those. */
  readonly ends = sharedEnds;
  /** How many parts there are: one of a word, more of a phrase. */
  parts = 0;
  /** Whether any ending may follow. */
  isOpen = false;
  private at = 0;

  constructor(private readonly list: string) {}

  /** Reads on; false where the list has ended. */
  next(): boolean {
    this.parts = 0;
    while (this.parts === 0 && this.at < this.list.length) this.read();
    return this.parts > 0;
  }

  /** Reads as far as the next bar: letters and digits fold, marks and invisible characters are gone, all else is a space. */
  private read(): void {
    const { list, units, ends } = this;
    let { at } = this;
    let parts = 0;
    let size = 0;
    let isInside = false;
    let isOpen = false;
    for (; at < list.length; at += 1) {
      const code = list.charCodeAt(at);
      if (code === BAR) break;
      if (code > SPACE) isOpen = code === STAR;
      const kind = KIND[code] as number;
      if (kind === MARK || kind === INVISIBLE) continue;
      let unit = FOLD[code] as number;
      if (kind === SURROGATE) {
        unit = foldAstral(list.codePointAt(at) as number);
        at += 1;
      }
      if (unit === 0) {
        isInside = false;
        continue;
      }
      if (!isInside) parts += 1;
      isInside = true;
      units[size] = unit;
      size += 1;
      ends[parts - 1] = size;
    }
    this.at = at + 1;
    this.parts = parts;
    this.isOpen = isOpen;
  }
}
