// Numbers that are personal: cards, social security numbers, phones, IPv4 addresses. Form, check digits, and the words
// or key beside the number decide together; a plain identifier is none of them.
import {
  CARD_WORDS,
  IDENTIFIER_WORDS,
  PHONE_LABELS,
  PHONE_WORDS,
  PHONE_WORDS_AFTER,
  SSN_WORDS,
  wordsAfter,
  wordsBefore,
} from "./context.js";
import { hasIssuer, isSocialSecurityNumber, isVariedNumber, passesLuhn } from "./digits.js";
import { findIpv4 } from "./ip-address.js";
import type { Detected, DetectOptions, Reach } from "./run.js";

interface Group {
  readonly digits: string;
  readonly end: number;
  /** What stands before the group. */
  readonly gap: string;
}

const MOST_DIGITS = 24;
const MOST_GROUPS = 8;
const CONTEXT_BEFORE = 40;
const CONTEXT_AFTER = 18;

/** A personal number that begins at `start`: a digit, a plus sign or a bracket. */
export function findNumber(
  text: string,
  start: number,
  floor: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  // What a match ended at is as good as a bracket: the placeholder will stand there.
  const before = start > floor ? text.charCodeAt(start - 1) : 32;
  if (before === 0x2f || before === 0x5c || before === 0x40 || before === 0x26) return undefined;
  if (options.wants("ip_address") && isDigit(text.charCodeAt(start))) {
    const address = findIpv4(text, start, reach);
    if (address !== undefined) return address;
  }
  const read = readGroups(text, start, reach);
  if (read === undefined || read.total < 7) return undefined;
  const { groups, total, isPlus, extensionEnd } = read;
  const context = wordsBefore(text, start, floor, CONTEXT_BEFORE);
  const isIdentifier = IDENTIFIER_WORDS.test(context) || (options.keyMeaning === "identifier" && start < 3);

  if (options.wants("us_ssn") && total >= 9) {
    const found = asSsn(groups, start, context, options);
    if (found !== undefined) return found;
  }
  if (options.wants("card") && total >= 12 && !isPlus) {
    const found = asCard(groups, start, context, isIdentifier, options);
    if (found !== undefined) return found;
  }
  if (!options.wants("phone") || isIdentifier) return undefined;
  // In the middle of a row of groups only words beside it make a phone number.
  const isInRow = start > floor + 1 && before === 32 && isDigit(text.charCodeAt(start - 2));
  const hasContextBefore = options.keyMeaning === "phone" || PHONE_WORDS.test(context) || PHONE_LABELS.test(context);
  // The longest part that is a phone number by itself, cut at spaces only: so it is the same number when what follows
  // is redacted.
  let digits = total;
  for (let count = groups.length; count > 0; count -= 1) {
    const last = groups[count - 1] as Group;
    const isWhole = count === groups.length;
    if (digits >= 7 && digits <= 15 && (isWhole || (groups[count] as Group).gap.charCodeAt(0) === 32)) {
      const end = isWhole ? Math.max(last.end, extensionEnd) : last.end;
      if (end + CONTEXT_AFTER > reach.end) reach.end = end + CONTEXT_AFTER;
      const hasContext = hasContextBefore || PHONE_WORDS_AFTER.test(wordsAfter(text, end, CONTEXT_AFTER));
      if (isInRow && !hasContext) return undefined;
      if (isPhone(groups.slice(0, count), digits, isPlus, hasContext)) return { kind: "phone", start, end };
    }
    digits -= last.digits.length;
  }
  return undefined;
}

interface ReadGroups {
  readonly groups: readonly Group[];
  readonly total: number;
  readonly isPlus: boolean;
  /** End of an extension such as x123, 0 when there is none. */
  readonly extensionEnd: number;
}

