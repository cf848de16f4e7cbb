// A tolerant lexer for SQL of any dialect, in any surroundings: it never refuses, because payloads hold broken, embedded
// and half-quoted SQL. Comments are dropped, except MySQL's conditional ones, which are code. It decides nothing.

import { unitAt } from "../text/unit.js";

export type SqlTokenKind = "word" | "quoted" | "string" | "number" | "sign";

export interface SqlToken {
  readonly kind: SqlTokenKind;
  /** Lower case for words; content without quotes for strings and quoted names; the sign itself for signs. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Where the content of a string begins. */
  readonly innerStart: number;
  /** The first token on its line. */
  readonly opensLine: boolean;
  /** A string of hexadecimal digits: X'…'. */
  readonly isBytes?: boolean;
}

const MOST_TOKENS = 2_000_000;
/** Kinds of quotes without an end that are searched for before the lexer stops looking for more. */
const MOST_UNCLOSED = 24;

/** What one lexing noticed besides tokens. */
export interface SqlNotes {
  /** A quote behind a backslash ended a string, or may have: with backslashes other tokens come out. */
  hasEscapedQuotes: boolean;
}

/**
 * Tokens of `text`. With `backslashes`, a backslash escapes the next character of a string, as in MySQL; without, `notes`
 * tell whether that would matter.
 */
export function lexSql(text: string, backslashes: boolean, notes?: SqlNotes): SqlToken[] {
  const tokens: SqlToken[] = [];
  const length = text.length;
  let opensLine = true;
  let at = 0;
  // Where a search for a closing sign failed, it fails for every later opening too.
  const noClose = new Set<string>();

  const push = (kind: SqlTokenKind, value: string, start: number, end: number, innerStart = start): void => {
    tokens.push({ kind, value, start, end, innerStart, opensLine });
    opensLine = false;
  };

  while (at < length && tokens.length < MOST_TOKENS) {
    const code = unitAt(text, at);
    if (code <= 32 || (code >= 0xa0 && isWideSpace(code))) {
      if (code === 10 || code === 13) opensLine = true;
      at += 1;
      continue;
    }
    if (code === 0x2d && unitAt(text, at + 1) === 0x2d && isCommentGap(text, at + 2)) {
      at = endOfLine(text, at);
      continue;
    }
    if (
      code === 0x23 &&
      (at + 1 === length ||
        (isSpace(unitAt(text, at + 1)) && (at === 0 || isSpace(unitAt(text, at - 1)) || unitAt(text, at - 1) === 0x3b)))
    ) {
      at = endOfLine(text, at);
      continue;
    }
    if (code === 0x2f && unitAt(text, at + 1) === 0x2a) {
      if (unitAt(text, at + 2) === 0x21 || text.startsWith("M!", at + 2)) {
        at += unitAt(text, at + 2) === 0x21 ? 3 : 4;
        while (isDigit(unitAt(text, at))) at += 1;
        continue;
      }
      const close = noClose.has("*/") ? -1 : text.indexOf("*/", at + 2);
      if (close >= 0) {
        at = close + 2;
        continue;
      }
      noClose.add("*/");
      at += 2;
      continue;
    }
    if (code === 0x2a && unitAt(text, at + 1) === 0x2f) {
      at += 2;
      continue;
    }
    if (isWordStart(code)) {
      let end = at;
      // Most words are in small letters already.
      let isSmall = true;
      for (; end < length; end += 1) {
        const part = unitAt(text, end);
        const kind = part < 128 ? (WORD_PART[part] as number) : part > 0xbf && !isWideSpace(part) ? CAPITAL : NO_PART;
        if (kind === NO_PART) break;
        if (kind === CAPITAL) isSmall = false;
      }
      const quote = unitAt(text, end);
      // Oracle's q'[...]'
      if (end - at <= 2 && (text.charCodeAt(end - 1) | 0x20) === 0x71 && quote === 0x27) {
        const open = text[end + 1] ?? "";
        const shut = open === "[" ? "]" : open === "(" ? ")" : open === "{" ? "}" : open === "<" ? ">" : open;
        const ending = `${shut}'`;
        const close =
          open === "" || noClose.size >= MOST_UNCLOSED || noClose.has(ending) ? -1 : text.indexOf(ending, end + 2);
        if (close < 0) noClose.add(ending);
        else {
          push("string", text.slice(end + 2, close), at, close + 2, end + 2);
          at = close + 2;
          continue;
        }
      }
      // N'...', E'...', B'...', X'...'
      if (end - at === 1 && quote === 0x27 && "nebxr".includes(String.fromCharCode(code | 0x20))) {
        const close = noClose.has("'") ? -1 : closeOf(text, end, "'", backslashes || (code | 0x20) === 0x65, notes);
        if (close < 0) noClose.add("'");
        else {
          push("string", text.slice(end + 1, close), at, close + 1, end + 1);
          if ((code | 0x20) === 0x78) tokens.push({ ...(tokens.pop() as SqlToken), isBytes: true });
          at = close + 1;
          continue;
        }
      }
      const word = text.slice(at, end);
      push("word", isSmall ? word : word.toLowerCase(), at, end);
      at = end;
      continue;
    }
    if (isDigit(code)) {
      let end = at + 1;
      while (end < length && (isWordPart(unitAt(text, end)) || unitAt(text, end) === 0x2e)) end += 1;
      push("number", text.slice(at, end), at, end);
      at = end;
      continue;
    }
    if (code === 0x24) {
      const tag = dollarTag(text, at);
      if (tag !== "" && noClose.size < MOST_UNCLOSED && !noClose.has(tag)) {
        const close = text.indexOf(tag, at + tag.length);
        if (close >= 0) {
          push("string", text.slice(at + tag.length, close), at, close + tag.length, at + tag.length);
          at = close + tag.length;
          continue;
        }
        noClose.add(tag);
      }
    }
    if (code === 0x27 || code === 0x22 || code === 0x60) {
      const sign = text[at] as string;
      // An apostrophe inside a word, or after a value that an injection closes, opens no string.
      const before = at > 0 ? unitAt(text, at - 1) : 32;
      const opens = code !== 0x27 || !isWordPart(before);
      const close = opens && !noClose.has(sign) ? closeOf(text, at, sign, backslashes, notes) : -1;
      if (close >= 0) {
        push(code === 0x27 ? "string" : "quoted", text.slice(at + 1, close), at, close + 1, at + 1);
        at = close + 1;
        continue;
      }
      if (opens) noClose.add(sign);
      push("sign", sign, at, at + 1);
      at += 1;
      continue;
    }
    if (code === 0x5b) {
      // T-SQL [name]: no line break, no nested bracket.
      let end = at + 1;
      while (end < length && end - at < 130 && isNamePart(unitAt(text, end))) end += 1;
      // What stands for every name in turn.
      if (text.startsWith("[?]", at)) end = at + 2;
      if (unitAt(text, end) === 0x5d && end > at + 1) {
        push("quoted", text.slice(at + 1, end), at, end + 1, at + 1);
        at = end + 1;
        continue;
      }
    }
    push("sign", text[at] as string, at, at + 1);
    at += 1;
  }
  return tokens;
}

