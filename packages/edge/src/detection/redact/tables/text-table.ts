// Tables in a text, line by line: CSV, TSV and lists with semicolons, and tables with bars or drawn lines as databases print them
// and Markdown has them. A column that is named like a secret holds some. A table ends at the first line that has other cells,
// and its header is its first line: the rows of a list of columns (`password,varchar`) are none.

import type { Detected } from "../detected.js";
import { meaningOfKey } from "../key-meaning.js";
import type { RedactionKind } from "../policy.js";
import { OPENING } from "../replacement.js";
import { SPACED_WORDS, UNSPACED_WORDS } from "../secrets/password-names.js";
import { secretKindOf } from "../secrets/secret-value.js";
import { FIRST_DRAWN, plainLine, plainSign } from "./box-lines.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Longest line that is one of a table. */
export const LONGEST_ROW = 8192;
/** A row with line ends in its quoted cells takes so many lines. */
export const MOST_ROW_LINES = 64;
const LONGEST_NAME = 40;
const MOST_WORDS = 3;
const MOST_CELLS = 256;
const SEPARATOR = /^[ \t|+:=-]*$/;
const RULE = /--|==/;
/** What no column is called: 3.6.1, 12. */
const NUMBER = /^\d+(?:\.|$)/;
/** Every name of a secret holds one of these. */
const HINT = new RegExp(
  `pass|pwd|kennw|pin|secret|key|token|authoriz|connection|sig|${UNSPACED_WORDS}|${SPACED_WORDS.replace(/[ -]/g, ".?")}`,
  "i",
);
/** The shortest header: a name, a sign and `sig`. */
const SHORTEST_HEADER = 4;
/** How psql opens each row that it writes with one name and one value on a line. */
const RECORD = /^\+?-\[ RECORD /;
const LONGEST_RECORD = 12;
const BORDER = /^[ \t]*\+[-=+]{2,}[ \t]*$/;

const LINE_END = /[\r\n]+/g;

const TAB = 0x09;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const BAR = 0x7c;
const HYPHEN = 0x2d;
const PLUS = 0x2b;

type SecretMeaning = "password" | "secret" | "likely_secret";

interface Header {
  /** The sign between cells. */
  readonly sign: number;
  readonly cells: number;
  /** What the cells of a column are, at the places of columns that hold secrets. */
  readonly kinds: ReadonlyMap<number, SecretMeaning>;
}

/** Where cells begin and end, in turn. */
type Cells = readonly number[];

/** A row whose last cell has a quotation mark that is not closed yet. */
interface OpenRow {
  readonly cells: number[];
  /** Where that cell begins, and where to go on in it. */
  readonly openFrom: number;
  readonly readTo: number;
}

export class TextTable {
  private header: Header | undefined;
  /** Rows have begun; a header with bars awaits its separator. */
  private isOpen = false;
  /** Rows are data for certain, and no words about passwords. */
  private isData = false;
  /** Each line is the name of a column, a bar and its value. */
  private isRecord = false;
  private openRow: OpenRow | undefined;

  constructor(private readonly wants: Readonly<Record<RedactionKind, boolean>>) {}

  /** Whether the next line may be a row with secrets. */
  get hasRows(): boolean {
    return this.isOpen || this.isRecord;
  }

  /** Whether the next line counts only as a header. */
  get isIdle(): boolean {
    return this.header === undefined && !this.isRecord;
  }

  /**
   * Takes the next line, without its end, and gives what is secret in it; an undefined line is one that is too long, `before` the one
   * above it. Gives undefined where a row goes on in the next line, which is taken with it; it does not where nothing `mayFollow`.
   */
  take(written: string | undefined, before: string | undefined, mayFollow: boolean): Detected[] | undefined {
    const { header, openRow } = this;
    const line = written === undefined ? undefined : plainLine(written);
    this.openRow = undefined;
    if (this.isRecord || (line !== undefined && RECORD.test(line))) return this.takeOfRecord(line);
    if (line !== undefined && header !== undefined) {
      if (!this.isOpen && SEPARATOR.test(line) && RULE.test(line)) {
        this.isOpen = true;
        this.isData = line.includes("+");
        return [];
      }
      if (this.isOpen && header.sign === BAR && BORDER.test(line)) return [];
      const row = this.isOpen ? readRow(line, header.sign, openRow) : undefined;
      if (row !== undefined && "openFrom" in row) {
        if (mayFollow) {
          this.openRow = row;
          return undefined;
        }
      } else if (row?.length === 2 * header.cells) return this.secretsOf(written as string, row, header);
    }
    this.header = line === undefined || openRow !== undefined ? undefined : headerOf(line, before);
    this.isOpen = this.header !== undefined && this.header.sign !== BAR;
    this.isData = this.isOpen;
    return [];
  }

  private secretsOf(line: string, cells: Cells, { kinds }: Header): Detected[] {
    const found: Detected[] = [];
    for (const [place, meaning] of kinds)
      found.push(...this.readCell(line, cells[2 * place] as number, cells[2 * place + 1] as number, meaning));
    return found;
  }

  private takeOfRecord(line: string | undefined): Detected[] {
    const isOpening = line !== undefined && RECORD.test(line);
    const from = line?.startsWith("|") === true ? 1 : 0;
    const bar = line?.indexOf("|", from) ?? -1;
    this.isRecord = isOpening || bar >= 0;
    this.header = undefined;
    this.isOpen = false;
    this.isData = true;
    if (line === undefined || bar < 0 || isOpening) return [];
    const meaning = bar > LONGEST_NAME ? undefined : secretMeaningOf(line.slice(from, bar).trim());
    const cell: number[] = [];
    addTrimmed(cell, line, bar + 1, from === 1 && line.endsWith("|") ? line.length - 1 : line.length);
    return meaning === undefined ? [] : this.readCell(line, cell[0] as number, cell[1] as number, meaning);
  }

  private readCell(line: string, start: number, end: number, meaning: SecretMeaning): Detected[] {
    const text = line.slice(start, end);
    if (text === "" || text.includes(OPENING) || text.includes("[]")) return [];
    const kind = this.kindOf(text.replace(LINE_END, ""), meaning);
    return kind === undefined ? [] : [{ kind, start, end }];
  }

  private kindOf(text: string, meaning: SecretMeaning): RedactionKind | undefined {
    if (meaning !== "password") return secretKindOf(text, this.isData ? meaning : "likely_secret", this.wants);
    const kind = this.isData ? secretKindOf(text, "account_password", this.wants) : undefined;
    return kind ?? secretKindOf(text, "likely_password", this.wants);
  }
}

/** What is secret in a text by the tables in it. */
export function findInTables(text: string, wants: Readonly<Record<RedactionKind, boolean>>): Detected[] {
  const found: Detected[] = [];
  if (!(wants.password || wants.api_key)) return found;
  const table = new TextTable(wants);
  let above = 0;
  for (let at = 0; at <= text.length; ) {
    let end = endOfLineFrom(text, at);
    const take = (mayFollow: boolean) =>
      table.take(lineOf(text, at, end), at === 0 ? undefined : lineOf(text, above, at - 1), mayFollow);
    // Most lines are prose, which a few signs tell.
    const isProse = table.isIdle && !opensRecord(text, at) && signOf(text, at, withoutReturn(text, at, end)) === 0;
    let secrets = isProse ? [] : take(end < text.length);
    for (let lines = 2; secrets === undefined; lines += 1) {
      end = endOfLineFrom(text, end + 1);
      secrets = take(end < text.length && lines < MOST_ROW_LINES);
    }
    for (const one of secrets) found.push({ ...one, start: one.start + at, end: one.end + at });
    above = at;
    at = end + 1;
  }
  return found;
}

function endOfLineFrom(text: string, at: number): number {
  const next = text.indexOf("\n", at);
  return next < 0 ? text.length : next;
}

function opensRecord(text: string, at: number): boolean {
  const code = charCodeAt.call(text, at);
  const isDrawn = code === HYPHEN || code === PLUS || code >= FIRST_DRAWN;
  return isDrawn && RECORD.test(plainLine(text.slice(at, at + LONGEST_RECORD)));
}

/** A line without its end; undefined where it is too long. */
export function lineOf(text: string, start: number, end: number): string | undefined {
  const last = withoutReturn(text, start, end);
  return last - start > LONGEST_ROW ? undefined : text.slice(start, last);
}

function withoutReturn(text: string, start: number, end: number): number {
  return end > start && charCodeAt.call(text, end - 1) === 0x0d ? end - 1 : end;
}

/** The header that a line is: short names between signs of one kind, one of them that of a secret, and no such row above. */
function headerOf(line: string, before: string | undefined): Header | undefined {
  const sign = signOf(line, 0, line.length);
  if (sign === 0 || !HINT.test(line)) return undefined;
  const cells = readRow(line, sign);
  if (cells === undefined || "openFrom" in cells || cells.length < 4) return undefined;
  const kinds = new Map<number, SecretMeaning>();
  for (let at = 0; at < cells.length; at += 2) {
    // Code goes on behind its last comma or semicolon.
    if (sign !== BAR && cells[at] === cells[at + 1]) return undefined;
    const name = line.slice(cells[at], cells[at + 1]);
    if (NUMBER.test(name)) return undefined;
    const meaning = secretMeaningOf(name);
    if (meaning !== undefined) kinds.set(at / 2, meaning);
  }
  const isRow = kinds.size === 0 || (sign !== BAR && before !== undefined && hasCells(before, sign, cells.length));
  return isRow ? undefined : { sign, cells: cells.length / 2, kinds };
}

function hasCells(line: string, sign: number, size: number): boolean {
  const cells = readRow(line, sign);
  return cells !== undefined && !("openFrom" in cells) && cells.length === size;
}

function secretMeaningOf(name: string): SecretMeaning | undefined {
  const meaning = meaningOfKey(name);
  return meaning === "password" || meaning === "secret" || meaning === "likely_secret" ? meaning : undefined;
}

/** The sign between the names of a header; 0 where a line is none. Prose is left after a few words. */
function signOf(text: string, from: number, to: number): number {
  if (to - from < SHORTEST_HEADER) return 0;
  let sign = 0;
  let words = 0;
  let size = 0;
  for (let at = from; at < to; at += 1) {
    const written = charCodeAt.call(text, at);
    const code = written < FIRST_DRAWN ? written : plainSign(written);
    if (code === COMMA || code === SEMICOLON || code === TAB || code === BAR) {
      if (sign !== 0 && code !== sign) return 0;
      sign = code;
      words = 0;
      size = 0;
      continue;
    }
    if (code === SPACE) {
      // Behind a comma in a sentence stands a space.
      const before = at === from ? sign : charCodeAt.call(text, at - 1);
      if (before === COMMA || before === SEMICOLON) return 0;
      continue;
    }
    if (!isOfName(code)) return 0;
    if (size === 0 || charCodeAt.call(text, at - 1) === SPACE) words += 1;
    size += 1;
    if (size > LONGEST_NAME || words > MOST_WORDS) return 0;
  }
  return sign;
}

/** The cells of a line, without what stands around them; undefined where they are too many. `open` is what was read of it. */
function readRow(line: string, sign: number, open?: OpenRow): Cells | OpenRow | undefined {
  const cells = open?.cells ?? [];
  let from = open?.readTo ?? 0;
  for (let start = open?.openFrom ?? 0; cells.length <= 2 * MOST_CELLS; ) {
    const end = endOfCell(line, start, from, sign);
    if (end < 0) return { cells, openFrom: start, readTo: line.length };
    addTrimmed(cells, line, start, end);
    if (end === line.length) return sign === BAR ? betweenBars(cells) : cells;
    start = end + 1;
    from = start;
  }
  return undefined;
}

/** The end of a cell that has been read up to `from`; -1 where its quotation mark is not closed. */
function endOfCell(line: string, start: number, from: number, sign: number): number {
  let at = from;
  if (sign !== BAR && charCodeAt.call(line, start) === QUOTE) {
    at = Math.max(at, start + 1);
    for (;;) {
      at = line.indexOf('"', at);
      if (at < 0) return -1;
      if (charCodeAt.call(line, at + 1) !== QUOTE) break;
      at += 2;
    }
  }
  while (at < line.length && (charCodeAt.call(line, at) !== sign || isEscaped(line, at, sign))) at += 1;
  return at;
}

/** Markdown writes a bar in a cell behind a backslash. */
function isEscaped(line: string, at: number, sign: number): boolean {
  return sign === BAR && charCodeAt.call(line, at - 1) === BACKSLASH;
}

function addTrimmed(cells: number[], line: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && charCodeAt.call(line, start) === SPACE) start += 1;
  while (end > start && charCodeAt.call(line, end - 1) === SPACE) end -= 1;
  const isQuoted =
    end - start >= 2 && charCodeAt.call(line, start) === QUOTE && charCodeAt.call(line, end - 1) === QUOTE;
  if (isQuoted) cells.push(start + 1, end - 1);
  else cells.push(start, end);
}

/** Cells without the empty ones before the first bar and behind the last. */
function betweenBars(cells: Cells): Cells {
  const from = cells[0] === cells[1] ? 2 : 0;
  return cells.slice(from, cells.at(-1) === cells.at(-2) ? -2 : undefined);
}

function isOfName(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e ||
    code === QUOTE ||
    code > 0x7f
  );
}