function readGroups(text: string, start: number, reach: Reach): ReadGroups | undefined {
  const groups: Group[] = [];
  let at = start;
  const isPlus = text.charCodeAt(at) === 0x2b;
  if (isPlus) at += 1;
  let total = 0;
  let gapStart = start;
  const extensionEnd = 0;
  for (;;) {
    const from = at;
    while (at < text.length && isDigit(text.charCodeAt(at)) && at - from <= MOST_DIGITS) at += 1;
    if (at > from) {
      groups.push({ digits: text.slice(from, at), end: at, gap: text.slice(gapStart, from) });
      total += at - from;
    } else if (groups.length > 0 || text.charCodeAt(at) !== 0x28) break;
    if (total >= MOST_DIGITS || groups.length >= MOST_GROUPS) break;
    gapStart = at;
    let gaps = 0;
    while (gaps < 3 && isGap(text.charCodeAt(at))) {
      at += 1;
      gaps += 1;
    }
    if (isDigit(text.charCodeAt(at)) && gaps > 0) continue;
    break;
  }
  noted(reach, at + 2, undefined);
  const last = groups[groups.length - 1];
  if (last === undefined) return undefined;
  const next = text.charCodeAt(last.end);
  const after = text.charCodeAt(last.end + 1);
  if ((next | 0x20) === 0x78 && isDigit(after)) {
    let end = last.end + 1;
    while (end - last.end < 7 && isDigit(text.charCodeAt(end))) end += 1;
    noted(reach, end + 1, undefined);
    if (end - last.end < 7 && !isNameUnit(text.charCodeAt(end))) return { groups, total, isPlus, extensionEnd: end };
    return undefined;
  }
  // A letter, a hyphen or dot with a letter after it: the number is part of a name.
  const joinsName =
    isNameUnit(next) ||
    ((next === 0x2d || next === 0x2e || next === 0x3a || next === 0x2f) && isLetter(after) && next !== 0x2d) ||
    next === 0x5f ||
    next === 0x40;
  if (joinsName) {
    if (groups.length === 1 || !last.gap.includes(" ")) return undefined;
    return { groups: groups.slice(0, -1), total: total - last.digits.length, isPlus, extensionEnd };
  }
  if (
    next === 0x2d &&
    isLetter(after) &&
    !/^-(?:fax|office|mobile|cell|home|work|phone|desk)/i.test(text.slice(last.end, last.end + 8))
  )
    return undefined;
  return { groups, total, isPlus, extensionEnd };
}

function noted(reach: Reach, end: number, value: undefined): undefined {
  if (end > reach.end) reach.end = end;
  return value;
}

function asSsn(groups: readonly Group[], start: number, context: string, options: DetectOptions): Detected | undefined {
  const hasContext = options.keyMeaning === "us_ssn" || SSN_WORDS.test(context);
  const [first, second, third, fourth] = groups;
  if (first?.digits.length === 9 && hasContext && (second === undefined || second.gap.length > 0)) {
    return isSocialSecurityNumber(first.digits) ? { kind: "us_ssn", start, end: first.end } : undefined;
  }
  if (first?.digits.length !== 3 || second?.digits.length !== 2 || third?.digits.length !== 4) return undefined;
  if (fourth !== undefined && !fourth.gap.includes(" ")) return undefined;
  const isHyphened = second.gap === "-" && third.gap === "-";
  if (!isHyphened && !(hasContext && second.gap === third.gap)) return undefined;
  const digits = first.digits + second.digits + third.digits;
  return isSocialSecurityNumber(digits) ? { kind: "us_ssn", start, end: third.end } : undefined;
}

function asCard(
  groups: readonly Group[],
  start: number,
  context: string,
  isIdentifier: boolean,
  options: DetectOptions,
): Detected | undefined {
  const hasContext = options.keyMeaning === "card" || CARD_WORDS.test(context);
  for (let count = groups.length; count > 0; count -= 1) {
    const part = groups.slice(0, count);
    const digits = part.map((group) => group.digits).join("");
    if (digits.length < 12 || digits.length > 19) continue;
    const isGrouped = count > 1;
    if (isGrouped && !isCardShape(part)) continue;
    if (!passesLuhn(digits) || !isVariedNumber(digits)) continue;
    const issued = hasIssuer(digits);
    if (hasContext || (issued && (isGrouped || !isIdentifier)))
      return { kind: "card", start, end: (part[count - 1] as Group).end };
  }
  return undefined;
}

