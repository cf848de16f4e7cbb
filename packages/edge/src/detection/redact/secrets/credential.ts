// Secrets in text: keys and tokens by their form, passwords after their name or inside a URL.

import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import { isPlainToken, KEY_NUMBERS } from "../key-meaning.js";
import { endOfPlaceholder, LONGEST_PLACEHOLDER } from "../replacement.js";
import type { Reach } from "../run.js";
import { findBasic } from "./basic-credentials.js";
import { isCodeValue } from "./code-value.js";
import { findCommandPassword } from "./command-password.js";
import { findElement } from "./element-secret.js";
import { findKey } from "./key-by-form.js";
import { isBehindLogin, isLabelled, isSet, nameOf } from "./name-before.js";
import { endOfPassphrase, opensLine } from "./passphrase.js";
import { findPasswordBehindWord, isQuote } from "./password-word.js";
import { findPgpassPassword } from "./pgpass.js";
import { AUTHORIZES, MAY_NAME_PASSWORD, meaningOfName, NAMES_PASSWORD, NAMES_SECRET } from "./secret-names.js";
import {
  isKeyNumber,
  isMadePassword,
  isPath,
  isPointer,
  isTemplate,
  isVersion,
  LONGEST_PATH,
  SIGN,
} from "./secret-value.js";
import { findSessionCookie } from "./session-cookie.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const LONGEST_VALUE = 512;
const LONGEST_QUOTED = 128;
const LONGEST_URL_USER = 256;
const LONGEST_NAME = 40;
const SHORTEST_SECRET = 12;
const SHORTEST_MIXED = 6;
/** Longest row of signs between a name and its value. */
const LONGEST_SIGN = 8;
/** A secret holds a digit among so many of its first characters. */
const DIGIT_WITHIN = 64;

const NO_VALUE =
  /^(?:null|none|true|false|undefined|string|required|optional|hidden|redacted|changeme|example|password|x+|\*+|\.{2,}|-+|str|number|text|env|process|await|new)$/i;

/** A key, token or named secret that begins with, or is named by, the run from `start` to `end`. */
export function findCredential(
  text: string,
  start: number,
  end: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  const key = findKey(text, start, end, options, reach);
  if (key !== undefined) return key;
  const size = end - start;
  const next = unitAt(text, end);
  if (next === 0x3d && options.wants.api_key) {
    const cookie = findSessionCookie(text, start, end, options, reach);
    if (cookie !== undefined) return cookie;
  }
  if (next === 0x3a && options.wants.password) {
    const password = findPgpassPassword(text, start, end, reach);
    if (password !== undefined) return password;
  }
  // Most runs are words behind words.
  const isBehindWord = start > 1 && unitAt(text, start - 1) === 32 && isLetterOrDigit(unitAt(text, start - 2));
  if (start > 1 && (!isBehindWord || unitAt(text, start) === 0x2d)) {
    const password = options.wants.password
      ? (findCommandPassword(text, start, end, reach) ?? findPasswordBehindWord(text, start, reach))
      : undefined;
    if (password !== undefined) return password;
  }
  if (size > LONGEST_NAME || !mayBeName(text, start, end)) return undefined;
  if (options.wants.password && size === NETRC.length && unitAt(text, end) === 32) {
    const password = findNetrcPassword(text, start, end, reach);
    if (password !== undefined) return password;
  }
  // No sign follows, and the run is neither an option, nor `Bearer`, nor a variable in capitals that is set.
  if (unitAt(text, end) === 32 && isLetterOrDigit(unitAt(text, end + 1))) {
    if (end + 2 > reach.end) reach.end = end + 2;
    const first = unitAt(text, start);
    if (first !== 0x2d && (first | 0x20) !== 0x62 && (first > 0x5a || !isSet(text, start))) return undefined;
  }
  if (unitAt(text, end) === 0x3e) return findElement(text, start, end, 1, options, reach);
  // `<property name="db.password">…</property>`
  if (isQuote(unitAt(text, end)) && unitAt(text, end + 1) === 0x3e)
    return findElement(text, start, end, 2, options, reach);
  return findNamed(text, start, end, options, reach);
}

const NETRC = "password";
/** `machine … login … password …`, as .netrc has it. */
function findNetrcPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (!text.startsWith(NETRC, start) || !isBehindLogin(text, start)) return undefined;
  const to = endOfValue(text, end + 1, 0, false, reach);
  const value = text.slice(end + 1, to);
  const fits = value.length >= 6 && /\d/.test(value) && !isTemplate(charCodeAt.call(text, end + 1));
  return fits ? { kind: "password", start: end + 1, end: to } : undefined;
}

