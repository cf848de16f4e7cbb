// What one reading of a text notices besides its tokens: what other readings are worth trying, and what is looked for.
import { OddStretches } from "./odd-stretches.js";

/** What one pass noticed besides tokens. */
export interface TextNotes {
  /** Stretches that may be words in pieces, run together, or written with digits. */
  odd: OddStretches;
  /** Stretches of unknown words, which may be turned or reversed. */
  foreign: OddStretches;
  /** Some word is long enough to be known when it is turned or reversed: letters that stand alone are not. */
  mayBeForeign: boolean;
  /** Invisible characters between letters, and the place of the first. */
  invisible: number;
  firstInvisible: number;
  /** Characters of the tag block or of the variation selectors' supplement: hidden ASCII. */
  hiddenAscii: number;
  /** Bits of command-words.ts, when such words occur. */
  commands: number;
  /** Many words in a row that may be pairs of hexadecimal digits. */
  hexPairs: boolean;
  /** Words with a capital after another letter, or with digits among letters: base64 in pieces holds several. */
  mixedWords: number;
  /** Many numbers in a row that may be bytes. */
  numbers: boolean;
}

/** Notes of a text of which nothing is read yet; `margin` is how far an odd stretch reaches into the plain text around it. */
export function startNotes(margin: number): TextNotes {
  return {
    odd: new OddStretches(margin),
    foreign: new OddStretches(0),
    mayBeForeign: false,
    invisible: 0,
    firstInvisible: -1,
    hiddenAscii: 0,
    commands: 0,
    hexPairs: false,
    mixedWords: 0,
    numbers: false,
  };
}
