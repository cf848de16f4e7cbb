// How names, and the ends and beginnings of statements, read in a list of tokens that may be prose: what comes before and
// after must fit.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import type { SqlSource } from "./source.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const AFTER_NAME: ReadonlySet<string> = new Set(
  "cascade restrict restart purge force with on go including drop delete truncate select insert update alter create begin commit end rollback exec execute union using if from as continue immediate reuse preserve declare set where".split(
    " ",
  ),
);
export const NO_NAME: ReadonlySet<string> = new Set(
  "only statement statements command commands is are was were and or in the an to of for with syntax privilege privileges permission permissions query queries operation operations without that this these by at then so because but not can will would should may must do does if when where how why what which it its from your our my their here there clause keyword keywords button buttons action actions support right rights event events".split(
    " ",
  ),
);

const STATEMENT_BEFORE: ReadonlySet<string> = new Set(
  "begin then else do as loop exec execute go explain analyze immediate declare commit select union or and return if end atomic only query run sql statement".split(
    " ",
  ),
);

/** After the table of DELETE without WHERE: the end, or clauses that do not narrow, or an alias. */
export function fitsAfterDelete(tokens: readonly SqlToken[], name: number, first: number, source: SqlSource): boolean {
  let next = name;
  if (isWord(tokens[next], "as")) next += 2;
  else if (
    tokens[next]?.kind === "word" &&
    !AFTER_NAME.has(wordAt(tokens, next)) &&
    endsStatement(tokens, next + 1) &&
    wordAt(tokens, next).length <= 3
  )
    next += 1;
  if (["using", "returning", "limit", "order", "partition", "option", "output"].includes(wordAt(tokens, next)))
    return true;
  return fitsAfter(tokens, next, first, source);
}

/** Whether what follows a name ends or continues a statement. */
export function fitsAfter(tokens: readonly SqlToken[], name: number, first: number, source: SqlSource): boolean {
  const next = tokens[name];
  if (endsStatement(tokens, name) || next === undefined) return true;
  // ClickHouse: at once.
  if (isWord(next, "sync")) return endsStatement(tokens, name + 1);
  if (isWord(next, "no") && isWord(tokens[name + 1], "delay")) return endsStatement(tokens, name + 2);
  if (isWord(next, "on") && !isUpper(tokens, name, source)) {
    // DROP INDEX i ON t: a name and the end, not a sentence that goes on.
    const table = readName(tokens, name + 1);
    return table > 0 && (endsStatement(tokens, table) || isWord(tokens[table], "cascade"));
  }
  if (next.kind === "word" && AFTER_NAME.has(next.value)) {
    // Words that prose shares with SQL need more than their presence.
    if (
      ![
        "with",
        "on",
        "if",
        "from",
        "as",
        "using",
        "end",
        "where",
        "set",
        "force",
        "including",
        "select",
        "update",
        "create",
        "delete",
        "drop",
        "insert",
        "continue",
        "union",
      ].includes(next.value)
    )
      return true;
    return next.opensLine || isUpper(tokens, name, source) || !isProseBefore(tokens, first);
  }
  return next.opensLine && !isProseBefore(tokens, first);
}

export function endsStatement(tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return true;
  if (token.kind === "string" || token.kind === "quoted") return false;
  if (token.kind !== "sign") return false;
  // An apostrophe and one letter belong to a word.
  if (token.value === "'" && tokens[at + 1]?.start === token.end && tokens[at + 1]?.value.length === 1) return false;
  if (token.value === ".") return tokens[at + 1] === undefined || (tokens[at + 1] as SqlToken).start > token.end;
  return ";,)('\"`\\}]/#|&<".includes(token.value) || (token.value === "-" && isSign(tokens[at + 1], "-"));
}

/** Three or more plain words before the statement: it stands in a sentence. */
function isProseBefore(tokens: readonly SqlToken[], at: number): boolean {
  let words = 0;
  for (let index = at - 1; index >= 0 && words < 3; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind !== "word") return false;
    words += 1;
  }
  return words >= 2;
}

export function opensStatement(tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at] as SqlToken;
  const before = tokens[at - 1];
  if (before === undefined || token.opensLine) return true;
  if (before.kind === "sign") return true;
  if (before.kind === "word") return STATEMENT_BEFORE.has(before.value);
  return false;
}

export function isUpper(tokens: readonly SqlToken[], at: number, source: SqlSource): boolean {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word") return false;
  const raw = source.text.slice(token.start, token.end);
  return raw === raw.toUpperCase();
}