/** A value after its name: `password=…`, `"api_key": "…"`, `Bearer …`. The name stays. */
function findNamed(
  text: string,
  start: number,
  end: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  let from = end;
  let quotes = 0;
  let sign = 0;
  let spaces = 0;
  let isMember = false;
  // A quote or a backslash, a bracket that ends the name of a member, a colon or equals sign, spaces, a quote.
  while (from < text.length && from - end < LONGEST_SIGN) {
    const code = unitAt(text, from);
    if (code === 32) spaces += 1;
    else if (code === 0x22 || code === 0x27 || code === 0x60 || code === 0x5c) quotes += 1;
    else if ((code === 0x3a || code === 0x3d) && sign === 0) sign = code;
    else if (code === 0x3d && sign === 0x3a) sign = code;
    else if (code === 0x3e && sign === 0x3d) sign = 0x3d;
    else if (code === 0x5d && quotes === 1 && sign === 0 && spaces === 0) isMember = true;
    else break;
    from += 1;
  }
  if (from >= reach.end) reach.end = from + 1;
  const isBearer = sign === 0 && spaces > 0 && end - start === 6 && text.slice(start, end).toLowerCase() === "bearer";
  // `--password …` and `ENV PASSWORD …`, with nothing but spaces between.
  const isOption =
    sign === 0 && unitAt(text, end) === 32 && (text.startsWith("--", start) || (spaces === 1 && isSet(text, start)));
  // A string of T-SQL: PASSWORD = N'…'
  if (sign === 0x3d && unitAt(text, from) === 0x4e && unitAt(text, from + 1) === 0x27) {
    from += 2;
    quotes += 1;
  }
  // `token===18` compares.
  if (sign === 0x3d && unitAt(text, from) === 0x3d && unitAt(text, from - 1) === 0x3d) return undefined;
  // Templates, variables and placeholders are no values.
  if ((sign === 0 && !isBearer && !isOption) || isTemplate(unitAt(text, from))) return undefined;
  const name = nameOf(text, start, end);
  const meaning = meaningOfName(name);
  if (meaning === AUTHORIZES) return options.wants.api_key ? findBasic(text, from, reach) : undefined;
  // The secret number of a key in JSON.
  if (KEY_NUMBERS.has(name) && quotes >= 2 && options.wants.private_key) {
    const to = endOfValue(text, from, quotes, true, reach);
    return isKeyNumber(text.slice(from, to)) ? { kind: "private_key", start: from, end: to } : undefined;
  }
  const mayBePassword = (meaning & MAY_NAME_PASSWORD) !== 0;
  const isPassword = !isBearer && options.wants.password && (mayBePassword || (meaning & NAMES_PASSWORD) !== 0);
  const isSecret = isBearer || (!isPassword && (meaning & NAMES_SECRET) !== 0);
  if (!isPassword && !(isSecret && options.wants.api_key)) return undefined;
  if (isPassword && isPath(text.slice(from, from + LONGEST_PATH))) return undefined;
  // `PASS: …` is how a test went.
  const isResult = sign === 0x3a && text.slice(start, end) === "PASS";
  if (isPassword && !isResult && sign !== 0 && charCodeAt.call(text, start) !== 0x2d) {
    const end = endOfPassphrase(text, start, from, reach);
    if (end > 0) return { kind: "password", start: from, end };
  }
  const to = endOfValue(text, from, quotes, isSecret, reach);
  const value = text.slice(from, to);
  if (value.length < 4 || NO_VALUE.test(value) || isVersion(value) || isPointer(value)) return undefined;
  if (!isQuote(unitAt(text, from - 1)) && (isCodeValue(value) || isReference(text, start, end, value)))
    return undefined;
  if (to + 2 > reach.end) reach.end = to + 2;
  if (isToldForm(text, start, end, from, value)) return undefined;
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  if (!isMixed && isLabelled(text, start, end)) return undefined;
  if (isOption && value.startsWith("-")) return undefined;
  if (isPassword) {
    const isAssigned = sign === 0x3d && spaces === 0 && quotes === 0;
    const isCode = sign === 0x3d && quotes === 0 && /^[A-Za-z_.]+$/.test(value) && spaces > 0;
    if (isCode) return undefined;
    // `password: …` may be a sentence, which a full stop ends.
    const isLine = isAssigned || (sign === 0x3a && quotes === 0 && unitAt(text, to) !== 0x2e);
    const last = isLine && opensLine(text, start) ? endOfAssigned(text, to, reach) : endOfQuoted(text, from, to, reach);
    // What is set under a name in source code, `$lang["password"] = "…"`, is a label as often.
    const fits =
      !isMember && (isAssigned || quotes >= 2 || (isOption && quotes === 1))
        ? value.length >= 4
        : last - from >= SHORTEST_MIXED && (isMixed || (isOption ? SIGN : /[^\p{L}\p{M}\d]/u).test(value));
    return fits && (!mayBePassword || isMadePassword(text.slice(from, last)))
      ? { kind: "password", start: from, end: last }
      : undefined;
  }
  const fits =
    value.length >= (isBearer ? 20 : SHORTEST_SECRET) &&
    isMixed &&
    !/^[a-z]+(?:[_.-][a-z]+)*\d?$|^https?:\/\//.test(value);
  return fits && !isPlainToken(name) ? { kind: "api_key", start: from, end: to } : undefined;
}

