// What a DELETE or UPDATE of several tables says of its rows: whether its joins only match keys, so that every row with a partner is
// changed, and whether new values come from the partner. It reads forms; how much of a table is reached, coverage tells.
import { coverageOf } from "./coverage.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { nextIn, type SqlSource } from "./source.js";
import { findWord, wordAt } from "./token-reading.js";

const NARROWS: ReadonlySet<string> = new Set("select like ilike in between is not exists".split(" "));
const JOIN_WORDS: ReadonlySet<string> = new Set("inner cross natural join on using as and".split(" "));
const CONSTANTS: ReadonlySet<string> = new Set("true false null".split(" "));

/** Names of the tables, with their aliases, of joins that leave no side empty; none where one may. */
export function joinedNames(tokens: readonly SqlToken[], name: number, where: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let index = name - 1; index < where; index += 1) {
    const word = wordAt(tokens, index);
    if (["left", "right", "full", "outer"].includes(word)) return new Set();
    // A name before a dot is that of a table as well.
    if (word !== "" && !JOIN_WORDS.has(word)) names.add(word);
  }
  return names;
}

/** Whether joins only match keys of whole tables: no comparison, no subquery, no named query that holds fewer rows. */
export function joinsOnly(tokens: readonly SqlToken[], join: number, end: number, { queries }: SqlSource): boolean {
  for (let index = join; index < end; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "string" || token.kind === "number") return false;
    if (token.kind === "word" && (NARROWS.has(token.value) || queries.get(token.value) === "")) return false;
    if (isSign(token, "<") || isSign(token, ">") || isSign(token, "!")) return false;
  }
  return true;
}

const OUTER: ReadonlySet<string> = new Set(["left", "right", "full", "outer", "inner", "cross", "natural"]);

/**
 * Whether every join of a DELETE at a place keeps every row of its table: by a condition that always holds or only matches keys, or as
 * LEFT JOIN behind the table itself. `name` is the place behind the first table.
 */
export function joinsAll(
  tokens: readonly SqlToken[],
  at: number,
  name: number,
  end: number,
  source: SqlSource,
): boolean {
  const first = nextIn(source.joins, name, end);
  for (let join = first; join >= 0; ) {
    const next = nextIn(source.joins, join + 1, end);
    let stop = next < 0 ? end : next;
    while (next >= 0 && OUTER.has(wordAt(tokens, stop - 1))) stop -= 1;
    const on = findWord(tokens, join, stop, "on");
    const isLeft = wordAt(tokens, wordAt(tokens, join - 1) === "outer" ? join - 2 : join - 1) === "left";
    const keepsAll =
      (isLeft && isNamedBefore(tokens, at, name, first)) ||
      (on > 0 && coverageOf(tokens, on, stop, source, -1) !== undefined) ||
      joinsOnly(tokens, join, stop, source);
    if (!keepsAll) return false;
    join = next;
  }
  return first >= 0;
}

/** Whether what a DELETE names is the table before its first join, or the alias of that. */
function isNamedBefore(tokens: readonly SqlToken[], at: number, name: number, join: number): boolean {
  const target = wordAt(tokens, at + 1);
  if (target === "" || target === "from") return false;
  for (let index = name - 1; index < join; index += 1) if (wordAt(tokens, index) === target) return true;
  return false;
}

/** Whether what SET gives is the same for each row: constants, and nothing of a table that is joined. */
export function setsConstants(tokens: readonly SqlToken[], set: number, end: number): boolean {
  const from = nextFrom(tokens, set, end);
  for (let at = set + 1; at < from; at += 1) {
    if (!isSign(tokens[at], "=")) continue;
    const value = tokens[at + 1];
    const after = tokens[at + 2];
    const isConstant =
      value?.kind === "string" || value?.kind === "number" || (value?.kind === "word" && CONSTANTS.has(value.value));
    if (!isConstant || !(at + 2 >= from || isSign(after, ","))) return false;
  }
  return true;
}

function nextFrom(tokens: readonly SqlToken[], from: number, end: number): number {
  for (let at = from; at < end; at += 1) if (isWord(tokens[at], "from") || isWord(tokens[at], "where")) return at;
  return end;
}

/** Where the joins of an UPDATE end that stand between two places; -1 where there are none. */
export function endOfJoins(joins: Int32Array, from: number, set: number, end: number): readonly [number, number] {
  const before = nextIn(joins, from, set);
  return before >= 0 ? [before, set] : [nextIn(joins, set, end), end];
}
