// Private key blocks in text, of any length: a stream says what stands for a long one before its end line has come. PEM and PGP
// blocks are one form, files of PuTTY and blocks of the SSH2 format the others; public keys and certificates are none.
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";
import type { KeyForm } from "./key-form.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** A private key is waited for so long; what is longer is replaced before its end has come. */
export const HELD_PRIVATE_KEY = 16_384;

/** Longest rest of a last line. */
const LONGEST_END = 48;
const LONGEST_SUM = 67;
const OPENS_NEXT = "BEGIN";

const FORMS: readonly KeyForm[] = [
  {
    opening: "-----BEGIN",
    // With percent signs, too.
    isOpening: /^-----BEGIN[\s\S]{0,29}PRIVATE(?: |%20|\+)KEY/,
    longestOpening: 50,
    marks: ["-----END"],
    endOfLast: (behind) => behindDashes(behind, "-----"),
  },
  {
    opening: "---- BEGIN SSH2 ",
    isOpening: /^---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY/,
    longestOpening: 50,
    marks: ["---- END"],
    endOfLast: (behind) => behindDashes(behind, "----"),
  },
  {
    opening: "PuTTY-User-Key-File-",
    // The form is often spoken of; a file names its cipher next.
    // Lines may have numbers or marks before them.
    isOpening:
      /^PuTTY-User-Key-File-\d(?::|%3A)(?: |%20|\+)?[a-z0-9@.-]{3,40}(?:\\[rn]|%0[AD]|\s){1,8}(?:["'>+|] ?|\d{1,4}[:.)|]?\s{1,2})?Encryption(?::|%3A)(?: |%20|\+)/,
    longestOpening: 112,
    marks: ["Private-MAC:", "Private-Hash:", "Private-MAC%3A"],
    endOfLast: (behind) => /^(?: |%20|\+)?[0-9a-fA-F]{0,64}/.exec(behind)?.[0].length ?? 0,
  },
];

/** A private key block: to its end line, or to the end of the text where none comes. */
export function findPrivateKey(text: string, start: number, reach: Reach): Detected | undefined {
  const second = charCodeAt.call(text, start + 1);
  for (const form of FORMS) {
    const { opening, longestOpening } = form;
    // Most hyphens and capitals are seen to open no block by the next sign.
    if (second !== opening.charCodeAt(1) && start + 1 < text.length) continue;
    // Part of the opening line may still be to come.
    const known = text.slice(start, start + longestOpening);
    if (!(known.length < opening.length ? opening.startsWith(known) : known.startsWith(opening))) continue;
    const needed = start + longestOpening;
    if (needed > reach.end) reach.end = needed;
    if (!form.isOpening.test(known)) continue;
    if (isSpokenOf(text, start, reach)) return undefined;
    const close = endOfPrivateKey(text, start + opening.length, form);
    // A long one is one before its end line has come.
    const isLong = !close.hasLine && text.length >= start + HELD_PRIVATE_KEY;
    if (!close.isOver && !isLong) reach.end = Math.max(reach.end, text.length);
    return { kind: "private_key", start, end: close.end, ...(close.hasLine ? {} : { open: form }) };
  }
  return undefined;
}

/** An opening line that code compares with or looks for: its string ends behind it, and no line of a key is near. */
const SPOKEN_OF = /^-----BEGIN[^-\n]{0,30}KEY-----(["'`/])(?:[a-z]{0,3}\.\w{1,12})?\s{0,4}(?:[);\]}(]|[!=]==?)/;
const KEY_LINE = /[A-Za-z0-9+/=]{32}/;
const LONGEST_SPOKEN = 80;
const NEAR = 256;

function isSpokenOf(text: string, start: number, reach: Reach): boolean {
  if (start + LONGEST_SPOKEN > reach.end) reach.end = start + LONGEST_SPOKEN;
  const spoken = SPOKEN_OF.exec(text.slice(start, start + LONGEST_SPOKEN));
  if (spoken === null) return false;
  const from = start + spoken[0].length;
  if (from + NEAR > reach.end) reach.end = from + NEAR;
  return !KEY_LINE.test(text.slice(from, from + NEAR));
}

/** The form of the block that a text begins with, and does not end; its opening line is enough. */
export function formOfOpening(line: string): KeyForm | undefined {
  const found = FORMS.find(({ opening }) => line.includes(opening));
  if (found === undefined) return undefined;
  const from = line.lastIndexOf(found.opening);
  const rest = line.slice(from);
  // The next line of a file of PuTTY is an item of its own.
  const isOpening = found.isOpening.test(rest) || (from === 0 && found.isOpening.test(`${rest}\nEncryption: `));
  return isOpening && !found.marks.some((mark) => rest.includes(mark)) ? found : undefined;
}

interface PrivateKeyEnd {
  readonly end: number;
  /** Whether its end line has begun. */
  readonly hasLine: boolean;
  readonly isOver: boolean;
}

/**
 * Where the private key ends that goes on at `from`: behind its end line, which may be cut short; else the text's end. It is
 * over when no more text could change that; what could begins among the last LOOK_BACK characters.
 */
export function endOfPrivateKey(text: string, from: number, { marks, endOfLast }: KeyForm): PrivateKeyEnd {
  let close = -1;
  let to = 0;
  for (const mark of marks) {
    const at = text.indexOf(mark, from);
    if (at < 0 || (close >= 0 && at > close)) continue;
    close = at;
    to = at + mark.length;
  }
  if (close < 0) return { end: text.length, hasLine: false, isOver: false };
  const longest = marks.length > 1 ? LONGEST_SUM : LONGEST_END;
  const isOver = text.length >= to + longest + OPENS_NEXT.length;
  const size = endOfLast(text.slice(to, to + longest + OPENS_NEXT.length));
  return { end: size < 0 ? Math.min(text.length, to + longest) : to + size, hasLine: true, isOver };
}

/** Behind the dashes of a last line; those of the block behind it are not its own. */
function behindDashes(behind: string, dashes: string): number {
  const at = behind.slice(0, LONGEST_END).indexOf(dashes);
  return at < 0 || behind.startsWith(OPENS_NEXT, at + dashes.length) ? at : at + dashes.length;
}
