// Numbers that are personal: cards, social security numbers, phones, IPv4 addresses. Form, check digits, and the words
// or key beside the number decide together; a plain identifier is none of them.

import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import type { KeyMeaning } from "../key-meaning.js";
import type { Reach } from "../run.js";
import { DigitGroups, isDigit } from "./digit-groups.js";
import { hasIssuer, isSocialSecurityNumber } from "./digits.js";
import { findIpv4 } from "./ip-address.js";
import { endOfOddCard, mayBeOddCard } from "./odd-card.js";
import { BY_ITSELF, FEWEST_DIGITS, isRowOfFigures, mayBeCount, NO_PHONE, phoneForm } from "./phone.js";
import { CARD, IDENTIFIER, isPhoneAfter, LOOSE_PHONE, PHONE, SSN, wordsBefore } from "./words-beside.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const SPACE = 0x20;
const HYPHEN = 0x2d;
const CLOSE = 0x29;
const UNREAD = -1;

const groups = new DigitGroups();

/** The words and the key beside a number, read only where its digits have a shape that they could decide on. */
class Context {
  private text = "";
  private start = 0;
  private floor = 0;
  private key: KeyMeaning = "";
  private words = UNREAD;

  place(text: string, start: number, floor: number, key: KeyMeaning): void {
    this.text = text;
    this.start = start;
    this.floor = floor;
    this.key = key;
    this.words = UNREAD;
  }

  has(flag: number, key: KeyMeaning): boolean {
    return this.key === key || (this.readWords() & flag) !== 0;
  }

  isIdentifier(): boolean {
    return (this.key === "identifier" && this.start < 3) || (this.readWords() & IDENTIFIER) !== 0;
  }

  private readWords(): number {
    if (this.words === UNREAD) this.words = wordsBefore(this.text, this.start, this.floor);
    return this.words;
  }
}

const context = new Context();

/** A personal number that begins at `start`: a digit, a plus sign or a bracket. */
export function findNumber(
  text: string,
  start: number,
  floor: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  // What a match ended at is as good as a bracket: the placeholder will stand there.
  const before = start > floor ? charCodeAt.call(text, start - 1) : SPACE;
  if (before === 0x2f || before === 0x5c || before === 0x40 || before === 0x26) return undefined;
  if (options.wants.ip_address && isDigit(charCodeAt.call(text, start))) {
    const address = findIpv4(text, start, reach);
    if (address !== undefined) return address;
  }
  if (options.wants.card && mayBeOddCard(text, start)) {
    const isCard = () => options.keyMeaning === "card" || (wordsBefore(text, start, floor) & CARD) !== 0;
    const end = endOfOddCard(text, start, reach, isCard);
    if (end > 0) return { kind: "card", start, end };
  }
  if (!groups.read(text, start, reach) || groups.total < FEWEST_DIGITS || isRowOfFigures(groups)) return undefined;
  if (options.accepts?.(start, groups.end()) === false) return undefined;
  context.place(text, start, floor, options.keyMeaning);
  if (groups.total >= 9 && options.wants.us_ssn) {
    const end = endOfSsn();
    if (end > 0) return { kind: "us_ssn", start, end };
  }
  if (groups.total >= 12 && !groups.isPlus && options.wants.card) {
    const end = endOfCard();
    if (end > 0) return { kind: "card", start, end };
  }
  if (!options.wants.phone) return undefined;
  // In the middle of a row of groups only words beside it make a phone number.
  const isInRow = start > floor + 1 && before === SPACE && isDigit(charCodeAt.call(text, start - 2));
  const end = endOfPhone(isInRow, reach);
  if (end > 0 && groups.isPlus && before === CLOSE && isArithmetic(text, end, reach)) return undefined;
  return end > 0 && !context.isIdentifier() ? { kind: "phone", start, end } : undefined;
}

