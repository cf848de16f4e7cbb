// Groups of digits with short gaps between them, as people write numbers: read from one place, kept as offsets in arrays
// that are reused from number to number, so that rows of digits allocate nothing.

import { unitAt } from "../../text/unit.js";
import { isParting, isRunUnit, type Reach } from "../run.js";

const MOST_DIGITS = 24;
const MOST_GROUPS = 8;
const KEPT_GROUPS = 128;
const MOST_GAP = 3;
const LONGEST_EXTENSION = 7;

export class DigitGroups {
  /** Groups of the number. */
  count = 0;
  /** Digits in all groups. */
  total = 0;
  isPlus = false;
  /** End of an extension such as x123, 0 when there is none. */
  extensionEnd = 0;
  text = "";
  private start = 0;
  /** How many groups have tidy gaps, -1 before they are read, and after which of them a bracket stays open. */
  private tidy = -1;
  private openAfter = 0;
  /** Groups that were read, their digits, and where the last one ends: the next number in a row begins among them. */
  private known = 0;
  private knownTotal = 0;
  private next = 0;
  /** Index of the first group; groups before it are of earlier numbers. */
  private head = 0;
  private readonly from = new Int32Array(KEPT_GROUPS);
  private readonly to = new Int32Array(KEPT_GROUPS);

  /** Reads the groups that begin at `start` (a digit, a plus sign, a bracket); false when they are part of a name. */
  read(text: string, start: number, reach: Reach): boolean {
    let at = start;
    this.isPlus = unitAt(text, at) === 0x2b;
    if (this.isPlus) at += 1;
    if (unitAt(text, at) === 0x28) {
      const bracket = at;
      while (at - bracket < MOST_GAP && isGap(unitAt(text, at))) at += 1;
    }
    this.start = start;
    this.extensionEnd = 0;
    this.tidy = -1;
    if (!this.keepFrom(text, at)) {
      this.text = text;
      this.head = 0;
      this.known = 0;
      this.knownTotal = 0;
      this.next = at;
      if (!isDigit(unitAt(text, at))) {
        if (at + 2 > reach.end) reach.end = at + 2;
        return false;
      }
    }
    this.readOn();
    this.count = this.known;
    this.total = this.knownTotal;
    const looked = this.next + MOST_GAP + 2;
    if (looked > reach.end) reach.end = looked;
    return this.readEnd(reach);
  }

  /** Drops what was read before the group that begins at `place`; false when no group that was read does. */
  private keepFrom(text: string, place: number): boolean {
    for (let index = 0; index < this.known; index += 1) {
      if (this.from[this.head + index] !== place) continue;
      if (this.text !== text) return false;
      for (let gone = 0; gone < index; gone += 1) this.knownTotal -= this.size(gone);
      this.head += index;
      this.known -= index;
      if (this.head + MOST_GROUPS > KEPT_GROUPS) {
        this.from.copyWithin(0, this.head, this.head + this.known);
        this.to.copyWithin(0, this.head, this.head + this.known);
        this.head = 0;
      }
      return true;
    }
    return false;
  }

  /** Reads groups from where the last one ended, as many as one number may have. */
  private readOn(): void {
    const { text } = this;
    while (this.knownTotal < MOST_DIGITS && this.known < MOST_GROUPS) {
      let at = this.next;
      if (this.known > 0) {
        const gap = at;
        while (at - gap < MOST_GAP && isGap(unitAt(text, at))) at += 1;
        if (at === gap) return;
      }
      const from = at;
      while (at - from <= MOST_DIGITS && isDigit(unitAt(text, at))) at += 1;
      if (at === from) return;
      this.from[this.head + this.known] = from;
      this.to[this.head + this.known] = at;
      this.known += 1;
      this.knownTotal += at - from;
      this.next = at;
    }
  }

  size(index: number): number {
    return (this.to[this.head + index] as number) - (this.from[this.head + index] as number);
  }

  endOf(index: number): number {
    return this.to[this.head + index] as number;
  }

  /** Where the last group ends, or its extension. */
  end(): number {
    return Math.max(this.endOf(this.count - 1), this.extensionEnd);
  }

  /** A digit of a group as a number. */
  digit(index: number, place: number): number {
    return unitAt(this.text, (this.from[this.head + index] as number) + place) - 0x30;
  }

  /** The group's first digits as a number, at most `places` of them. */
  value(index: number, places: number): number {
    let value = 0;
    for (let place = 0; place < places && place < this.size(index); place += 1)
      value = value * 10 + this.digit(index, place);
    return value;
  }

  /** Whether the gap before a group holds a sign. */
  gapHas(index: number, sign: number): boolean {
    const end = this.from[this.head + index] as number;
    for (let at = this.gapStart(index); at < end; at += 1) if (unitAt(this.text, at) === sign) return true;
    return false;
  }

  gapSize(index: number): number {
    return (this.from[this.head + index] as number) - this.gapStart(index);
  }

  /** First sign of the gap before a group, dashes of every length as a hyphen and spaces of every width as a space. */
  gapSign(index: number): number {
    const code = unitAt(this.text, this.gapStart(index));
    return isDash(code) ? 0x2d : isSpace(code) ? 0x20 : code;
  }

