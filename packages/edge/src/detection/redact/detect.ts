// Finds what a policy redacts in one text, left to right, each place once. Every decision at a place looks only at a
// bounded stretch around it, and says when that stretch runs past the end: so a stream decides exactly as a whole text.

import { SHORTEST_KEY } from "../secret/vendor-keys.js";
import { unitAt } from "../text/unit.js";
import type { DetectOptions } from "./detect-options.js";
import type { Detected } from "./detected.js";
import { endOfJoined, findEmail, findQuotedEmail } from "./email.js";
import type { Looks } from "./looks.js";
import { isDigit } from "./numbers/digit-groups.js";
import { findIban } from "./numbers/iban.js";
import { findIpv6 } from "./numbers/ip-address.js";
import { findNumber } from "./numbers/number.js";
import { FEWEST_OF_CARD, findStripeCard } from "./numbers/stripe-card.js";
import { besidePlaceholders, endOfMask } from "./replacement.js";
import { classOf, isParting, isRunUnit, LONGEST_RUN, LOOK_BACK, OPENER, OTHER, type Reach } from "./run.js";
import { noRun, readAhead } from "./run-ahead.js";
import { findCredential, findUrlPassword, isPlaceholderAt } from "./secrets/credential.js";
import { findDriverPassword } from "./secrets/driver-password.js";
import { findKey } from "./secrets/key-by-form.js";
import { findPositionalPassword, mayTakePassword } from "./secrets/positional-password.js";
import { findPrivateKey } from "./secrets/private-key.js";
import { findToldPassword } from "./secrets/told-password.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface Detection {
  readonly matches: Detected[];
  /** Everything before this index is decided. */
  readonly decided: number;
}

/** A stretch of a text; windows are in order. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BRACKET = 0x28;
const OPEN_BRACKET = 0x5b;

/**
 * Detects in `text` from index `from` on; what is before is context only. With `windows` it looks only at decisions that begin
 * in one, or behind a match that does: elsewhere there must be nothing to find. `looks` is told how far each decision looked.
 */
export function detect(
  text: string,
  from: number,
  options: DetectOptions,
  lastMatchEnd = 0,
  windows?: readonly Window[],
  looks?: Looks,
): Detection {
  const { custom, isFinal, wants } = options;
  const matches: Detected[] = [];
  const length = text.length;
  const reach: Reach = { end: 0 };
  const wholeRun = noRun();
  const partRun = noRun();
  let floor = lastMatchEnd;
  let at = from;
  let nextWindow = 0;
  let stop = windows === undefined ? length : from;

  while (at < length) {
    if (at >= stop) {
      const window = windows?.[nextWindow];
      if (window === undefined) break;
      nextWindow += 1;
      at = startOfWindow(text, at, window.start);
      stop = Math.max(stop, Math.min(length, window.end));
      continue;
    }
    const code = charCodeAt.call(text, at);
    const kind = classOf(code);
    /** Where to go on where nothing is found. */
    let next = at + 1;
    let found: Detected | undefined;
    reach.end = at;
    if (custom !== undefined) found = custom.matchAt(text, at, reach);
    if (found === undefined) {
      const isStart = kind !== OTHER && (at === 0 || at === floor || !isRunUnit(charCodeAt.call(text, at - 1)));
      // Behind what parts it from the run that it stands in, a value may begin too.
      const isPart = kind !== OTHER && !isStart && code < 0x80 && isParting(charCodeAt.call(text, at - 1));
      if (kind === OTHER) {
        // What is masked already is passed over, where the text is whole.
        const masked = code === OPEN_BRACKET && custom === undefined && isFinal ? endOfMask(text, at) : 0;
        if (masked > 0) {
          at = masked;
          continue;
        }
        if (code === QUOTE && wants.email) found = findQuotedEmail(text, at, reach);
        else if (custom === undefined || isFinal || reach.end < length) {
          at = next;
          continue;
        }
      } else if (kind === OPENER) found = readOpener(text, at, floor, isStart, options, reach);
      else if (isStart || isPart) {
        const ahead = isPart ? partRun : wholeRun;
        readAhead(ahead, text, at, isPart);
        const { end, digits, part } = ahead;
        const isWhole = end - at < LONGEST_RUN;
        // A run that reaches the end may go on, and what follows it counts.
        if (end >= length && !isFinal && isWhole) return { matches, decided: at };
        reach.end = Math.max(reach.end, end);
        if (isWhole) found = readRun(text, at, end, digits, floor, options, reach);
        next = part === 0 ? end : part;
      } else if (custom === undefined || isFinal || reach.end < length) {
        // The rest of a run that was too long, or that was read without a match.
        at = next;
        continue;
      }
    }
    if (found !== undefined && found.kind !== "private_key") found = besidePlaceholders(text, found, reach);
    if (reach.end >= length && !isFinal) return { matches, decided: at };
    if (found !== undefined && options.accepts?.(found.start, found.end) !== false) {
      matches.push(found);
      // What stands between the decision and the match stays, and is looked at again.
      if (found.start > at) looks?.note(at, found.end);
      at = found.end;
      floor = at;
      stop = Math.max(stop, Math.min(length, at + LOOK_BACK));
    } else {
      looks?.note(at, Math.max(reach.end, next));
      at = next;
    }
  }
  return { matches, decided: length };
}

