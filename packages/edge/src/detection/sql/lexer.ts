// A tolerant lexer for SQL of any dialect, in any surroundings: it never refuses, because payloads hold broken, embedded
// and half-quoted SQL. Comments are dropped, except MySQL's conditional ones, which are code. It decides nothing.

import { unitAt } from "../text/unit.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

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
const LONGEST_NAME = 130;
/** What closes Oracle's q'[...]', by what opens it; any other sign closes what it opens. */
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}", "<": ">" };

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
  return new SqlLexer(text, backslashes, notes).lex();
}

class SqlLexer {
  private readonly tokens: SqlToken[] = [];
  private at = 0;
  private opensLine = true;
  /** Closing signs that are nowhere behind: a search that failed fails for every later opening too. */
  private readonly unclosed = new Set<string>();

  constructor(
    private readonly text: string,
    private readonly backslashes: boolean,
    private readonly notes: SqlNotes | undefined,
  ) {}

  lex(): SqlToken[] {
    const { text, tokens } = this;
    while (this.at < text.length && tokens.length < MOST_TOKENS) {
      const code = charCodeAt.call(text, this.at);
      const opens = code < 128 ? (OPENS[code] as number) : isWideSpace(code) ? GAP : code > 0xbf ? WORD : SIGN;
      if (opens === GAP) {
        if (code === 10 || code === 13) this.opensLine = true;
        this.at += 1;
      } else if (opens === WORD) this.readWord(code);
      else if (opens === NUMBER) this.readNumber();
      else if (opens === SIGN || (!this.skipComment(code) && !this.readString(code))) this.pushSign();
    }
    return tokens;
  }

  /** A comment, or the signs around the code in one of MySQL's. */
  private skipComment(code: number): boolean {
    const { text, at } = this;
    const next = unitAt(text, at + 1);
    if (
      (code === 0x2d && next === 0x2d && (isCommentGap(text, at + 2) || this.isBehindVerb())) ||
      (code === 0x23 && isHashComment(text, at))
    )
      this.at = endOfLine(text, at);
    else if (code === 0x2f && next === 0x2a) {
      if (unitAt(text, at + 2) === 0x21 || text.startsWith("M!", at + 2)) {
        this.at += unitAt(text, at + 2) === 0x21 ? 3 : 4;
        while (isDigit(unitAt(text, this.at))) this.at += 1;
      } else {
        const close = this.find("*/", at + 2);
        this.at = close < 0 ? at + 2 : close + 2;
      }
    } else if (code === 0x2a && next === 0x2f) this.at += 2;
    else return false;
    return true;
  }

  /** Whether a statement has just begun: all dialects but MySQL read `DELETE--…` as a comment, and in that it has no meaning. */
  private isBehindVerb(): boolean {
    const last = this.tokens[this.tokens.length - 1];
    return last?.kind === "word" && last.end === this.at && GOES_ON.has(last.value);
  }

  private readWord(code: number): void {
    const { text, at } = this;
    let end = at;
    // Most words are in small letters already.
    let isSmall = true;
    for (; end < text.length; end += 1) {
      const part = charCodeAt.call(text, end);
      const kind = part < 128 ? (WORD_PART[part] as number) : part > 0xbf && !isWideSpace(part) ? CAPITAL : NO_PART;
      if (kind === NO_PART) break;
      if (kind === CAPITAL) isSmall = false;
    }
    if (end - at <= 2 && unitAt(text, end) === 0x27 && this.readPrefixed(code | 0x20, end)) return;
    this.push("word", at, end, at, end, isSmall ? undefined : text.slice(at, end).toLowerCase());
  }

  /** A string whose quote, at `quote`, stands behind a letter or two that say what it is. */
  private readPrefixed(small: number, quote: number): boolean {
    const { text, at } = this;
    // Oracle's q'[...]'
    if ((unitAt(text, quote - 1) | 0x20) === 0x71) {
      const open = text[quote + 1] ?? "";
      const ending = `${CLOSING[open] ?? open}'`;
      const close = open === "" || this.unclosed.size >= MOST_UNCLOSED ? -1 : this.find(ending, quote + 2);
      if (close >= 0) {
        this.push("string", at, close + 2, quote + 2, close);
        return true;
      }
    }
    // N'...', E'...', B'...', X'...'
    if (quote - at !== 1 || !"nebxr".includes(String.fromCharCode(small))) return false;
    const close = this.findQuote("'", quote, this.backslashes || small === 0x65);
    if (close < 0) return false;
    this.push("string", at, close + 1, quote + 1, close);
    if (small === 0x78) this.tokens.push({ ...(this.tokens.pop() as SqlToken), isBytes: true });
    return true;
  }

