// Passwords that a sentence tells: `your password is …`, `das Passwort lautet: …`, `user bob, password …`, `passphrase -> …`,
// `the password (…)`, `credentials: bob / …`. Without quotation marks or a colon a value has to look like nothing but a
// password, since sentences say many things of passwords.
import { unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import { isDigit } from "../numbers/digit-groups.js";
import { LOOK_BACK, type Reach } from "../run.js";
import { isCodeValue } from "./code-value.js";
import { SPACED_WORDS } from "./password-names.js";
import { endOfMixed, isQuote } from "./password-word.js";
import { isMadePassword } from "./secret-value.js";
import { isBehindLetter, WordsByEnding } from "./word-for-password.js";

/** What leads from the word to the password; a password may also follow the word itself. */
const VERBS: readonly string[] =
  "is|is now|set to|reset to|changed to|ist|ist jetzt|lautet|est|es|é|è|is nu|är|er|jest|este|adalah".split("|");
const PASSWORD_WORDS = `${SPACED_WORDS}|passcode`;
const PASSWORD_WORD = new WordsByEnding(PASSWORD_WORDS.split("|"));
/** The last words of these verbs: most words are seen to be none. */
const LAST_WORD = new WordsByEnding([...new Set(VERBS.map((words) => ` ${words.slice(words.lastIndexOf(" ") + 1)}`))]);
/** The word, whose it is in a few others, and what leads on. */
const TOLD = new RegExp(
  `(?<![\\p{L}\\p{M}\\d_-])(?:${PASSWORD_WORDS})(?: [\\p{L}\\p{M}\\d'._@-]{1,32}){0,5}? (?:${VERBS.join("|")})$`,
  "iu",
);
/** What names an account and its password at once, the account, and a slash. */
const PAIR =
  /(?<![\p{L}\p{M}\d_-])(?:credentials|creds|log[ -]?ins?|sign[ -]?in|user(?:name)? ?(?:and|&|\/) ?pass(?:word)?|zugangsdaten|logindaten|anmeldedaten|identifiants|credenciales|credenciais|credenziali|inloggegevens)(?: [\p{L}\p{M}\d'._@-]{1,32}){0,4}:? [\p{L}\p{M}\d._@+-]{1,48} \/$/iu;
const LONGEST_PASSWORD = 64;
const SPACE = 0x20;
const COLON = 0x3a;
const SLASH = 0x2f;
const BRACKET = 0x28;
const HYPHEN = 0x2d;
const LOW_LINE = 0x5f;
/** The first letter: in rows of figures there is none. */
const CAPITAL_A = 0x41;
const ARROW_HEAD = 0x3e;
const ARROW = 0x2192;

/** The password that begins at `start`, behind such words. */
export function findToldPassword(text: string, start: number, reach: Reach): Detected | undefined {
  const isQuoted = isQuote(unitAt(text, start - 1));
  const isInBrackets = unitAt(text, start - 1) === BRACKET;
  const space = isQuoted || isInBrackets ? start - 2 : start - 1;
  if (unitAt(text, space) !== SPACE) return undefined;
  const sign = unitAt(text, space - 1);
  const hasColon = sign === COLON;
  if (!isQuoted && !isInBrackets && sign === SLASH) {
    return PAIR.test(text.slice(Math.max(0, start - LOOK_BACK), space)) ? madePassword(text, start, reach) : undefined;
  }
  const lead = leadBefore(text, space);
  const end = lead > 0 && unitAt(text, space - lead - 1) === SPACE ? space - lead - 1 : space - lead;
  if (!isTold(text, start, end)) return undefined;
  if (isQuoted || (hasColon && !isInBrackets)) {
    const to = endOfMixed(text, start, reach);
    const isNone = isQuoted ? !isQuote(unitAt(text, to)) : isCodeValue(text.slice(start, to));
    return to === 0 || isNone ? undefined : { kind: "password", start, end: to };
  }
  return madePassword(text, start, reach);
}

/** Whether the word for a password, or a sentence with one, ends at a place before `start`. */
function isTold(text: string, start: number, end: number): boolean {
  if (unitAt(text, end - 1) < CAPITAL_A) return false;
  if (PASSWORD_WORD.sizeBefore(text, end, (word) => !isPartOfName(text, word)) > 0) return true;
  const isVerb = LAST_WORD.sizeBefore(text, end, () => true) > 0;
  return isVerb && TOLD.test(text.slice(Math.max(0, start - LOOK_BACK), end));
}

/** Whether a name goes on at a place: `my_password`, `my-password`. */
function isPartOfName(text: string, place: number): boolean {
  const code = unitAt(text, place - 1);
  return code === HYPHEN || code === LOW_LINE || isDigit(code) || isBehindLetter(text, place);
}

/** Signs before the space at a place that lead on to a value: a colon, or an arrow of one or two. */
function leadBefore(text: string, space: number): number {
  const last = unitAt(text, space - 1);
  if (last === COLON || last === ARROW) return 1;
  return last === ARROW_HEAD && unitAt(text, space - 2) === HYPHEN ? 2 : 0;
}

/** The word at `start` where it looks like nothing but a password. */
function madePassword(text: string, start: number, reach: Reach): Detected | undefined {
  let to = start;
  while (to - start < LONGEST_PASSWORD && unitAt(text, to) > SPACE && !isQuote(unitAt(text, to))) to += 1;
  if (to + 1 > reach.end) reach.end = to + 1;
  while (to > start && ".,;:)]}>?".includes(text.charAt(to - 1))) to -= 1;
  const value = text.slice(start, to);
  return isMadePassword(value) && !/^[${<%[(]|:\/\//.test(value) ? { kind: "password", start, end: to } : undefined;
}
