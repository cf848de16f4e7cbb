// Whether a value under a key that speaks of a secret is one. Words of a form, rows of stars and prose are none.

import type { KeyMeaning } from "../key-meaning.js";
import type { RedactionKind } from "../policy.js";
import { readsAsCredentials } from "./basic-credentials.js";
import { isPassphrase } from "./passphrase.js";
import { SPACED_WORDS, UNSPACED_WORDS } from "./password-names.js";

const MOST_PASSWORD_WORDS = 6;
const SHORTEST_LIKELY_PASSWORD = 6;
const SHORTEST_SECRET = 8;
const SHORTEST_LIKELY_SECRET = 12;
const SHORTEST_ACCOUNT_PASSWORD = 4;
const SHORTEST_PASS = 8;
/** What a pass is that is no password: the result of a test, a ticket. */
const PASSES =
  /^(?:pass(?:ed|es|ing)?|fail(?:ed|s|ure)?|true|false|yes|none|null|undefined|unknown|okay|error|warn(?:ing)?|pending|skip(?:ped)?|partial|expired|active|inactive|valid|invalid|required|optional|hidden|boarding|season|daily|weekly|monthly|annual|yearly|week|weekend|month|year|gold|silver|bronze|platinum|premium|basic|standard|free|full|guest|visitor|member|student|first|second|third|final)$/i;
/** What a member is called in another language, as files of translations have it. */
const NAMES_PASSWORD = new RegExp(`^(?:${UNSPACED_WORDS}|${SPACED_WORDS})$`, "iu");
const STARS = /^[*•x.]*$/;
/** Longer than the words that name a secret or speak of one. */
const LETTERS_ONLY = /^[a-z]{20,}$/;
const MOST_SECRET_WORDS = 6;
/** A word that no label has: letters and digits in turn. */
const MADE_WORD = /^(?=\S*[A-Za-z]\d+[A-Za-z])\S{4,}$/;
const SCHEME = /^(?:Bearer|Basic|Token) /i;

/** The kind of the value that its key's meaning makes secret; undefined for others. */
export function secretKindOf(
  text: string,
  meaning: KeyMeaning,
  wants: Readonly<Record<RedactionKind, boolean>>,
): RedactionKind | undefined {
  switch (meaning) {
    case "key_number":
      return wants.private_key && isKeyNumber(text) ? "private_key" : undefined;
    case "password":
      return wants.password &&
        !isPath(text) &&
        !isVersion(text) &&
        !isPointer(text) &&
        (text.split(" ").length <= MOST_PASSWORD_WORDS || isPassphrase(text)) &&
        !STARS.test(text) &&
        !NAMES_PASSWORD.test(text)
        ? "password"
        : undefined;
    case "account_password":
      return wants.password && isAccountPassword(text) ? "password" : undefined;
    case "pass":
      return wants.password && isMadePassword(text) ? "password" : undefined;
    case "likely_password":
      return wants.password && isLikelyPassword(text) ? "password" : undefined;
    case "basic_credentials":
      return wants.api_key && readsAsCredentials(text) ? "api_key" : undefined;
    case "secret":
    case "likely_secret":
      return wants.api_key && isSecret(text.replace(SCHEME, ""), meaning === "secret") ? "api_key" : undefined;
    default:
      return undefined;
  }
}

/** A number of a key in base64url, as JSON has them: no shorter than those of the usual curves. */
export function isKeyNumber(value: string): boolean {
  return /^[\w-]{43,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** A password stands in this file, or `pwd` is the folder at hand: a path from the root that holds names only. */
export const LONGEST_PATH = 80;

/** Whether a text begins with such a path, up to its end or a sign that ends a value. */
export function isPath(text: string): boolean {
  return /^(?:~\/|[A-Za-z]:\\|\/(?:home|usr|var|etc|opt|srv|tmp|root|run|app|mnt|data|work\w{0,10}|builds?|Users|private|secrets?)(?=\/|$|[\s"',;)]))[\w./\\-]{0,79}(?=$|[\s"',;)])/.test(
    text,
  );
}

/** A version, or a range of some: what a list of packages says of one that is called after passwords. */
export function isVersion(text: string): boolean {
  return /^(?:[~^v]|[<>]?=?)\d{1,4}\.\d{1,4}\.\d{1,5}(?:-(?:alpha|beta|rc|next|canary|dev|pre)[\w.-]{0,20})?$/.test(
    text,
  );
}

/** Where a document defines something: `#/components/schemas/Password`. */
export function isPointer(text: string): boolean {
  return /^#(?:\/[A-Za-z$][\w$.-]{0,60}){2,}$/.test(text);
}

function isLikelyPassword(text: string): boolean {
  if (isPassphrase(text)) return true;
  const isOneWord = text.length >= SHORTEST_LIKELY_PASSWORD && !/\s/.test(text) && !STARS.test(text);
  return isOneWord && ((/\d/.test(text) && /\p{L}/u.test(text)) || /[^\p{L}\p{M}\d_.:-]/u.test(text));
}

function isAccountPassword(text: string): boolean {
  return (
    text.length >= SHORTEST_ACCOUNT_PASSWORD &&
    /^\S*[\p{L}\p{S}@#&*!?]\S*$/u.test(text) &&
    !STARS.test(text) &&
    !PASSES.test(text)
  );
}

/** One word of letters and digits, as mixed as names and numbers of tickets are not. */
export function isMadePassword(text: string): boolean {
  if (text.length < SHORTEST_PASS || /\s/.test(text) || !/\d/.test(text) || !/[a-z]/.test(text)) return false;
  return /[!@#$^&*?~]/.test(text) || (/[A-Z]/.test(text) && /\d[A-Za-z]/.test(text) && /\d.*\d/.test(text));
}

function isSecret(value: string, isCertain: boolean): boolean {
  if (STARS.test(value)) return false;
  if (value.includes(" ")) return isCertain && isMadeOfWords(value);
  if (isCertain) return value.length >= SHORTEST_SECRET && (/[0-9A-Z]/.test(value) || LETTERS_ONLY.test(value));
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  return value.length >= SHORTEST_LIKELY_SECRET && isMixed && !/^[a-z]+(?:[_.-][a-z]+)*\d?$/.test(value);
}

/** Whether most words are such as labels and sentences do not hold. */
function isMadeOfWords(value: string): boolean {
  const words = value.split(" ");
  return words.length <= MOST_SECRET_WORDS && words.filter((word) => MADE_WORD.test(word)).length * 2 > words.length;
}

/** A sign that passwords hold between letters, and words and file names do not. */
export const SIGN = /[A-Za-z][!@#$%^&*?=~]+[A-Za-z]/;

/** Whether a sign begins a template, a variable or a placeholder, which is no value. */
export function isTemplate(code: number): boolean {
  return code === 0x24 || code === 0x7b || code === 0x3c || code === 0x25 || code === 0x5b || code === 0x28;
}
