// Splits the commands of a line into words, as a shell would on a good day: it never refuses, because payloads hold broken,
// quoted and embedded lines. Quotes, commas and brackets only part words. A command is split into words when they are
// first asked for, since most commands of a long line are never looked at.

import type { NameLengths } from "../text/name-lengths.js";
import { unitAt } from "../text/unit.js";
import { DRIVE, NAME, OPTION, PATH } from "./shell-needs.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** What an odd word holds, as bits. */
const GREATER = 1;
const SLASH = 2;
const COLON = 4;
/** Brackets, which the word may lose at its ends. */
const WRAPPER = 8;
/** Backslashes or quotes, which it may lose anywhere. */
const ESCAPE = 16;

/** A word of a command. What it says is read when it is first asked for, since most words are told by their lengths. */
export class Word {
  private readText: string | undefined;
  private readName: string | undefined;
  /** Answers to what readers ask of the word, two bits for each question: whether it was asked, and what was said. */
  private answers = 0;
  /** How many words behind it the next option stands, the next word with a slash, and the next that may name a drive. */
  toOption = NONE_AHEAD;
  toSlash = NONE_AHEAD;
  toDrive = NONE_AHEAD;

  constructor(
    private readonly source: string,
    readonly start: number,
    readonly end: number,
    /** Holds more than small letters, digits and hyphens. */
    readonly isOdd: boolean,
    private readonly signs: number,
    private readonly hasQuotes: boolean,
  ) {}

  get text(): string {
    if (this.readText === undefined) {
      const raw = this.source.slice(this.start, this.end);
      this.readText = (this.signs & (WRAPPER | ESCAPE)) === 0 ? raw : unwrap(raw, this.hasQuotes);
    }
    return this.readText;
  }

  /** The word as the name of a command: without folder, ending and backslashes, in lower case. */
  get name(): string {
    this.readName ??= this.isOdd ? nameOf(this.text) : this.text;
    return this.readName;
  }

  /** Whether its name may be one of those of `lengths`. */
  mayBe(lengths: NameLengths): boolean {
    if ((this.signs & ESCAPE) !== 0) return lengths.mayBe(this.name);
    let { start, end } = this;
    if ((this.signs & WRAPPER) !== 0) {
      start = startInside(this.source, start, end);
      end = endInside(this.source, start, end);
    }
    if ((this.signs & SLASH) !== 0) {
      const slash = this.source.lastIndexOf("/", end - 1);
      if (slash >= start && slash < end - 1 && isProgramPath(this.source, start, slash)) start = slash + 1;
    }
    const { source } = this;
    const first = unitAt(source, start);
    const last = unitAt(source, end - 1);
    if (!this.isOdd) return lengths.mayBeAt(first, last, end - start);
    if (lengths.mayBeAt(first | SMALL, last | SMALL, end - start)) return true;
    // The name of a program without its ending.
    const bare = end - PROGRAM.length;
    return (last | SMALL) === E && lengths.mayBeAt(first | SMALL, unitAt(source, bare - 1) | SMALL, bare - start);
  }

  /** Whether its name is one of `names`, whose lengths are `lengths`. */
  isOneOf(names: ReadonlySet<string>, lengths: NameLengths): boolean {
    return this.mayBe(lengths) && names.has(this.name);
  }

  /** Whether the word begins with a hyphen, as options do. */
  get isOption(): boolean {
    return (this.signs & (WRAPPER | ESCAPE)) === 0
      ? unitAt(this.source, this.start) === HYPHEN
      : this.text.startsWith("-");
  }

  /**
   * The answer to a question about the word, given by its number of 0 to 14: each is asked once, however many commands
   * before the word want to know.
   */
  answer(question: number, ask: (word: Word) => boolean): boolean {
    const asked = 1 << (question * 2);
    if ((this.answers & asked) === 0) this.answers |= ask(this) ? asked * 3 : asked;
    return (this.answers & (asked * 2)) !== 0;
  }

  /** Whether the word holds a slash, as paths do. */
  get hasSlash(): boolean {
    return (this.signs & SLASH) !== 0;
  }

  /** Whether it holds what drives and devices of Windows are written with. */
  get mayBeDrive(): boolean {
    return (this.signs & (ESCAPE | COLON)) !== 0;
  }