/** Where to go on for a window: a run that begins before it is not of it, but for what is parted from its beginning there. */
function startOfWindow(text: string, at: number, start: number): number {
  if (start <= at) return at;
  let place = start;
  const before = charCodeAt.call(text, place - 1);
  if (isRunUnit(before) && !isParting(before))
    while (place < text.length && isRunUnit(charCodeAt.call(text, place))) place += 1;
  return place;
}

/** What a bracket or a colon begins. */
function readOpener(
  text: string,
  at: number,
  floor: number,
  isStart: boolean,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  if (charCodeAt.call(text, at) === BRACKET) {
    reach.end = Math.max(reach.end, at + 3);
    return opensNumber(text, at) ? findNumber(text, at, floor, options, reach) : undefined;
  }
  const isShort = at + 3 > text.length;
  if (isShort || text.startsWith("://", at)) {
    const found = options.wants.password ? findUrlPassword(text, at, reach) : undefined;
    if (isShort) reach.end = text.length;
    return found;
  }
  return isStart && options.wants.ip_address ? findIpv6(text, at, reach) : undefined;
}

function readRun(
  text: string,
  start: number,
  end: number,
  digits: number,
  floor: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  const next = unitAt(text, end);
  if (next === 0x40) {
    const password = options.wants.password ? findDriverPassword(text, start, end, reach) : undefined;
    if (password !== undefined) return password;
    const email = options.wants.email ? findEmail(text, start, end, reach) : undefined;
    if (email !== undefined) return email;
  }
  if ((next === 0x27 || next === 0x21 || next === 0x26 || next === 0x23 || next === 0x2a) && options.wants.email) {
    const sign = endOfJoined(text, end, reach);
    const email = sign < 0 ? undefined : findEmail(text, start, sign, reach);
    if (email !== undefined) return email;
  }
  const first = charCodeAt.call(text, start);
  if ((first === 0x2d || first === 0x2b || first === 0x50) && options.wants.private_key) {
    // Lines of a patch begin with a sign of their own.
    const isMarked = text.startsWith("-----BEGIN", start + 1) || text.startsWith("PuTTY-User-Key", start + 1);
    const sign = first !== 0x50 && isMarked ? 1 : 0;
    const key = findPrivateKey(text, start + sign, reach);
    if (key !== undefined) return key;
  }
  if (digits > 0) {
    const card = digits >= FEWEST_OF_CARD && options.wants.card ? findStripeCard(text, start, end, reach) : undefined;
    if (card !== undefined) return card;
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b) {
      const number = findNumber(text, start, floor, options, reach);
      if (number !== undefined) return number;
    } else if (options.wants.iban) {
      const iban = findIban(text, start, end, reach);
      if (iban !== undefined) return iban;
    }
  }
  // A password in a sentence has a digit, in its first run or behind a sign.
  if ((digits > 0 || isPasswordSign(next)) && options.wants.password && options.accepts === undefined) {
    const password = findToldPassword(text, start, reach);
    if (password !== undefined) return password;
  }
  if (
    next === SPACE &&
    mayTakePassword(first, end - start) &&
    options.wants.password &&
    options.accepts === undefined
  ) {
    const password = findPositionalPassword(text, start, end, reach);
    if (password !== undefined) return password;
  }
  // Of digits alone only the number of a bot begins a secret.
  if ((digits === end - start && next !== 0x3a) || isPlaceholderAt(text, start)) return undefined;
  if (next === 0x3a && end - start < 5 && options.wants.ip_address) {
    const address = findIpv6(text, end, reach);
    if (address !== undefined) return address;
  }
  // A short run that begins and ends with other letters than those of ASCII neither names a secret nor is one; behind a slash
  // may stand a password of any letters.
  const isWord = end - start < SHORTEST_KEY && first > 0x7f && unitAt(text, end - 1) > 0x7f;
  if (isWord && unitAt(text, start - 1) !== 0x2f) return undefined;
  const { api_key, password, jwt } = options.wants;
  if (!api_key && !password && !jwt) return undefined;
  return options.accepts === undefined
    ? findCredential(text, start, end, options, reach)
    : findKey(text, start, end, options, reach);
}

function isPasswordSign(code: number): boolean {
  return (code >= 0x21 && code <= 0x26) || code === 0x2a || code === 0x40 || code === 0x5e || code === 0x7e;
}

/** A bracket with a digit in it, at most one space between. */
function opensNumber(text: string, at: number): boolean {
  const next = unitAt(text, at + 1);
  return isDigit(next) || (next === 0x20 && isDigit(unitAt(text, at + 2)));
}
