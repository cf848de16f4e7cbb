// Morse code: signs with a space between letters, and a wider gap or a stroke between words.
import type { DecodedRun } from "./decoded-run.js";
import { eachStretch, IN_MORSE } from "./stretch-of-class.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Shortest stretch that can hold an order: twelve letters with a space between each. */
const SHORTEST_MORSE = 36;

const LETTERS: Readonly<Record<string, string>> = {
  ".-": "a",
  "-...": "b",
  "-.-.": "c",
  "-..": "d",
  ".": "e",
  "..-.": "f",
  "--.": "g",
  "....": "h",
  "..": "i",
  ".---": "j",
  "-.-": "k",
  ".-..": "l",
  "--": "m",
  "-.": "n",
  "---": "o",
  ".--.": "p",
  "--.-": "q",
  ".-.": "r",
  "...": "s",
  "-": "t",
  "..-": "u",
  "...-": "v",
  ".--": "w",
  "-..-": "x",
  "-.--": "y",
  "--..": "z",
  "-----": "0",
  ".----": "1",
  "..---": "2",
  "...--": "3",
  "....-": "4",
  ".....": "5",
  "-....": "6",
  "--...": "7",
  "---..": "8",
  "----.": "9",
  ".-.-.-": ".",
  "--..--": ",",
  "..--..": "?",
};
const LONGEST_LETTER = 6;
/** Dots and dashes as they are typeset: units that no text of one byte holds, which one look tells. */
const TYPESET = /[•–—−]/;
const DOT = 0x2e;
const DASH = 0x2d;

/** Every run of Morse code in `text`. */
export function decodeMorse(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  const isTypeset = text.includes("·") || TYPESET.test(text);
  const plain = isTypeset ? text.replace(/[·•]/g, ".").replace(/[–—−]/g, "-") : text;
  eachStretch(plain, IN_MORSE, SHORTEST_MORSE, (start, end) => decodeStretch(plain, start, end, runs));
  return runs;
}

/** What is no letter ends a run: rules of tables, rows of dots, the stop behind the last letter. */
function decodeStretch(text: string, from: number, to: number, runs: DecodedRun[]): void {
  let letters: string[] = [];
  let start = from;
  let end = from;
  let spaces = 0;
  const close = (): void => {
    if (end - start >= SHORTEST_MORSE) runs.push({ encoding: "morse", text: wordsOf(letters), start, end });
    letters = [];
  };
  for (let at = from; at < to; at += 1) {
    const first = at;
    while (at < to && isSign(charCodeAt.call(text, at))) at += 1;
    if (at > first) {
      const letter = at - first > LONGEST_LETTER ? undefined : LETTERS[text.slice(first, at)];
      if (letter === undefined) close();
      else {
        if (letters.length === 0) start = first;
        letters.push(spaces > 1 ? ` ${letter}` : letter);
        end = at;
      }
      spaces = 0;
    }
    // A stroke or a line break is a gap between words by itself.
    spaces += charCodeAt.call(text, at) === 0x20 ? 1 : 2;
  }
  close();
}

/** The first letter may as well be the stop of a sentence before, or the mark of a list. */
function wordsOf(letters: readonly string[]): string {
  const words = letters.join("");
  return letters[0]?.trim() === "e" || letters[0]?.trim() === "t" ? `${words} ${letters.slice(1).join("")}` : words;
}

function isSign(code: number): boolean {
  return code === DOT || code === DASH;
}