  /** What stands with it as the name of a command, as bits of shell-needs.ts, as far as a command is read. */
  get company(): number {
    return (
      NAME |
      (this.toOption < MOST_WORDS ? OPTION : 0) |
      (this.hasSlash || this.toSlash < MOST_WORDS ? PATH : 0) |
      (this.mayBeDrive || this.toDrive < MOST_WORDS ? DRIVE : 0)
    );
  }

  /** Whether the word may begin an address. */
  get mayBeAddress(): boolean {
    return (this.signs & COLON) !== 0;
  }

  /** Whether the word may write its command's output somewhere, or name a device. */
  get mayRedirect(): boolean {
    return (this.signs & (GREATER | SLASH)) !== 0;
  }
}

/** Longest stretch of a command that is read from a name on. */
export const MOST_WORDS = 32;
/** No such word stands behind it. */
const NONE_AHEAD = Number.MAX_SAFE_INTEGER;
/** What makes a capital small. */
const SMALL = 0x20;
const HYPHEN = 0x2d;
const PROGRAM = ".exe";
/** The last letter of that. */
const E = 0x65;

export class Command {
  private split: readonly Word[] | undefined;
  private begun: readonly Word[] | undefined;

  constructor(
    private readonly text: string,
    readonly start: number,
    readonly end: number,
    /** The sign before the command: "|", ";", "&", "(", ")", "`", or "" at the start of the line. */
    readonly joiner: string,
  ) {}

  get words(): readonly Word[] {
    this.split ??= lookingAhead(splitWords(this.text, this.start, this.end));
    return this.split;
  }

  /** The first two words, which tell what the command is: no others are made for those that only want to know that. */
  get opening(): readonly Word[] {
    this.begun ??= this.split ?? splitWords(this.text, this.start, this.end, OPENING);
    return this.begun;
  }
}

const OPENING = 2;

const PLAIN = 0;
const SPACE = 1;
/** What a name holds besides small letters, digits and hyphens. */
const ODD = 2;
const KIND = new Uint8Array(128).fill(ODD);
const SIGNS = new Uint8Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyz0123456789-") KIND[sign.charCodeAt(0)] = PLAIN;
for (let code = 0; code <= 32; code += 1) KIND[code] = SPACE;
for (const sign of "\"',") KIND[sign.charCodeAt(0)] = SPACE;
for (const sign of "[]{}") SIGNS[sign.charCodeAt(0)] = WRAPPER;
SIGNS[0x5c] = ESCAPE;
SIGNS[0x3e] = GREATER;
SIGNS[0x2f] = SLASH;
SIGNS[0x3a] = COLON;

/** The first words from `start` to `end`, `most` of them; there are never as many as characters. */
function splitWords(text: string, start: number, end: number, most = end - start): Word[] {
  const words: Word[] = [];
  for (let at = start; at < end && words.length < most; ) {
    const first = charCodeAt.call(text, at);
    const gap = kindOf(first) === SPACE ? 1 : sizeOfGap(text, at, end, first);
    if (gap > 0) {
      at += gap;
      continue;
    }
    const from = at;
    let isOdd = false;
    let hasQuotes = false;
    let signs = 0;
    for (; at < end; at += 1) {
      const code = charCodeAt.call(text, at);
      const kind = kindOf(code);
      if (kind === PLAIN) continue;
      if (kind === SPACE) {
        // Two quotes inside a word hide it: r''m.
        const isHidden = (code === 0x27 || code === 0x22) && unitAt(text, at + 1) === code && isLetter(text, at + 2);
        if (!isHidden) break;
        hasQuotes = true;
        signs |= ESCAPE;
        at += 1;
      } else if (sizeOfGap(text, at, end, code) > 0) break;
      else if (code < 128) signs |= SIGNS[code] as number;
      isOdd = true;
    }
    at = Math.min(at, end);
    words.push(new Word(text, from, at, isOdd, signs, hasQuotes));
  }
  return words;
}

/** The words, each knowing what stands behind it: else every name in a row of names would look along all that follows. */
function lookingAhead(words: readonly Word[]): readonly Word[] {
  let option = NONE_AHEAD;
  let slash = NONE_AHEAD;
  let drive = NONE_AHEAD;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] as Word;
    word.toOption = option - at;
    word.toSlash = slash - at;
    word.toDrive = drive - at;
    if (word.isOption) option = at;
    if (word.hasSlash) slash = at;
    if (word.mayBeDrive) drive = at;
  }
  return words;
}