  private readNumber(): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && (isWordPart(unitAt(text, end)) || unitAt(text, end) === 0x2e)) end += 1;
    this.push("number", at, end);
  }

  /** A string or a quoted name; false where the sign opens none. */
  private readString(code: number): boolean {
    if (code === 0x24) return this.readDollarQuoted();
    if (code === 0x27 || code === 0x22 || code === 0x60) return this.readQuoted(code);
    return code === 0x5b && this.readBracketed();
  }

  private readDollarQuoted(): boolean {
    const { text, at } = this;
    const tag = dollarTag(text, at);
    if (tag === "" || this.unclosed.size >= MOST_UNCLOSED) return false;
    const close = this.find(tag, at + tag.length);
    if (close < 0) return false;
    this.push("string", at, close + tag.length, at + tag.length, close);
    return true;
  }

  private readQuoted(code: number): boolean {
    const { text, at } = this;
    // An apostrophe inside a word, or after a value that an injection closes, opens no string.
    if (code === 0x27 && at > 0 && isWordPart(unitAt(text, at - 1))) return false;
    const close = this.findQuote(text[at] as string, at, this.backslashes);
    if (close < 0) return false;
    this.push(code === 0x27 ? "string" : "quoted", at, close + 1, at + 1, close);
    return true;
  }

  /** T-SQL's [name]: no line break, no nested bracket. */
  private readBracketed(): boolean {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && end - at < LONGEST_NAME && isNamePart(unitAt(text, end))) end += 1;
    // What stands for every name in turn.
    if (text.startsWith("[?]", at)) end = at + 2;
    if (unitAt(text, end) !== 0x5d || end === at + 1) return false;
    this.push("quoted", at, end + 1, at + 1, end);
    return true;
  }

  private find(closing: string, from: number): number {
    if (this.unclosed.has(closing)) return -1;
    const close = this.text.indexOf(closing, from);
    if (close < 0) this.unclosed.add(closing);
    return close;
  }

  /** The end of what the quote at `open` opens: a quote that is doubled, or escaped by a backslash, is not it. */
  private findQuote(quote: string, open: number, backslashes: boolean): number {
    if (this.unclosed.has(quote)) return -1;
    const close = closeOf(this.text, open, quote, backslashes, this.notes);
    if (close < 0) this.unclosed.add(quote);
    return close;
  }

  private pushSign(): void {
    const { text, at } = this;
    this.push("sign", at, at + 1, at, at + 1, text[at]);
  }

  /** Adds a token, and goes on behind it. Its value is what stands inside, unless another is given. */
  private push(
    kind: SqlTokenKind,
    start: number,
    end: number,
    innerStart = start,
    innerEnd = end,
    value = this.text.slice(innerStart, innerEnd),
  ): void {
    this.tokens.push({ kind, value, start, end, innerStart, opensLine: this.opensLine });
    this.opensLine = false;
    this.at = end;
  }
}

function closeOf(text: string, open: number, sign: string, backslashes: boolean, notes: SqlNotes | undefined): number {
  let at = open + 1;
  for (;;) {
    at = text.indexOf(sign, at);
    if (at < 0) return -1;
    if (backslashes) {
      let slashes = 0;
      while (at - 1 - slashes > open && unitAt(text, at - 1 - slashes) === 0x5c) slashes += 1;
      if (slashes % 2 === 1) {
        at += 1;
        continue;
      }
    } else if (notes !== undefined && unitAt(text, at - 1) === 0x5c && at - 1 > open) notes.hasEscapedQuotes = true;
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

/** MySQL's: a statement may end before it, and a space stands behind it. */
function isHashComment(text: string, at: number): boolean {
  if (at + 1 === text.length) return true;
  const before = at === 0 ? 32 : unitAt(text, at - 1);
  return isSpace(unitAt(text, at + 1)) && (isSpace(before) || before === 0x3b);
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

/** Words of a statement behind which a number cannot stand. */
const GOES_ON: ReadonlySet<string> = new Set(
  "alter database delete drop from into schema table truncate update".split(" "),
);

const NO_PART = 0;
/** A capital, or a letter that may be one. */
const CAPITAL = 2;
const WORD_PART = new Uint8Array(128);
for (let code = 0; code < 128; code += 1)
  WORD_PART[code] = !isWordPart(code) ? NO_PART : code >= 0x41 && code <= 0x5a ? CAPITAL : 1;

const GAP = 0;
const WORD = 1;
const NUMBER = 2;
/** A sign by itself. */
const SIGN = 3;
/** One that may open a comment or a string, or end a comment. */
const OPENER = 4;
/** What a unit of ASCII opens. */
const OPENS = new Uint8Array(128);
for (let code = 33; code < 128; code += 1) OPENS[code] = isWordStart(code) ? WORD : isDigit(code) ? NUMBER : SIGN;
for (const sign of "-#/*$'\"`[") OPENS[sign.charCodeAt(0)] = OPENER;

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
