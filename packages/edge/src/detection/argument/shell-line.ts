// One look along a line of a shell: the signs that part commands, and which of the commands hold a name that is known, an
// address, or signs that may hide a name. Most commands of a long text hold none, and are looked at no further.

import { unitAt } from "../text/unit.js";
import { type CommandName, DRIVE, NAME, OPTION, PATH } from "./shell-needs.js";
import { Command } from "./shell-words.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface ShellLine {
  readonly commands: readonly Command[];
  /** The commands that may act, by their index in `commands`, in order. */
  readonly acting: readonly number[];
  /** Holds the name of a command that is no word of prose, or signs that may hide one. */
  readonly hasCommand: boolean;
  /** Holds a name that is a word of prose too. */
  readonly hasProseName: boolean;
  /** Those of {@link SIGN} that it holds. */
  readonly signs: number;
}

/** Signs that lines are put together with, as bits: a line without one of them needs no search for what is written with it. */
export const SIGN = {
  "=": 1,
  $: 2,
  "`": 4,
  "%": 8,
  "'": 16,
  '"': 32,
  "/": 64,
  "^": 128,
  "+": 256,
  "|": 512,
  "!": 1024,
  "<": 2048,
} as const;
const BITS = new Uint16Array(128);
for (const [sign, bit] of Object.entries(SIGN)) BITS[sign.charCodeAt(0)] = bit;

const OTHER = 0;
/** Letters, digits, low lines and hyphens. */
const NAME_PART = 1;
const JOINER = 2;
/** What tells more by the signs around it. */
const TELLING = 3;
const KIND = new Uint8Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
  KIND[sign.charCodeAt(0)] = NAME_PART;
for (const sign of "|;&()`") KIND[sign.charCodeAt(0)] = JOINER;
for (const sign of "/:$'\"\\") KIND[sign.charCodeAt(0)] = TELLING;

const HYPHEN = 0x2d;
const SLASH = 0x2f;
const COLON = 0x3a;
const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const SINGLE = 0x27;
const DOUBLE = 0x22;
const DOT = 0x2e;
/** What a variable stands for may be anything. */
const ANYTHING = NAME | OPTION | PATH | DRIVE;
/** Folders whose files a command may write to without a name that is known: `> /dev/sda`. */
const SYSTEM_FOLDERS = ["/dev/", "/etc/", "/boot/", "/proc/"] as const;
const LONGEST_FOLDER = 6;

/** Looks along lines for the names of commands. */
export class ShellLineReader {
  /** The names by the slots of their hashes, and whether a slot has any: most words have the slot of none. */
  private readonly bySlot = new Map<number, readonly Name[]>();
  private readonly slots = new Uint8Array(1 << FILTER_BITS);
  private readonly hidden: HiddenName = { start: 0, next: -1, hash: 0, signs: 0 };

  /** What is known of each name, which is given in small letters. */
  constructor(names: ReadonlyMap<string, CommandName>) {
    for (const [name, known] of names) {
      let hash = 0;
      for (let at = 0; at < name.length; at += 1) hash = hashOn(hash, charCodeAt.call(name, at));
      const slot = slotOf(hash);
      this.slots[slot] = 1;
      this.bySlot.set(slot, [...(this.bySlot.get(slot) ?? []), { ...known, name }]);
    }
  }

  /** The line of `text` from `start` to `end`. */
  read(text: string, start: number, end: number): ShellLine {
    const commands: Command[] = [];
    const acting: number[] = [];
    let hasCommand = false;
    let hasProseName = false;
    let from = start;
    let joiner = "";
    // What its names need, and what they stand with.
    let needs = 0;
    let company = NAME;
    let signs = 0;
    this.hidden.next = -1;
    for (let at = start; at < end; at += 1) {
      let code = charCodeAt.call(text, at);
      if (code >= 128) continue;
      const kind = KIND[code] as number;
      signs |= BITS[code] as number;
      if (kind === OTHER) continue;
      if (kind === JOINER) {
        if ((needs & company) !== 0) acting.push(commands.length);
        commands.push(new Command(text, from, at, joiner));
        joiner = text[at] as string;
        from = at + 1;
        needs = 0;
        company = NAME;
      } else if (kind === NAME_PART) {
        const first = at;
        if (code === HYPHEN) company |= OPTION;
        let hash = 0;
        do {
          hash = hashOn(hash, code);
          at += 1;
          code = at < end ? charCodeAt.call(text, at) : 0;
        } while (code < 128 && KIND[code] === NAME_PART);
        let name = this.find(hash, text, first, at);
        if (code === DOT && name?.isProse !== false) name = this.dottedNameAt(text, first, at, end, hash) ?? name;
        if (name !== undefined) {
          needs |= name.needs;
          if (name.isProse) hasProseName = true;
          else hasCommand = true;
        }
        const size = code < 128 && KIND[code] === TELLING ? sizeOfNothing(text, at, from, end) : 0;
        if (size > 0 || this.hidden.next === first) needs |= this.needsOfHidden(text, first, at, size);
        at -= 1;
      } else if (code === DOLLAR) {
        company |= ANYTHING;
      } else if (code === SLASH) {
        company |= PATH;
        if (opensSystemFolder(text, at, end)) {
          needs |= NAME;
          hasCommand = true;
        }
      } else if (code === COLON) {
        company |= DRIVE;
        if (endsScheme(text, at, from)) needs |= NAME;
      } else {
        // A word that holds these may name a drive.
        if (code === BACKSLASH || unitAt(text, at + 1) === code) company |= DRIVE;
        const size = sizeOfNothing(text, at, from, end);
        if (size > 0) {
          const hidesName = isLetterAt(text, at - 1, 0x72) && isLetterAt(text, at + size, 0x6d);
          if (hidesName && (code !== BACKSLASH || size === 1)) hasCommand = true;
          at += size - 1;
        }
      }
    }
    if ((needs & company) !== 0) acting.push(commands.length);
    commands.push(new Command(text, from, end, joiner));
    return { commands, acting, hasCommand, hasProseName, signs };
  }