function kindOf(code: number): number {
  return code < 128 ? (KIND[code] as number) : ODD;
}

/** Characters of what parts words and is written with other signs than spaces; 0 where none stands. */
function sizeOfGap(text: string, at: number, end: number, code: number): number {
  // A line that goes on.
  if (code === BACKSLASH) return at + 1 < end && unitAt(text, at + 1) <= 32 ? 1 : 0;
  return code === DOLLAR ? sizeOfFieldSeparator(text, at) : 0;
}

const BACKSLASH = 0x5c;
const DOLLAR = 0x24;
/** Longest `${IFS%…}`. */
const LONGEST_SEPARATOR = 16;

/** Characters of `$IFS`, `${IFS}` or `${IFS%??}`, which stand for a space; 0 when there is none. */
function sizeOfFieldSeparator(text: string, at: number): number {
  if (text.startsWith("$IFS", at)) return 4;
  if (!text.startsWith("{IFS", at + 1) || !"}%".includes(text[at + 5] ?? " ")) return 0;
  for (let close = at + 5; close < at + LONGEST_SEPARATOR; close += 1)
    if (charCodeAt.call(text, close) === 0x7d) return close - at + 1;
  return 0;
}

function isLetter(text: string, at: number): boolean {
  const code = unitAt(text, at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Takes brackets and backslashes off both ends, and quotes without an inside out of the word where it has some. */
function unwrap(word: string, hasQuotes: boolean): string {
  const start = startInside(word, 0, word.length);
  const end = endInside(word, start, word.length);
  const inner = start === 0 && end === word.length ? word : word.slice(start, end);
  return hasQuotes ? inner.replaceAll("''", "").replaceAll('""', "") : inner;
}

const MOST_WRAPPERS = 3;

/** Where a word that stands from `start` to `end` begins without its brackets. */
function startInside(text: string, start: number, end: number): number {
  let at = start;
  while (at < start + MOST_WRAPPERS && at < end && isWrapper(charCodeAt.call(text, at), 0x5b, 0x7b)) at += 1;
  return at;
}

function endInside(text: string, start: number, end: number): number {
  let at = end;
  while (end - at < MOST_WRAPPERS && at > start && isWrapper(charCodeAt.call(text, at - 1), 0x5d, 0x7d)) at -= 1;
  return at;
}

function isWrapper(code: number, bracket: number, brace: number): boolean {
  return code === 0x5c || code === bracket || code === brace;
}

/** Whether a word is the path of a program, and names what stands behind its last slash: `/usr/bin/rm`, `./a`, `bin/rails`. */
function isProgramPath(text: string, start: number, slash: number): boolean {
  const code = charCodeAt.call(text, start);
  if (code === 0x2f || code === 0x2e || code === 0x7e || code === DOLLAR) return true;
  const folder = slash - BIN.length;
  const before = unitAt(text, folder - 1);
  return folder >= start && (folder === start || before === 0x2f || before === 0x2e) && text.startsWith(BIN, folder);
}

const BIN = "bin";

const LONGEST_NAME = 64;

function nameOf(word: string): string {
  if (word.length > LONGEST_NAME) return "";
  let slash = -1;
  let hasBackslash = false;
  let hasCapital = false;
  for (let at = 0; at < word.length; at += 1) {
    const code = charCodeAt.call(word, at);
    if (code === 0x2f) slash = at;
    else if (code === 0x5c) hasBackslash = true;
    else if (code >= 0x41 && code <= 0x5a) hasCapital = true;
  }
  let name = word;
  if (slash >= 0 && slash < name.length - 1 && isProgramPath(name, 0, slash)) name = name.slice(slash + 1);
  if (hasBackslash) {
    const from = name.includes(":\\") ? name.lastIndexOf("\\") + 1 : 0;
    name = name.slice(from).replaceAll("\\", "");
  }
  // Names hold no letters but those of ASCII.
  if (hasCapital) name = name.toLowerCase();
  return name.endsWith(PROGRAM) ? name.slice(0, -PROGRAM.length) : name;
}

/** The name of the command that a word would be; "" when there is no word. */
export function commandName(word: Word | undefined): string {
  return word === undefined ? "" : word.name;
}