/** Written like the first word of a sentence or a label: `Delete from cart`. */
export function isTitle(tokens: readonly SqlToken[], at: number, source: SqlSource): boolean {
  const token = tokens[at] as SqlToken;
  const raw = source.text.slice(token.start, token.end);
  const next = tokens[at + 1] as SqlToken;
  const following = source.text.slice(next.start, next.end);
  return charCodeAt.call(raw, 0) < 0x61 && charCodeAt.call(raw, 1) >= 0x61 && charCodeAt.call(following, 0) >= 0x61;
}

export function wordAt(tokens: readonly SqlToken[], at: number): string {
  const token = tokens[at];
  return token !== undefined && token.kind === "word" ? token.value : "";
}

export function skipIfExists(tokens: readonly SqlToken[], at: number): number {
  if (isWord(tokens[at], "if") && isWord(tokens[at + 1], "exists")) return at + 2;
  if (isWord(tokens[at], "concurrently")) return skipIfExists(tokens, at + 1);
  if (isWord(tokens[at], "by")) return at + 1;
  return at;
}

/** Index after a possibly dotted name, or -1. */
export function readName(tokens: readonly SqlToken[], at: number): number {
  let next = at;
  for (;;) {
    let token = tokens[next];
    // Variables, temporary tables, templates: @t, #t, ${t}, {t}, :t, %s, ?
    if (token?.kind === "sign" && "@#$:{%?*<".includes(token.value)) {
      const opener = token.value;
      next += 1;
      while (tokens[next]?.kind === "sign" && "@#{%$<".includes((tokens[next] as SqlToken).value)) next += 1;
      token = tokens[next];
      if (token === undefined || (token.kind !== "word" && token.kind !== "quoted"))
        return opener === "?" || opener === "*" ? next : -1;
      next += 1;
      while (tokens[next]?.kind === "sign" && "}>".includes((tokens[next] as SqlToken).value)) next += 1;
    } else if (token?.kind === "word" || token?.kind === "quoted" || token?.kind === "number") {
      if (token.kind === "word" && next === at && NO_NAME.has(token.value) && !isTableNoun(tokens, at)) return -1;
      if (token.kind === "quoted" && (token.value.length > 128 || token.value.length === 0)) return -1;
      next += 1;
    } else if (token?.kind === "string" && token.value.length > 0 && token.value.length < 64) {
      next += 1;
    } else return -1;
    const dot = tokens[next];
    const after = tokens[next + 1];
    const joins =
      (isSign(dot, ".") || isSign(dot, "-")) &&
      after !== undefined &&
      dot !== undefined &&
      after.start === dot.end &&
      dot.start === (tokens[next - 1] as SqlToken).end &&
      after.kind !== "sign";
    if (!joins) return next;
    next += 1;
  }
}

/** Nouns of sentences about statements that tables are called by as often. */
const TABLE_NOUNS: ReadonlySet<string> = new Set(
  "event events action actions query queries right rights permission permissions privilege privileges".split(" "),
);
/** What goes on behind the name of a table, and behind such a noun only where TABLE stands before it. */
const AFTER_TABLE: ReadonlySet<string> = new Set("delete update drop on sync no".split(" "));
const VERBS: ReadonlySet<string> = new Set("drop truncate delete update alter replace vacuum".split(" "));
/** What goes on behind a table that is joined or vacuumed. */
const AFTER_NOUN: ReadonlySet<string> = new Set(
  "where set cascade restart as join inner left cross retain full lite using".split(" "),
);
const LONGEST_OPENING = 6;

/** Whether such a noun is a name: the statement that it stands in begins a text or a line, and ends or goes on behind it. */
function isTableNoun(tokens: readonly SqlToken[], at: number): boolean {
  if (!TABLE_NOUNS.has(wordAt(tokens, at))) return false;
  const next = tokens[at + 1];
  const goesOn =
    isSign(next, ";") ||
    AFTER_NOUN.has(wordAt(tokens, at + 1)) ||
    (isWord(tokens[at - 1], "table") && (AFTER_TABLE.has(wordAt(tokens, at + 1)) || isSign(next, "(")));
  if (next !== undefined && !goesOn && !next.opensLine) return false;
  for (let index = at - 1; index >= 0 && index >= at - LONGEST_OPENING; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (index === 0 || token.opensLine || isSign(tokens[index - 1], ";")) return VERBS.has(token.value);
  }
  return false;
}

/** First `word` outside brackets between two indexes, or -1. */
export function findWord(tokens: readonly SqlToken[], from: number, to: number, word: string): number {
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    if (isSign(tokens[index], "(")) depth += 1;
    else if (isSign(tokens[index], ")")) depth -= 1;
    else if (depth === 0 && isWord(tokens[index], word)) return index;
  }
  return -1;
}