/** Groups of four (the last one shorter or longer), or 4-6-5 and 4-6-4, with one sign between. */
function isCardShape(groups: readonly Group[]): boolean {
  const sizes = groups.map((group) => group.digits.length);
  if (groups.slice(1).some((group) => group.gap.length !== 1 || group.gap === "." || group.gap === "/")) return false;
  if (sizes.length === 3)
    return (
      sizes[0] === 4 && ((sizes[1] === 6 && (sizes[2] === 5 || sizes[2] === 4)) || (sizes[1] === 4 && sizes[2] === 4))
    );
  return sizes.slice(0, -1).every((size) => size === 4) && (sizes[sizes.length - 1] as number) <= 7;
}

function isPhone(groups: readonly Group[], total: number, isPlus: boolean, hasContext: boolean): boolean {
  const sizes = groups.map((group) => group.digits.length);
  const first = (groups[0] as Group).digits;
  const isBracketed = (groups[0] as Group).gap.includes("(");
  for (let at = 0; at < groups.length; at += 1) if (isDate(groups.slice(at, at + 3))) return false;
  // Zeros in a row, as in dumps of memory, are no number that anybody can be called at.
  if (!hasContext && new Set(groups.map((group) => group.digits).join("")).size < 3) return false;
  if (isPlus) return total >= (hasContext ? 7 : 9) && !first.startsWith("0");
  if (groups.slice(1).some((group) => group.gap.includes("/") && !hasContext)) return false;
  // Ten-digit numbers of North America: 3-3-4, with a leading 1 at most.
  const local = sizes.length > 1 && first === "1" ? groups.slice(1) : groups;
  const shape = local.map((group) => group.digits.length).join("-");
  const isNorthAmerican =
    shape === "3-3-4" && /^[2-9]/.test((local[0] as Group).digits) && /^[2-9]/.test((local[1] as Group).digits);
  if (isNorthAmerican) return true;
  if (/^00[1-9]/.test(first + (groups[1]?.digits ?? "")) && sizes.length >= 3 && total >= 11 && first.length > 2)
    return true;
  if (
    /^0[1-9]/.test(first) &&
    first.length <= 5 &&
    sizes.length >= 3 &&
    total >= 9 &&
    total <= 11 &&
    sizes.every((size) => size >= 2)
  )
    return true;
  if (isBracketed && sizes.length >= 3 && total >= 8 && total <= 12) return true;
  if (!hasContext) return false;
  if (sizes.length > 6 || (sizes.length === 1 && isClockNumber(first))) return false;
  return total >= 7 && total <= 15;
}

/** Seconds or milliseconds since 1970 in our time. */
function isClockNumber(digits: string): boolean {
  return (digits.length === 10 && /^1[4-9]/.test(digits)) || (digits.length === 13 && /^1[4-9]/.test(digits));
}

function isDate(groups: readonly Group[]): boolean {
  const [a, b, c] = groups.map((group) => group.digits);
  if (a === undefined || b === undefined) return false;
  if (/^(?:19|20)\d\d$/.test(a) && /^(?:19|20)\d\d$/.test(b)) return true;
  if (c === undefined) return /^(?:19|20)\d\d$/.test(a) && b.length <= 2;
  if (/^(?:19|20)\d\d$/.test(a) && b.length <= 2 && c.length <= 2) return true;
  return a.length <= 2 && b.length <= 2 && /^(?:19|20)\d\d$/.test(c) && Number(a) <= 31 && Number(b) <= 31;
}

function isGap(code: number): boolean {
  return (
    code === 32 || code === 0x2d || code === 0x2e || code === 0x28 || code === 0x29 || code === 0x2f || code === 0xa0
  );
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function isNameUnit(code: number): boolean {
  return isLetter(code) || code > 0x2ff;
}