/** A name of code: `session_token2`. */
const NAME = /^[A-Za-z]{1,40}(?:_[A-Za-z\d]{1,40}){1,8}$/;
/** Names of fields in a row: `GID:user_list`. */
const FIELDS = /^[A-Za-z_]{1,40}(?::[A-Za-z_]{1,40}){1,8}$/;
/** What a usage line has in the place of a value, in any language, before it explains the option: `--password=HASŁO   …`. */
const STANDS_FOR_VALUE = /^\p{Lu}{3,}(?: {2}|\t|\])/u;
/** What is before the name of a member of an object: one that begins a line is YAML's, and its value a text. */
const MEMBER_BEFORE = /[{,(] ?["'`]$/;

/** Whether a value is a name of code, behind a name in quotation marks, or says what stands in its place. */
function isToldForm(text: string, start: number, end: number, from: number, value: string): boolean {
  if (
    !isQuote(unitAt(text, from - 1)) &&
    NAME.test(value) &&
    MEMBER_BEFORE.test(text.slice(Math.max(0, start - 3), start))
  )
    return isQuote(unitAt(text, end));
  if (unitAt(text, start - 1) === 0x3a && from === end + 1 && FIELDS.test(value)) return true;
  return text.startsWith("--", start) && STANDS_FOR_VALUE.test(text.slice(from, from + value.length + 2));
}

/** Whether a value is another name: `key_password=key_password`, a symbol of Ruby, a role of a docstring. */
function isReference(text: string, start: number, end: number, value: string): boolean {
  return (
    value.startsWith(":") ||
    (value.length === end - start && text.slice(start, end).toLowerCase() === value.toLowerCase())
  );
}

/** Whether a run ends as names of secrets do. */
function mayBeName(text: string, start: number, end: number): boolean {
  const last = unitAt(text, end - 1);
  // `pass`, `psk`
  if ((last | 0x20) === 0x73 || (end - start > 2 && (last | 0x20) === 0x6b))
    return (unitAt(text, end - 2) | 0x20) === 0x73;
  return NAME_ENDS[end - start > 2 ? last : SHORT_NAME + unitAt(text, start)] === 1;
}

/** Last letters of names but for those in `pass` and `psk`; the first ones of those of one or two letters stand behind all others. */
const NAME_ENDS = new Uint8Array(0x100);
const SHORT_NAME = 0x80;
for (const letter of "dtyneagrDTYNEAGR") NAME_ENDS[letter.charCodeAt(0)] = 1;
for (const letter of "dpqk") NAME_ENDS[SHORT_NAME + letter.charCodeAt(0)] = 1;

/** The last stretch of signs that a value holds, without a digit. */
const clear = { text: "", from: 0, to: 0 };

/**
 * End of the value that begins at `from`; `from` itself when it is code, or a secret without a digit, since every real one
 * has some: where none comes early, that is seen early, so that names after names cost no more than the text.
 */
function endOfValue(text: string, from: number, quotes: number, isSecret: boolean, reach: Reach): number {
  // Of a row of names each would be looked through from every one before it.
  let at = isSecret && clear.text === text && from >= clear.from && from < clear.to ? clear.to : from;
  let hasDigit = !isSecret;
  let isNone = false;
  let firstDigit = -1;
  while (at < text.length && at - from < LONGEST_VALUE && isValueUnit(charCodeAt.call(text, at))) {
    const code = charCodeAt.call(text, at);
    if (code >= 0x30 && code <= 0x39) {
      if (!hasDigit) firstDigit = at;
      hasDigit = true;
    }
    isNone = code === 0x28 || code === 0x3c || (!hasDigit && at - from > DIGIT_WITHIN);
    if (isNone) break;
    at += 1;
  }
  if (isSecret) {
    clear.text = text;
    clear.from = from;
    clear.to = firstDigit < 0 ? at : firstDigit;
  }
  if (at + 1 > reach.end) reach.end = at + 1;
  if (isNone || !hasDigit) return from;
  while (
    at > from &&
    (charCodeAt.call(text, at - 1) === 0x2e || charCodeAt.call(text, at - 1) === 0x5c) &&
    quotes === 0
  )
    at -= 1;
  return at;
}

/** Other values, what a statement ends with, and what closes what is around it. */
const BEHIND_VALUE = /[&;,][\w.-]{1,40}=|["'`\\]|^[;,)}\]>]*$/;

/**
 * Where the value of a line `NAME=value` ends that others would end at `to`: a password holds any sign there, where nothing but
 * it stands on the line.
 */
function endOfAssigned(text: string, to: number, reach: Reach): number {
  let end = to;
  while (end < text.length && end - to < LONGEST_QUOTED && charCodeAt.call(text, end) > 32) end += 1;
  if (end + 1 > reach.end) reach.end = end + 1;
  const isLast = end === text.length || charCodeAt.call(text, end) === 0x0a || charCodeAt.call(text, end) === 0x0d;
  return isLast && !BEHIND_VALUE.test(text.slice(to, end)) ? end : to;
}

/**
 * Where the quotation mark that stands before `from` is closed, if it is on the same line and near: a quoted password may hold
 * spaces and any sign. Else `to`.
 */
function endOfQuoted(text: string, from: number, to: number, reach: Reach): number {
  const quote = charCodeAt.call(text, from - 1);
  if (quote !== 0x22 && quote !== 0x27 && quote !== 0x60) return to;
  const isEscaped = charCodeAt.call(text, from - 2) === 0x5c;
  const limit = Math.min(text.length, from + LONGEST_QUOTED);
  let end = to;
  for (let at = to; at < limit; at += 1) {
    const code = charCodeAt.call(text, at);
    const next = charCodeAt.call(text, at + 1);
    if (code === 0x0a || code === 0x0d || (code === quote && isEscaped)) break;
    if (code === quote || (code === 0x5c && isEscaped && next === quote)) {
      end = at;
      break;
    }
    if (code === 0x5c) at += 1;
  }
  // What decided stands before the limit, and a sign behind a backslash counts.
  if (limit + 2 > reach.end) reach.end = limit + 2;
  return end;
}

/** The password of `scheme://user:password@host`, at the colon before the slashes. */
export function findUrlPassword(text: string, colon: number, reach: Reach): Detected | undefined {
  let at = colon + 3;
  let separator = -1;
  while (at < text.length && at - colon < LONGEST_URL_USER) {
    const code = charCodeAt.call(text, at);
    if (
      code <= 32 ||
      code === 0x2f ||
      code === 0x22 ||
      code === 0x27 ||
      code === 0x3c ||
      code === 0x3e ||
      code === 0x3f
    )
      break;
    if (code === 0x5b) {
      const to = endOfPlaceholder(text, at);
      if (at + LONGEST_PLACEHOLDER > reach.end) reach.end = at + LONGEST_PLACEHOLDER;
      if (to > 0) {
        at = to;
        continue;
      }
    }
    if (code === 0x3a && separator < 0) separator = at;
    else if (code === 0x40) {
      if (at + 1 > reach.end) reach.end = at + 1;
      const from = separator + 1;
      const first = charCodeAt.call(text, from);
      if (
        separator < 0 ||
        from === at ||
        first === 0x24 ||
        first === 0x7b ||
        first === 0x3c ||
        first === 0x5b ||
        /^[*x.]+$/i.test(text.slice(from, at))
      )
        return undefined;
      return { kind: "password", start: from, end: at };
    }
    at += 1;
  }
  if (at + 1 > reach.end) reach.end = at + 1;
  return undefined;
}

/** Whether the run at `start` is the inside of one of our placeholders. */
export function isPlaceholderAt(text: string, start: number): boolean {
  return charCodeAt.call(text, start - 1) === 0x5b && text.startsWith("REDACTED", start);
}

/** Signs of ASCII that end a value. */
const ENDS_VALUE = new Uint8Array(0x80).fill(1, 0, 0x21);
for (const sign of "\"'`,;&})>]\\") ENDS_VALUE[sign.charCodeAt(0)] = 1;

function isValueUnit(code: number): boolean {
  return code >= 0x80 || ENDS_VALUE[code] === 0;
}