  /** The digits of the first `count` groups. */
  digits(count: number): string {
    let out = "";
    for (let index = 0; index < count; index += 1)
      out += this.text.slice(this.from[this.head + index], this.to[this.head + index]);
    return out;
  }

  /** Luhn's check over the first `count` groups. */
  passesLuhn(count: number): boolean {
    let sum = 0;
    let doubles = false;
    for (let index = count - 1; index >= 0; index -= 1) {
      for (let place = this.size(index) - 1; place >= 0; place -= 1) {
        const digit = this.digit(index, place);
        sum += !doubles ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
        doubles = !doubles;
      }
    }
    return sum % 10 === 0;
  }

  /** How many different digits the first `count` groups hold. */
  variety(count: number): number {
    let seen = 0;
    for (let index = 0; index < count; index += 1)
      for (let place = this.size(index) - 1; place >= 0; place -= 1) seen |= 1 << this.digit(index, place);
    let different = 0;
    for (; seen !== 0; seen &= seen - 1) different += 1;
    return different;
  }

  /** Whether the gaps between the first `count` groups are such as people write: brackets in pairs, one other sign at most. */
  hasTidyGaps(count: number): boolean {
    if (this.tidy < 0) this.readTidy();
    return count <= this.tidy && ((this.openAfter >> (count - 1)) & 1) === 0;
  }

  /** Reads the gaps once for all counts. */
  private readTidy(): void {
    this.tidy = 0;
    this.openAfter = 0;
    let isOpen = false;
    let at = this.start;
    for (let index = 0; index < this.count; index += 1) {
      const end = this.from[this.head + index] as number;
      let signs = 0;
      for (; at < end; at += 1) {
        const code = unitAt(this.text, at);
        if (code === 0x28) {
          if (isOpen) return;
          isOpen = true;
        } else if (code === 0x29) {
          if (!isOpen) return;
          isOpen = false;
        } else if (!isSpace(code) && code !== 0x2b) signs += 1;
      }
      if (signs > 1) return;
      at = this.endOf(index);
      this.tidy = index + 1;
      if (isOpen && unitAt(this.text, at) !== 0x29) this.openAfter |= 1 << index;
    }
  }

  private gapStart(index: number): number {
    return index === 0 ? this.start : (this.to[this.head + index - 1] as number);
  }

  /** Looks at what follows the last group: an extension, or a name that the group belongs to. */
  private readEnd(reach: Reach): boolean {
    const { text } = this;
    const end = this.to[this.head + this.count - 1] as number;
    const next = unitAt(text, end);
    const after = unitAt(text, end + 1);
    if ((next | 0x20) === 0x78 && isDigit(after)) {
      let to = end + 1;
      while (to - end < LONGEST_EXTENSION && isDigit(unitAt(text, to))) to += 1;
      if (to + 1 > reach.end) reach.end = to + 1;
      if (to - end >= LONGEST_EXTENSION || isNameUnit(unitAt(text, to))) return false;
      this.extensionEnd = to;
      return true;
    }
    const joinsName =
      isNameUnit(next) ||
      ((next === 0x2e || next === 0x3a || next === 0x2f) && isLetter(after)) ||
      next === 0x5f ||
      next === 0x40;
    if (joinsName) {
      // The last group begins a name of its own when a space stands before it.
      const last = this.count - 1;
      if (last === 0 || !(this.gapHas(last, 0x20) || this.gapSign(last) === 0x20)) return false;
      this.total -= this.size(last);
      this.count = last;
      return true;
    }
    if (next !== 0x2d || !isLetter(after)) return true;
    if (end + LONGEST_PLACE + 2 > reach.end) reach.end = end + LONGEST_PLACE + 2;
    return isPhonePlace(text, end + 1);
  }
}

const LONGEST_PLACE = 7;
const PHONE_PLACES: ReadonlySet<string> = new Set("fax office mobile cell home work phone desk".split(" "));

/** `555-0100-fax`: the word after the hyphen says which phone it is. */
function isPhonePlace(text: string, at: number): boolean {
  let end = at;
  while (end - at < LONGEST_PLACE && isLetter(unitAt(text, end))) end += 1;
  return PHONE_PLACES.has(text.slice(at, end).toLowerCase());
}

/** Whether a sign may stand between groups of a number. */
export function isGap(code: number): boolean {
  // Most signs that end a number are letters and line ends.
  if (code < 0x80)
    return code === 0x20 || (code >= 0x28 && code <= 0x2f && code !== 0x2a && code !== 0x2b && code !== 0x2c);
  return isSpace(code) || isDash(code);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x2009 || code === 0x202f;
}

function isDash(code: number): boolean {
  return code === 0x2d || (code >= 0x2010 && code <= 0x2013) || code === 0x2212;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/** Letters that make a number part of a name; those of scripts without spaces and invisible signs do not. */
function isNameUnit(code: number): boolean {
  return isLetter(code) || (code > 0x2ff && code < 0x2000 && !isParting(code) && isRunUnit(code));
}
