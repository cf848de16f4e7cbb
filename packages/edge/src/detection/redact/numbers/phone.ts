// The shapes in which people write phone numbers: international ones, the national ones that are like nothing else, and
// with a word or key beside the number any that has a phone's length. Dates, clock numbers and decimals are none.
import type { DigitGroups } from "./digit-groups.js";

const SPACE = 0x20;
const HYPHEN = 0x2d;
const OPEN = 0x28;
const CLOSE = 0x29;
const DOT = 0x2e;
const SLASH = 0x2f;
/** Groups of a number that has no form but its length and a word beside it. */
const MOST_GROUPS_IN_CONTEXT = 6;
export const FEWEST_DIGITS = 7;
const LONGEST_COUNT = 8;

/** What digits are by their form: no phone number, one where a word or key beside them says so, one by themselves. */
export const NO_PHONE = 0;
const BY_CONTEXT = 1;
export const BY_ITSELF = 2;

/** The form of the first `count` groups, `total` digits together. */
export function phoneForm(groups: DigitGroups, count: number, total: number): number {
  const opensWithZero = groups.digit(0, 0) === 0;
  const opensWithBracket = groups.gapHas(0, OPEN);
  // Of so many groups only a few forms are numbers; rows of small figures end here.
  if (count > MOST_GROUPS_IN_CONTEXT && !groups.isPlus && !opensWithZero && !opensWithBracket) return NO_PHONE;
  if (!groups.hasTidyGaps(count) || isNetwork(groups)) return NO_PHONE;
  for (let at = 0; at < count; at += 1) if (isDateAt(groups, at, count)) return NO_PHONE;
  if (count === 2 && isDecimal(groups)) return NO_PHONE;
  const isForm = groups.isPlus
    ? total >= 9 && !opensWithZero
    : isNorthAmerican(groups, count) ||
      (opensWithZero && isZeroForm(groups, count, total, groups.size(0))) ||
      (opensWithBracket && isBracketForm(groups, count, total, opensWithZero)) ||
      isLocalForm(groups, count, opensWithZero);
  if (isForm && (groups.isPlus || !hasSlash(groups, count)) && isDialled(groups, count)) return BY_ITSELF;
  const isLength = groups.isPlus
    ? total >= 7 && !opensWithZero
    : total >= 7 &&
      total <= 15 &&
      count <= MOST_GROUPS_IN_CONTEXT &&
      !(count === 1 && (isClockNumber(groups) || isDay(groups)));
  return isForm || isLength ? BY_CONTEXT : NO_PHONE;
}

/** Whether the first `count` groups, `total` digits together, may say how many there are of something. */
export function mayBeCount(groups: DigitGroups, count: number, total: number): boolean {
  if (total > LONGEST_COUNT || groups.isPlus || groups.digit(0, 0) === 0) return false;
  // 1 234 567
  for (let at = 1; at < count; at += 1) if (groups.size(at) !== 3) return false;
  return count === 1 || groups.size(0) < 3;
}

/** Whether groups are many and so short that no part of them is a number: a cheap look, for tables and dumps. */
export function isRowOfFigures(groups: DigitGroups): boolean {
  if (groups.count <= MOST_GROUPS_IN_CONTEXT || groups.total > groups.count + 2) return false;
  let digits = 0;
  for (let at = 0; at < MOST_GROUPS_IN_CONTEXT; at += 1) digits += groups.size(at);
  if (digits >= FEWEST_DIGITS) return false;
  if (!groups.isPlus && groups.gapSize(0) === 0) return true;
  return !groups.hasTidyGaps(groups.count) && !groups.hasTidyGaps(MOST_GROUPS_IN_CONTEXT + 1);
}

/** (99) 645-791, (0171) 1234567, and no version in brackets: (104.0.5112.79) */
function isBracketForm(groups: DigitGroups, count: number, total: number, opensWithZero: boolean): boolean {
  if (total < 8 || total > 12 || count < 2 || !groups.gapHas(1, CLOSE)) return false;
  return count > 2 || (opensWithZero && groups.size(0) > 2);
}

/** 198.51.100.0/24, and 198.51.100.7: four bytes, none of an area such as 044. */
function isNetwork(groups: DigitGroups): boolean {
  const isRange = groups.count === 5 && groups.gapSign(4) === SLASH && groups.size(4) < 3;
  if (!isRange && (groups.count !== 4 || groups.size(0) !== 3 || groups.digit(0, 0) === 0)) return false;
  for (let at = 0; at < 4; at += 1) {
    if (groups.size(at) > 3 || groups.value(at, 3) > 255) return false;
    if (at > 0 && (groups.gapSign(at) !== DOT || groups.gapSize(at) !== 1)) return false;
  }
  return true;
}

/** 0.155251, 35236450.6: two groups, the first or the last of them too short for a part of a phone number. */
function isDecimal(groups: DigitGroups): boolean {
  if (groups.gapSign(1) !== DOT || groups.gapSize(1) !== 1) return false;
  const first = groups.size(0);
  return groups.size(1) <= 2 || (!groups.isPlus && (first === 1 || (first === 2 && groups.digit(0, 0) !== 0)));
}

/** Zeros in a row, as in dumps of memory, are no number that anybody can be called at. */
function isDialled(groups: DigitGroups, count: number): boolean {
  return groups.variety(count) > 2 && !countsUp(groups, count);
}

/** 01 02 03 04 05, as in dumps and examples. */
function countsUp(groups: DigitGroups, count: number): boolean {
  if (count < 4) return false;
  for (let at = 0; at < count; at += 1) {
    if (groups.size(at) !== 2) return false;
    if (at > 0 && groups.value(at, 2) !== groups.value(at - 1, 2) + 1) return false;
  }
  return true;
}