/** Whether a sum goes on behind a number: `f(x)+4294967296*g(y)`. */
function isArithmetic(text: string, end: number, reach: Reach): boolean {
  if (end + 2 > reach.end) reach.end = end + 2;
  return /^[*%&^][\w(]/.test(text.slice(end, end + 2));
}

/**
 * End of the longest part that is a phone number by itself, cut at spaces only: so it is the same number when what
 * follows is redacted. 0 when there is none.
 */
function endOfPhone(isInRow: boolean, reach: Reach): number {
  const isOnlyWhole = isInRow && !context.has(PHONE | LOOSE_PHONE, "phone");
  let digits = groups.total;
  for (let count = groups.count; count > 0 && digits >= FEWEST_DIGITS; count -= 1) {
    const isWhole = count === groups.count;
    if (digits <= 15 && (isWhole || groups.gapSign(count) === SPACE)) {
      const last = groups.endOf(count - 1);
      const end = isWhole ? Math.max(last, groups.extensionEnd) : last;
      // Behind a part of a number there is no word but more digits.
      if (isOnlyWhole && !(isWhole && isPhoneAfter(groups.text, end, reach))) return 0;
      const form = phoneForm(groups, count, digits);
      if (form === BY_ITSELF && !isInRow) return end;
      const isNamed =
        form !== NO_PHONE &&
        ((isWhole && isPhoneAfter(groups.text, end, reach)) ||
          context.has(mayBeCount(groups, count, digits) ? PHONE : PHONE | LOOSE_PHONE, "phone"));
      if (isNamed) return end;
    }
    digits -= groups.size(count - 1);
  }
  return 0;
}

/** End of a social security number, 0 when there is none: 123-45-6789, with words beside it also 123 45 6789 or bare. */
function endOfSsn(): number {
  const first = groups.size(0);
  if (first === 9) return isSocialSecurityNumber(groups.digits(1)) && context.has(SSN, "us_ssn") ? groups.endOf(0) : 0;
  if (first !== 3 || groups.count < 3 || groups.size(1) !== 2 || groups.size(2) !== 4) return 0;
  if (groups.count > 3 && groups.gapSign(3) !== SPACE) return 0;
  const sign = groups.gapSign(1);
  if (sign !== groups.gapSign(2) || groups.gapSize(1) !== groups.gapSize(2)) return 0;
  if (!isSocialSecurityNumber(groups.digits(3))) return 0;
  return (sign === HYPHEN && groups.gapSize(1) === 1) || context.has(SSN, "us_ssn") ? groups.endOf(2) : 0;
}

/** End of a payment card's number, 0 when there is none. */
function endOfCard(): number {
  const first = groups.size(0);
  // 411111 1111111111, only where a word or key says card.
  const isInTwo = first === 6 && groups.count > 1 && groups.size(1) >= 8 && context.has(CARD, "card");
  if (first !== 4 && !isInTwo && (first < 12 || first > 19)) return 0;
  const opening = groups.value(0, 4);
  let total = groups.total;
  for (let count = groups.count; count > 0; count -= 1) {
    if (total >= 12 && total <= 19) {
      // Few digits open a card's number: the others are not looked at any further.
      const isIssued = hasIssuer(opening, total, count > 1) && (count > 1 || !context.isIdentifier());
      const mayBeCard = (isIssued || context.has(CARD, "card")) && (count === 1 || isCardShape(count));
      if (mayBeCard && groups.passesLuhn(count) && groups.variety(count) > 1) return groups.endOf(count - 1);
    }
    total -= groups.size(count - 1);
  }
  return 0;
}

/** Groups of four (the last one shorter or longer), or 4-6-5 and 4-6-4, with one sign between. */
function isCardShape(count: number): boolean {
  for (let at = 1; at < count; at += 1) {
    const sign = groups.gapSign(at);
    if (groups.gapSize(at) !== 1 || (sign !== SPACE && sign !== HYPHEN)) return false;
  }
  const last = groups.size(count - 1);
  if (count === 2 && groups.size(0) === 6) return last <= 13;
  if (count === 3) return (groups.size(1) === 6 && (last === 5 || last === 4)) || (groups.size(1) === 4 && last === 4);
  for (let at = 1; at < count - 1; at += 1) if (groups.size(at) !== 4) return false;
  return last <= 7;
}
