// Finds what a policy redacts in one text, left to right, each place once. Every decision at a place looks only at a
// bounded stretch around it, and says when that stretch runs past the end: so a stream decides exactly as a whole text.

import { findCredential, findPrivateKey, findUrlPassword, isPlaceholderAt } from "./credential.js";
import { isDigit } from "./digit-groups.js";
import { endOfJoined, findEmail, findQuotedEmail } from "./email.js";
import { findIban } from "./iban.js";
import { findIpv6 } from "./ip-address.js";
import type { Looks } from "./looks.js";
import { findNumber } from "./number.js";
import {
  classOf,
  type Detected,
  type DetectOptions,
  DIGIT,
  isParting,
  isRunUnit,
  LONGEST_RUN,
  LOOK_BACK,
  OPENER,
  OTHER,
  type Reach,
  RUN,
} from "./run.js";

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
  const matches: Detected[] = [];
  const length = text.length;
  const reach: Reach = { end: 0 };
  let floor = lastMatchEnd;
  let at = from;
  let nextWindow = 0;
  let stop = windows === undefined ? length : from;
  /** Goes on to the next window; false where there is none. */
  const moveOn = (): boolean => {
    const window = windows?.[nextWindow];
    if (window === undefined) return false;
    nextWindow += 1;
    if (window.start > at) {
      at = window.start;
      // A run that begins before the window is not of it.
      if (at > 0 && isRunUnit(text.charCodeAt(at - 1))) while (at < length && isRunUnit(text.charCodeAt(at))) at += 1;
    }
    stop = Math.max(stop, Math.min(length, window.end));
    return true;
  };
  const accept = (found: Detected | undefined): boolean => {
    if (found === undefined || options.accepts?.(found.start, found.end) === false) return false;
    matches.push(found);
    // What stands between the decision and the match stays, and is looked at again.
    if (found.start > at) looks?.note(at, found.end);
    at = found.end;
    floor = found.end;
    stop = Math.max(stop, Math.min(length, at + LOOK_BACK));
    return true;
  };
  const giveUp = (decision: number, next: number): void => {
    looks?.note(decision, Math.max(reach.end, next));
    at = next;
  };

  while (at < stop || (moveOn() && at < length)) {
    if (at >= stop) continue;
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if (options.custom !== undefined) {
      reach.end = at;
      const found = options.custom.matchAt(text, at, reach);
      if (reach.end >= length && !options.isFinal) return { matches, decided: at };
      if (accept(found)) continue;
    }
    if (kind === OTHER) {
      if (code === 0x22 && options.wants.email) {
        reach.end = at;
        const found = findQuotedEmail(text, at, reach);
        if (reach.end >= length && !options.isFinal) return { matches, decided: at };
        if (accept(found)) continue;
        giveUp(at, at + 1);
        continue;
      }
      at += 1;
      continue;
    }
    const isStart = at === 0 || at === floor || !isRunUnit(text.charCodeAt(at - 1));
    if (kind === OPENER) {
      reach.end = at;
      let found: Detected | undefined;
      if (code === 0x28) {
        reach.end = at + 3;
        if (opensNumber(text, at)) found = findNumber(text, at, floor, options, reach);
      } else if (text.startsWith("://", at) || at + 3 > length) {
        found = options.wants.password ? findUrlPassword(text, at, reach) : undefined;
        if (at + 3 > length) reach.end = length;
      } else if (options.wants.ip_address && (at === 0 || at === floor || !isRunUnit(text.charCodeAt(at - 1))))
        found = findIpv6(text, at, reach);
      if (reach.end >= length && !options.isFinal) return { matches, decided: at };
      if (!accept(found)) giveUp(at, at + 1);
      continue;
    }
    // Behind what parts it from the run that it stands in, a value may begin too.
    const isPart = !isStart && code < 0x80 && isParting(text.charCodeAt(at - 1));
    if (!isStart && !isPart) {
      // The rest of a run that was too long, or that was read without a match.
      at += 1;
      continue;
    }
    let end = at + 1;
    let digits = kind === DIGIT ? 1 : 0;
    let part = 0;
    let before = code;
    while (end < length && end - at < LONGEST_RUN) {
      const unit = text.charCodeAt(end);
      const next = classOf(unit);
      if (next === DIGIT) digits += 1;
      else if (next !== RUN || (isPart && isParting(unit))) break;
      if (part === 0 && unit < 0x80 && isParting(before)) part = end;
      before = unit;
      end += 1;
    }
    // A run that reaches the end may go on, and what follows it counts.
    if (end >= length && !options.isFinal && end - at < LONGEST_RUN) return { matches, decided: at };
    reach.end = end;
    const found = end - at >= LONGEST_RUN ? undefined : readRun(text, at, end, digits, floor, options, reach);
    if (reach.end >= length && !options.isFinal) return { matches, decided: at };
    if (!accept(found)) giveUp(at, part === 0 ? end : part);
  }
  return { matches, decided: length };
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
  const next = text.charCodeAt(end);
  if (next === 0x40 && options.wants.email) {
    const email = findEmail(text, start, end, reach);
    if (email !== undefined) return email;
  }
  if ((next === 0x27 || next === 0x21 || next === 0x26 || next === 0x23 || next === 0x2a) && options.wants.email) {
    const sign = endOfJoined(text, end, reach);
    const email = sign < 0 ? undefined : findEmail(text, start, sign, reach);
    if (email !== undefined) return email;
  }
  const first = text.charCodeAt(start);
  if (first === 0x2d && options.wants.private_key) {
    const key = findPrivateKey(text, start, end, reach);
    if (key !== undefined) return key;
  }
  if (digits > 0) {
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b) {
      const number = findNumber(text, start, floor, options, reach);
      if (number !== undefined) return number;
    } else if (options.wants.iban) {
      const iban = findIban(text, start, end, reach);
      if (iban !== undefined) return iban;
    }
  }
  // Of digits alone only the number of a bot begins a secret.
  if ((digits === end - start && next !== 0x3a) || isPlaceholderAt(text, start)) return undefined;
  if (next === 0x3a && end - start < 5 && options.wants.ip_address) {
    const address = findIpv6(text, end, reach);
    if (address !== undefined) return address;
  }
  const { api_key, password, jwt } = options.wants;
  return api_key || password || jwt ? findCredential(text, start, end, options, reach) : undefined;
}

/** A bracket with a digit in it, at most one space between. */
function opensNumber(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return isDigit(next) || (next === 0x20 && isDigit(text.charCodeAt(at + 2)));
}