function isLocalForm(groups: DigitGroups, count: number, opensWithZero: boolean): boolean {
  const shape = shapeOf(groups, count);
  // 8 (495) 123-45-67 and 0 (212) 123 45 67
  if (shape === 0x13322) return groups.digit(0, 0) === 8 || (opensWithZero && groups.gapHas(1, OPEN));
  // 11 91234-5678
  return shape === 0x254 && groups.gapSign(1) === SPACE && groups.gapSign(2) === HYPHEN && groups.digit(1, 0) === 9;
}

function hasSlash(groups: DigitGroups, count: number): boolean {
  for (let at = 1; at < count; at += 1) if (groups.gapHas(at, SLASH)) return true;
  return false;
}

/** What clauses of contracts with the American military are numbered by. */
const CLAUSES = 252;

/** 3-3-4 with a leading 1 at most; area and exchange begin with 2 to 9. */
function isNorthAmerican(groups: DigitGroups, count: number): boolean {
  const skip = count > 1 && groups.size(0) === 1 && groups.digit(0, 0) === 1 ? 1 : 0;
  // A clause of the American law of procurement: 252.227-7013.
  const isMixed = count === skip + 3 && groups.gapSign(skip + 1) === DOT && groups.gapSign(skip + 2) !== DOT;
  if (isMixed && groups.value(skip, 3) === CLAUSES) return false;
  return (
    count === skip + 3 &&
    groups.size(skip) === 3 &&
    groups.size(skip + 1) === 3 &&
    groups.size(skip + 2) === 4 &&
    groups.digit(skip, 0) >= 2 &&
    groups.digit(skip + 1, 0) >= 2
  );
}

/** Numbers that begin with 0: 0049 30 1234567, 020 7946 0123, 01 23 45 67 89, 01632 960123. */
function isZeroForm(groups: DigitGroups, count: number, total: number, first: number): boolean {
  const second = first > 1 ? groups.digit(0, 1) : 0;
  if (second === 0) {
    const country = first > 2 ? groups.digit(0, 2) : count > 1 ? groups.digit(1, 0) : 0;
    // A table of characters has as many zeros in each: 0063 0063 0073, 00 68 00 67 00.
    if (count > 1 && groups.size(1) === first && groups.digit(1, 0) === 0) return false;
    for (let at = 2; at < count; at += 1) if (groups.size(at) === 2 && groups.value(at, 2) === 0) return false;
    return first > 1 && country !== 0 && count >= 3 && total >= 11 && (first > 2 || groups.size(1) <= 3);
  }
  if (first > 5) return false;
  for (let at = 0; at < count; at += 1) if (groups.size(at) < 2) return false;
  if (count >= 3) return total >= 9 && total <= 11 && !isRowOfPairs(groups, count);
  if (count !== 2) return false;
  const rest = groups.size(1);
  const sign = groups.gapSign(1);
  // German and Indonesian mobile numbers have up to twelve digits: 0176 12345678, 0812-34567890.
  const isMobile = first === 4 && ((groups.value(0, 3) >= 15 && groups.value(0, 3) <= 17) || groups.value(0, 2) === 8);
  const isLength = total >= 10 && total <= (isMobile ? 12 : 11);
  // 06-12345678, 020-6241111, 0171-2345678
  if (sign === HYPHEN && groups.gapSize(1) === 1) return isLength && rest >= (first > 2 ? 6 : 8);
  return first > 2 && rest > 5 && sign === SPACE && isLength;
}

/** Whether pairs of digits go on behind the first ones, as those of a lottery do: 06 12 34 38 42 and 45. */
function isRowOfPairs(groups: DigitGroups, count: number): boolean {
  if (count >= groups.count) return false;
  for (let at = 0; at <= count; at += 1) if (groups.size(at) !== 2) return false;
  return true;
}

/** Sizes of the groups, four bits each. */
function shapeOf(groups: DigitGroups, count: number): number {
  if (count > 7) return 0;
  let shape = 0;
  for (let at = 0; at < count; at += 1) shape = (shape << 4) | Math.min(15, groups.size(at));
  return shape;
}

/** Seconds or milliseconds since 1970 in our time. */
function isClockNumber(groups: DigitGroups): boolean {
  const size = groups.size(0);
  return (size === 10 || size === 13) && groups.digit(0, 0) === 1 && groups.digit(0, 1) >= 4;
}

/** A day as eight digits: 20180704. */
function isDay(groups: DigitGroups): boolean {
  if (groups.size(0) !== 8 || groups.isPlus) return false;
  const all = groups.value(0, 8);
  const month = Math.floor(all / 100) % 100;
  const day = all % 100;
  return all >= 19_000_000 && all < 21_000_000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** A date, a span of years, or a year and its offset from UTC, from a group on. */
function isDateAt(groups: DigitGroups, at: number, count: number): boolean {
  if (at + 1 >= count) return false;
  const next = groups.size(at + 1);
  if (isYear(groups, at)) {
    if (isYear(groups, at + 1) || isOffset(groups, at + 1)) return true;
    return next <= 2 && (at + 2 >= count || groups.size(at + 2) <= 2);
  }
  return (
    at + 2 < count &&
    groups.size(at) <= 2 &&
    next <= 2 &&
    isYear(groups, at + 2) &&
    groups.value(at, 2) <= 31 &&
    groups.value(at + 1, 2) <= 31
  );
}

/** 2018 -0700 */
function isOffset(groups: DigitGroups, at: number): boolean {
  return groups.size(at) === 4 && groups.gapSize(at) === 2 && groups.gapSign(at) === SPACE;
}

function isYear(groups: DigitGroups, at: number): boolean {
  if (groups.size(at) !== 4) return false;
  const century = groups.value(at, 2);
  return century === 19 || century === 20;
}
