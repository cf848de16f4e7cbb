// The shapes in which people write phone numbers: international ones, the national ones that are like nothing else, and
// with a word or key beside the number any that has a phone's length. Dates and clock numbers are none.
import type { DigitGroups } from "./digit-groups.js";

const SPACE = 0x20;
const HYPHEN = 0x2d;
const OPEN = 0x28;
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
  if (!groups.hasTidyGaps(count)) return NO_PHONE;
  for (let at = 0; at < count; at += 1) if (isDateAt(groups, at, count)) return NO_PHONE;
  const isForm = groups.isPlus
    ? total >= 9 && !opensWithZero
    : isNorthAmerican(groups, count) ||
      (opensWithZero && isZeroForm(groups, count, total, groups.size(0))) ||
      (opensWithBracket && isBracketForm(count, total, opensWithZero && groups.size(0) > 2)) ||
      isLocalForm(groups, count, opensWithZero);
  // Zeros in a row, as in dumps of memory, are no number that anybody can be called at.
  if (isForm && (groups.isPlus || !hasSlash(groups, count)) && groups.variety(count) > 2) return BY_ITSELF;
  const isLength = groups.isPlus
    ? total >= 7 && !opensWithZero
    : total >= 7 && total <= 15 && count <= MOST_GROUPS_IN_CONTEXT && !(count === 1 && isClockNumber(groups));
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

/** (99) 645-791, (0171) 1234567 */
function isBracketForm(count: number, total: number, isAreaCode: boolean): boolean {
  return total >= 8 && total <= 12 && (count >= 3 || (count === 2 && isAreaCode));
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

/** 3-3-4 with a leading 1 at most; area and exchange begin with 2 to 9. */
function isNorthAmerican(groups: DigitGroups, count: number): boolean {
  const skip = count > 1 && groups.size(0) === 1 && groups.digit(0, 0) === 1 ? 1 : 0;
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

/** A date, or a span of years, from a group on. */
function isDateAt(groups: DigitGroups, at: number, count: number): boolean {
  if (at + 1 >= count) return false;
  const next = groups.size(at + 1);
  if (isYear(groups, at)) {
    if (isYear(groups, at + 1)) return true;
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

function isYear(groups: DigitGroups, at: number): boolean {
  if (groups.size(at) !== 4) return false;
  const century = groups.value(at, 2);
  return century === 19 || century === 20;
}