  /**
   * What a name needs that signs part which are nothing, told when its last part has come: from `first` to `at`, before signs that are
   * nothing in turn, `size` of them. Nothing for any other word.
   */
  private needsOfHidden(text: string, first: number, at: number, size: number): number {
    const { hidden } = this;
    if (hidden.next !== first) {
      hidden.start = first;
      hidden.hash = 0;
      hidden.signs = 0;
    }
    for (let place = first; place < at; place += 1) hidden.hash = hashOn(hidden.hash, charCodeAt.call(text, place));
    hidden.next = at + size;
    const sign = unitAt(text, at);
    if (size > 0) hidden.signs |= sign === BACKSLASH ? OF_BACKSLASHES : OF_QUOTES;
    // Names with dots, and those behind a folder of Windows, are put together by their words.
    const isOdd =
      sign === DOT || unitAt(text, hidden.start - 1) === DOT || hidden.signs === (OF_BACKSLASHES | OF_QUOTES);
    if (isOdd) return NAME;
    if (size > 0 || this.slots[slotOf(hidden.hash)] === 0) return 0;
    const name = text.slice(hidden.start, at).replace(/["'\\]/g, "");
    return this.find(hidden.hash, name, 0, name.length)?.needs ?? 0;
  }

  /** The same of a name with a dot in it, which stands at `dot`; `hash` is that of what stands before. */
  private dottedNameAt(text: string, start: number, dot: number, end: number, hash: number): Name | undefined {
    let mixed = hashOn(hash, DOT);
    let at = dot + 1;
    for (; at < end; at += 1) {
      const code = charCodeAt.call(text, at);
      if (code >= 128 || KIND[code] !== NAME_PART) break;
      mixed = hashOn(mixed, code);
    }
    return this.find(mixed, text, start, at);
  }

  /** The name that stands between two places and has this hash; undefined where none does. */
  private find(hash: number, text: string, start: number, end: number): Name | undefined {
    const slot = slotOf(hash);
    if (this.slots[slot] === 0) return undefined;
    return nameAmong(this.bySlot.get(slot) as readonly Name[], text, start, end);
  }
}

interface Name extends CommandName {
  readonly name: string;
}

/** A name that is read part by part: where it begins, where its next part would, its hash, and what parts it. */
interface HiddenName {
  start: number;
  next: number;
  hash: number;
  signs: number;
}

const OF_BACKSLASHES = 1;
const OF_QUOTES = 2;

/** The name, one of a few, that stands between two places in letters of any case; undefined where none does. */
function nameAmong(names: readonly Name[], text: string, start: number, end: number): Name | undefined {
  for (const known of names) {
    const { name } = known;
    if (name.length !== end - start) continue;
    let at = 0;
    // Names and what is looked at are of letters, digits, hyphens, low lines and dots: one bit makes capitals small.
    while (at < name.length && (charCodeAt.call(text, start + at) | SMALL) === (charCodeAt.call(name, at) | SMALL))
      at += 1;
    if (at === name.length) return known;
  }
  return undefined;
}

const FILTER_BITS = 12;
/** What makes a capital small, and changes no digit or hyphen. */
const SMALL = 0x20;

function hashOn(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | SMALL)) | 0;
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x2c1b3c6d) >>> (32 - FILTER_BITS);
}

function opensSystemFolder(text: string, at: number, end: number): boolean {
  const next = unitAt(text, at + 1) | 0x20;
  // d, e, b, p
  if (next !== 0x64 && next !== 0x65 && next !== 0x62 && next !== 0x70) return false;
  const folder = text.slice(at, Math.min(end, at + LONGEST_FOLDER)).toLowerCase();
  return SYSTEM_FOLDERS.some((name) => folder.startsWith(name));
}

/** Whether the colon at a place ends `http:` or `https:`. */
function endsScheme(text: string, at: number, from: number): boolean {
  const start = isLetterAt(text, at - 1, 0x73) ? at - 5 : at - 4;
  return start >= from && isLetterAt(text, start, 0x68) && text.slice(start, start + 4).toLowerCase() === "http";
}

/** Signs at a place that are nothing between two letters: two quotes, or backslashes. */
function sizeOfNothing(text: string, at: number, from: number, end: number): number {
  const code = charCodeAt.call(text, at);
  if ((code !== BACKSLASH && code !== SINGLE && code !== DOUBLE) || at === from || !isLetter(text, at - 1)) return 0;
  const isPair = unitAt(text, at + 1) === code;
  if (!isPair && code !== BACKSLASH) return 0;
  let size = isPair ? 2 : 1;
  while (code === BACKSLASH && unitAt(text, at + size) === code) size += 1;
  return at + size < end && isLetter(text, at + size) ? size : 0;
}

function isLetter(text: string, at: number): boolean {
  const code = unitAt(text, at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Whether one letter, given small, stands at a place. */
function isLetterAt(text: string, at: number, letter: number): boolean {
  return (unitAt(text, at) | 0x20) === letter;
}