function closeOf(text: string, open: number, sign: string, backslashes: boolean, notes?: SqlNotes): number {
  let at = open + 1;
  for (;;) {
    at = text.indexOf(sign, at);
    if (at < 0) return -1;
    if (backslashes) {
      let slashes = 0;
      while (at - 1 - slashes > open && text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
      if (slashes % 2 === 1) {
        at += 1;
        continue;
      }
    } else if (notes !== undefined && text.charCodeAt(at - 1) === 0x5c && at - 1 > open) notes.hasEscapedQuotes = true;
    if (text[at + 1] !== sign) return at;
    at += 2;
  }
}

function dollarTag(text: string, at: number): string {
  let end = at + 1;
  while (end - at < 32 && isWordPart(unitAt(text, end)) && unitAt(text, end) !== 0x24) end += 1;
  return unitAt(text, end) === 0x24 ? text.slice(at, end + 1) : "";
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function isCommentGap(text: string, at: number): boolean {
  return at >= text.length || isSpace(unitAt(text, at)) || unitAt(text, at) === 0x2d || unitAt(text, at) === 0x2b;
}

function isSpace(code: number): boolean {
  return code <= 32;
}

/** Spaces beyond ASCII that part words. */
function isWideSpace(code: number): boolean {
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0x2028 || code === 0x2029;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const NO_PART = 0;
/** A capital, or a letter that may be one. */
const CAPITAL = 2;
const WORD_PART = new Uint8Array(128);
for (let code = 0; code < 128; code += 1)
  WORD_PART[code] = !isWordPart(code) ? NO_PART : code >= 0x41 && code <= 0x5a ? CAPITAL : 1;

function isWordStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code > 0xbf;
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code) || code === 0x24;
}

function isNamePart(code: number): boolean {
  return isWordPart(code) || code === 32 || code === 0x2e || code === 0x2d;
}

export function isWord(token: SqlToken | undefined, value: string): boolean {
  return token !== undefined && token.kind === "word" && token.value === value;
}

export function isSign(token: SqlToken | undefined, value: string): boolean {
  return token !== undefined && token.kind === "sign" && token.value === value;
}
