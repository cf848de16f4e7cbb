// Passwords behind the word for one in the languages besides English, and behind full-width colons: 密码：…, пароль: …. Read from
// the value back to the word, since the word may be several, or stand in a text without spaces.
import { unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import { OPENING } from "../replacement.js";
import type { Reach } from "../run.js";
import { isCodeValue } from "./code-value.js";
import { SPACED_WORDS, UNSPACED_WORDS } from "./password-names.js";
import { isMadePassword } from "./secret-value.js";
import { isBehindLetter, WordsByEnding } from "./word-for-password.js";

const UNSPACED_WORD = new WordsByEnding(UNSPACED_WORDS.split("|"));
const SPACED_WORD = new WordsByEnding(SPACED_WORDS.split("|"));
/** Wide colons and equals signs, and what leads on to a value in Chinese, Japanese and Korean. */
const WIDE_SIGNS: ReadonlySet<number> = new Set([..."：＝是为為は는은"].map((sign) => sign.charCodeAt(0)));
/** Scripts whose words stand side by side. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LONGEST_VALUE = 128;
const SHORTEST_VALUE = 6;
const SPACE = 0x20;
const WIDE_SPACE = 0x3000;

/** The password that begins at `start`, where the word for it, a colon or equals sign, and at most a quotation mark precede. */
export function findPasswordBehindWord(text: string, start: number, reach: Reach): Detected | undefined {
  // A password is of ASCII here, and most runs in other scripts are words.
  if (unitAt(text, start) >= 0x7f) return undefined;
  let sign = start - 1;
  if (isQuote(unitAt(text, sign))) sign -= 1;
  if (isSpace(unitAt(text, sign))) sign -= 1;
  const code = unitAt(text, sign);
  const isDash = code === 0x2d || code === 0x2013 || code === 0x2014;
  if (!isDash && (code < 0x80 ? code !== 0x3a && code !== 0x3d : !WIDE_SIGNS.has(code))) return undefined;
  if (isSpace(unitAt(text, sign - 1)) || isQuote(unitAt(text, sign - 1))) sign -= 1;
  // A hyphen without spaces joins words.
  else if (isDash) return undefined;
  const size =
    SPACED_WORD.sizeBefore(text, sign, (word) => !isBehindLetter(text, word)) ||
    UNSPACED_WORD.sizeBefore(text, sign, () => true);
  // The word may be the kind of a placeholder, and what follows the end of a value that is replaced.
  if (size === 0 || text.startsWith(OPENING, sign - size - OPENING.length)) return undefined;
  const end = endOfMixed(text, start, reach);
  if (end === 0 || (!isQuote(unitAt(text, start - 1)) && isCodeValue(text.slice(start, end)))) return undefined;
  // What a dash leads on to may be a heading or a note as well.
  return isDash && !isMadePassword(text.slice(start, end)) ? undefined : { kind: "password", start, end };
}

/** End of a word of ASCII letters and digits, both, with signs among them; 0 where there is none: words and figures are prose. */
export function endOfMixed(text: string, start: number, reach: Reach): number {
  let to = start;
  let hasDigit = false;
  let hasLetter = false;
  for (; to - start < LONGEST_VALUE; to += 1) {
    const code = unitAt(text, to);
    if (!(code > SPACE && code < 0x7f) || isQuote(code) || code === 0x2c || code === 0x3b || code === 0x5c) break;
    // The digits of a placeholder are none of a password.
    if (code === 0x5b && text.startsWith(OPENING, to)) break;
    if (code >= 0x30 && code <= 0x39) hasDigit = true;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) hasLetter = true;
  }
  if (to + OPENING.length > reach.end) reach.end = to + OPENING.length;
  // Letters of another script go on with what is prose, but in one without spaces a sentence ends so.
  const behind = text.slice(to, to + 2);
  const goesOn = /^[\p{L}\p{M}]/u.test(behind);
  if (!hasDigit || !hasLetter || (goesOn && !UNSPACED.test(behind))) return 0;
  while (to > start && ".)]}>".includes(text.charAt(to - 1))) to -= 1;
  const value = text.slice(start, to);
  return value.length >= SHORTEST_VALUE && !value.includes("://") && (!goesOn || isMadePassword(value)) ? to : 0;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === WIDE_SPACE || code === 0xa0;
}

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60 || code === 0x201c || code === 0x201d || code === 0x300c;
}
