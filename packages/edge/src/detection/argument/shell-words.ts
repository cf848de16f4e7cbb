// Splits one command line into commands, and these into words, as a shell would on a good day: it never refuses, because
// payloads hold broken, quoted and embedded lines. Quotes, commas and brackets only part words. A command is split into
// words when they are first asked for, since most commands of a long line are never looked at.

import { unitAt } from "../text/unit.js";

export interface Word {
  readonly text: string;
  /** The word as the name of a command: without folder, ending and backslashes, in lower case. */
  readonly name: string;
  /** Holds more than small letters, digits and hyphens. */
  readonly isOdd: boolean;
  readonly start: number;
  readonly end: number;
}

export class Command {
  private split: readonly Word[] | undefined;

  constructor(
    private readonly text: string,
    readonly start: number,
    readonly end: number,
    /** The sign before the command: "|", ";", "&", "(", ")", "`", or "" at the start of the line. */
    readonly joiner: string,
  ) {}

  get words(): readonly Word[] {
    this.split ??= splitWords(this.text, this.start, this.end);
    return this.split;
  }
}

const PLAIN = 0;
const SPACE = 1;
const SIGN = 2;
/** What a name holds besides small letters, digits and hyphens. */
const ODD = 3;
const KIND = new Uint8Array(128).fill(ODD);
for (const sign of "abcdefghijklmnopqrstuvwxyz0123456789-") KIND[sign.charCodeAt(0)] = PLAIN;
for (let code = 0; code <= 32; code += 1) KIND[code] = SPACE;
for (const sign of "\"',") KIND[sign.charCodeAt(0)] = SPACE;
for (const sign of "|;&()`") KIND[sign.charCodeAt(0)] = SIGN;

/** The commands of the line from `start` to `end`. */
export function splitCommands(text: string, start: number, end: number): Command[] {
  const commands: Command[] = [];
  let from = start;
  let joiner = "";
  for (let at = start; at < end; at += 1) {
    if (!isSign(unitAt(text, at))) continue;
    commands.push(new Command(text, from, at, joiner));
    joiner = text[at] as string;
    from = at + 1;
  }
  commands.push(new Command(text, from, end, joiner));
  return commands;
}

function isSign(code: number): boolean {
  return code < 128 && KIND[code] === SIGN;
}

function splitWords(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let from = -1;
  let isOdd = false;
  let hasQuotes = false;
  const close = (at: number): void => {
    if (from < 0) return;
    const raw = text.slice(from, at);
    const word = isOdd ? unwrap(raw, hasQuotes) : raw;
    words.push({ text: word, name: isOdd ? nameOf(word) : word, isOdd, start: from, end: at });
    from = -1;
    isOdd = false;
    hasQuotes = false;
  };
  for (let at = start; at < end; at += 1) {
    const code = unitAt(text, at);
    const kind = code < 128 ? (KIND[code] as number) : ODD;
    if (kind === SPACE) {
      // Two quotes inside a word hide it: r''m.
      if (from >= 0 && (code === 0x27 || code === 0x22) && unitAt(text, at + 1) === code && isLetter(text, at + 2)) {
        isOdd = true;
        hasQuotes = true;
        at += 1;
        continue;
      }
      close(at);
    } else if (kind === PLAIN) {
      if (from < 0) from = at;
    } else if (code === 0x5c && at + 1 < end && unitAt(text, at + 1) <= 32) {
      // A line that goes on.
      close(at);
    } else {
      const size = code === DOLLAR ? sizeOfFieldSeparator(text, at) : 0;
      if (size > 0) {
        close(at);
        at += size - 1;
        continue;
      }
      if (from < 0) from = at;
      isOdd = true;
    }
  }
  close(end);
  return words;
}

const DOLLAR = 0x24;
/** Longest `${IFS%…}`. */
const LONGEST_SEPARATOR = 16;

/** Characters of `$IFS`, `${IFS}` or `${IFS%??}`, which stand for a space; 0 when there is none. */
function sizeOfFieldSeparator(text: string, at: number): number {
  if (text.startsWith("$IFS", at)) return 4;
  if (!text.startsWith("{IFS", at + 1) || !"}%".includes(text[at + 5] ?? " ")) return 0;
  for (let close = at + 5; close < at + LONGEST_SEPARATOR; close += 1)
    if (text.charCodeAt(close) === 0x7d) return close - at + 1;
  return 0;
}

function isLetter(text: string, at: number): boolean {
  const code = unitAt(text, at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Takes brackets and backslashes off both ends, and quotes without an inside out of the word where it has some. */
function unwrap(word: string, hasQuotes: boolean): string {
  let start = 0;
  let end = word.length;
  while (start < 3 && start < end && isWrapper(word.charCodeAt(start), 0x5b, 0x7b)) start += 1;
  while (word.length - end < 3 && end > start && isWrapper(word.charCodeAt(end - 1), 0x5d, 0x7d)) end -= 1;
  const inner = start === 0 && end === word.length ? word : word.slice(start, end);
  return hasQuotes ? inner.replaceAll("''", "").replaceAll('""', "") : inner;
}

function isWrapper(code: number, bracket: number, brace: number): boolean {
  return code === 0x5c || code === bracket || code === brace;
}

const LONGEST_NAME = 64;

function nameOf(word: string): string {
  if (word.length > LONGEST_NAME) return "";
  let slash = -1;
  let hasBackslash = false;
  let hasCapital = false;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code === 0x2f) slash = at;
    else if (code === 0x5c) hasBackslash = true;
    else if (code >= 0x41 && code <= 0x5a) hasCapital = true;
  }
  let name = word;
  if (slash >= 0 && slash < name.length - 1 && "/.~$".includes(name[0] as string)) name = name.slice(slash + 1);
  if (hasBackslash) {
    const from = name.includes(":\\") ? name.lastIndexOf("\\") + 1 : 0;
    name = name.slice(from).replaceAll("\\", "");
  }
  // Names hold no letters but those of ASCII.
  if (hasCapital) name = name.toLowerCase();
  return name.endsWith(".exe") ? name.slice(0, -4) : name;
}

/** The name of the command that a word would be; "" when there is no word. */
export function commandName(word: Word | undefined): string {
  return word === undefined ? "" : word.name;
}
