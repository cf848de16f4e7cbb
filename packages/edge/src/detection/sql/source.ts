// The tokens of one text with what is looked up from any place: ends of statements, closing brackets, the next WHERE.

import { NameLengths } from "../text/name-lengths.js";
import type { SqlToken } from "./lexer.js";

/** Words that begin a statement when they open a line. */
const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  "drop truncate delete update alter create insert merge copy shutdown reset purge restore xp_cmdshell go".split(" "),
);
/** Words that begin another clause behind a WHERE. */
const CLAUSES_AFTER_WHERE: ReadonlySet<string> = new Set(["returning", "order", "limit", "output", "option"]);

/** Most words are told from all of these by their lengths. */
const PLACED_LENGTHS = new NameLengths(["where", "join", ...CLAUSES_AFTER_WHERE, ...STATEMENT_WORDS]);

/** The tokens of one text with what is looked up from any place: built in one pass, so that no reader scans far. */
export interface SqlSource {
  readonly text: string;
  readonly ends: Int32Array;
  /** Index of the bracket that closes the one at an index. */
  readonly closes: Int32Array;
  /** Next WHERE and JOIN from an index on, within the same brackets. */
  readonly wheres: Int32Array;
  readonly joins: Int32Array;
  /** Next clause that may follow a WHERE, from an index on, within the same brackets. */
  readonly clauses: Int32Array;
  /** Names of the tables that the text made for its session, up to where it is read. */
  readonly temporaries: Set<string>;
  /** Named queries of the text, each with the table that it holds every row of, or "". */
  readonly queries: Map<string, string>;
  /** Parts of conditions that may still be looked at. */
  budget: number;
}

export const LONGEST_CONDITION = 300;
export const LONGEST_CLAUSES = 120;

/** Where the tokens of a text of usual length are indexed: memory outside the heap is dear to get and to give back. */
const sharedPlaces = new Int32Array(0x10000);

/** Indexes the tokens of one text; what it gives holds until it is asked again. */
export function indexTokens(tokens: readonly SqlToken[], text: string): SqlSource {
  const count = tokens.length;
  const places = count * 5 > sharedPlaces.length ? new Int32Array(count * 5) : sharedPlaces;
  const ends = places.subarray(0, count);
  const closes = places.subarray(count, count * 2).fill(count);
  const wheres = places.subarray(count * 2, count * 3);
  const joins = places.subarray(count * 3, count * 4);
  const clauses = places.subarray(count * 4, count * 5);
  const outer: number[] = [];
  let close = count;
  let stop = count;
  let where = count;
  let join = count;
  let clause = count;
  for (let at = count - 1; at >= 0; at -= 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind === "sign") {
      if (token.value === ")") {
        outer.push(close, stop, where, join, clause);
        close = at;
        stop = at;
        where = count;
        join = count;
        clause = count;
      } else if (token.value === "(") {
        closes[at] = close;
        clause = outer.pop() ?? count;
        join = outer.pop() ?? count;
        where = outer.pop() ?? count;
        stop = outer.pop() ?? count;
        close = outer.pop() ?? count;
      } else if (token.value === ";") stop = at;
    }
    ends[at] = stop;
    if (token.kind === "word" && PLACED_LENGTHS.mayBe(token.value)) {
      if (token.value === "where") where = at;
      else if (token.value === "join") join = at;
      else if (CLAUSES_AFTER_WHERE.has(token.value)) clause = at;
      else if (token.opensLine && STATEMENT_WORDS.has(token.value)) stop = at;
    }
    wheres[at] = where;
    joins[at] = join;
    clauses[at] = clause;
  }
  return {
    text,
    ends,
    closes,
    wheres,
    joins,
    clauses,
    temporaries: new Set(),
    queries: new Map(),
    budget: count * 4 + 2000,
  };
}

/** The place from a list of next places when it lies before `end`, or -1. */
export function nextIn(next: Int32Array, at: number, end: number): number {
  const place = at < next.length ? (next[at] as number) : next.length;
  return place < end ? place : -1;
}

/** End of the statement that a token stands in: a semicolon, the bracket around it, or a new statement on its own line. */
export function endOfStatement(source: SqlSource, at: number): number {
  return at < source.ends.length ? (source.ends[at] as number) : source.ends.length;
}

export function closing(source: SqlSource, open: number): number {
  return source.closes[open] as number;
}
