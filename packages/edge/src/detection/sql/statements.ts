// Finds destructive statements in a list of tokens, and grades them. The form of the statement decides, not the words:
// what comes before and after must fit, so that prose, column names and string values are no statements.
import { isSign, isWord, judgeCondition, type Truth } from "./condition.js";
import type { SqlToken } from "./lexer.js";

export interface SqlFinding {
  readonly rule: SqlRule;
  /** Index of the first and last token. */
  readonly first: number;
  readonly last: number;
}

export type SqlRule =
  | "drop-database"
  | "drop-table"
  | "drop-object"
  | "truncate"
  | "delete-all"
  | "update-all"
  | "alter-drop"
  | "replace-table"
  | "merge-delete"
  | "server";

const DATABASE_KINDS: ReadonlySet<string> = new Set([
  "database",
  "schema",
  "keyspace",
  "catalog",
  "tablespace",
  "dataset",
  "warehouse",
  "owned",
]);
const TABLE_KINDS: ReadonlySet<string> = new Set(["table", "tables", "collection"]);
const OBJECT_KINDS: ReadonlySet<string> = new Set(
  "view index sequence function procedure proc trigger type role user login extension domain policy stage pipe stream task share publication subscription server event package synonym directory aggregate operator column constraint partition snapshot rule materialized assembly certificate credential queue profile routine".split(
    " ",
  ),
);
const KIND_PREFIXES: ReadonlySet<string> = new Set([
  "temporary",
  "temp",
  "external",
  "foreign",
  "materialized",
  "global",
  "local",
  "unique",
  "pluggable",
  "transient",
  "iceberg",
  "dynamic",
  "virtual",
  "public",
  "row",
  "access",
  "concurrently",
]);
const AFTER_NAME: ReadonlySet<string> = new Set(
  "cascade restrict purge force with on go including drop delete truncate select insert update alter create begin commit end rollback exec execute union using if from as continue immediate reuse preserve declare set where".split(
    " ",
  ),
);
const NO_NAME: ReadonlySet<string> = new Set(
  "statement statements command commands is are was were and or in the an to of for with syntax privilege privileges permission permissions query queries operation operations without that this these by at then so because but not can will would should may must do does if when where how why what which it its from your our my their here there clause keyword keywords button buttons action actions support right rights event events".split(
    " ",
  ),
);
const STATEMENT_BEFORE: ReadonlySet<string> = new Set(
  "begin then else do as loop exec execute go explain analyze immediate declare commit select union or and return if end atomic only query run sql statement".split(
    " ",
  ),
);

/** Every destructive statement in the tokens of `text`. */
export function findStatements(tokens: readonly SqlToken[], text: string): SqlFinding[] {
  const source = indexTokens(tokens, text);
  const found: SqlFinding[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind !== "word") continue;
    const reader = READERS[token.value];
    if (reader === undefined) continue;
    const finding = reader(tokens, at, source);
    if (finding !== undefined) {
      found.push(finding);
      at = Math.max(at, finding.last);
    }
  }
  return found;
}

/** The tokens of one text with what is looked up from any place: built in one pass, so that no reader scans far. */
interface SqlSource {
  readonly text: string;
  readonly ends: Int32Array;
  /** Index of the bracket that closes the one at an index. */
  readonly closes: Int32Array;
  /** Next WHERE and JOIN from an index on, within the same brackets. */
  readonly wheres: Int32Array;
  readonly joins: Int32Array;
  /** Tokens of conditions that may still be read. */
  budget: number;
}

const LONGEST_CONDITION = 300;
const LONGEST_CLAUSES = 120;

function indexTokens(tokens: readonly SqlToken[], text: string): SqlSource {
  const count = tokens.length;
  const ends = new Int32Array(count);
  const closes = new Int32Array(count).fill(count);
  const wheres = new Int32Array(count);
  const joins = new Int32Array(count);
  const outer: number[] = [];
  let close = count;
  let stop = count;
  let where = count;
  let join = count;
  for (let at = count - 1; at >= 0; at -= 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind === "sign") {
      if (token.value === ")") {
        outer.push(close, stop, where, join);
        close = at;
        stop = at;
        where = count;
        join = count;
      } else if (token.value === "(") {
        closes[at] = close;
        join = outer.pop() ?? count;
        where = outer.pop() ?? count;
        stop = outer.pop() ?? count;
        close = outer.pop() ?? count;
      } else if (token.value === ";") stop = at;
    }
    ends[at] = stop;
    if (token.kind === "word") {
      if (token.value === "where") where = at;
      else if (token.value === "join") join = at;
      else if (token.opensLine && (READERS[token.value] !== undefined || token.value === "go")) stop = at;
    }
    wheres[at] = where;
    joins[at] = join;
  }
  return { text, ends, closes, wheres, joins, budget: count * 2 + 2000 };
}

/** The place from a list of next places when it lies before `end`, or -1. */
function nextIn(next: Int32Array, at: number, end: number): number {
  const place = at < next.length ? (next[at] as number) : next.length;
  return place < end ? place : -1;
}

type Reader = (tokens: readonly SqlToken[], at: number, source: SqlSource) => SqlFinding | undefined;

const READERS: Readonly<Record<string, Reader | undefined>> = Object.assign(
  Object.create(null) as Record<string, Reader>,
  {
    drop: readDrop,
    truncate: readTruncate,
    delete: readDelete,
    update: readUpdate,
    alter: readAlter,
    create: readReplace,
    insert: readOverwrite,
    merge: readMerge,
    copy: readProgram,
    shutdown: readServer,
    reset: readServer,
    purge: readServer,
    restore: readServer,
    xp_cmdshell: readServer,
  },
);

function readDrop(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  let next = at + 1;
  while (KIND_PREFIXES.has(wordAt(tokens, next)) && tokens[next + 1]?.kind === "word") next += 1;
  const kind = wordAt(tokens, next);
  const isDatabase = DATABASE_KINDS.has(kind);
  const isTable = TABLE_KINDS.has(kind);
  if (!isDatabase && !isTable && !OBJECT_KINDS.has(kind)) return undefined;
  const name = readName(tokens, skipIfExists(tokens, next + 1));
  if (name < 0 || !fitsAfter(tokens, name, at, source)) return undefined;
  const rule = isDatabase ? "drop-database" : isTable ? "drop-table" : "drop-object";
  return { rule, first: at, last: name - 1 };
}

function readTruncate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const hasKind = TABLE_KINDS.has(wordAt(tokens, at + 1)) || isWord(tokens[at + 1], "partition");
  let next = hasKind ? skipIfExists(tokens, at + 2) : at + 1;
  if (isWord(tokens[next], "only")) next += 1;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  if (
    !hasKind &&
    !(
      opensStatement(tokens, at) &&
      (isUpper(tokens, at, source) || isSign(tokens[name], ";") || isWord(tokens[name], "cascade"))
    )
  )
    return undefined;
  return fitsAfter(tokens, name, at, source) ? { rule: "truncate", first: at, last: name - 1 } : undefined;
}

function readDelete(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (
    ["on", "for", "instead", "after", "before", "or", "grant", "revoke", "of"].includes(wordAt(tokens, at - 1)) &&
    !isWord(tokens[at + 1], "from")
  )
    return undefined;
  let next = at + 1;
  if (isWord(tokens[next], "top")) {
    next += 1;
    next = isSign(tokens[next], "(") ? closing(source, next) + 1 : next + 1;
  }
  while (["low_priority", "quick", "ignore"].includes(wordAt(tokens, next)) && isWord(tokens[next + 1], "from"))
    next += 1;
  let hasFrom = isWord(tokens[next], "from");
  if (hasFrom) next += 1;
  if (isWord(tokens[next], "only")) next += 1;
  let name = readName(tokens, next);
  if (name < 0) return undefined;
  if (!hasFrom && isWord(tokens[name], "from")) {
    // DELETE t FROM t JOIN …
    hasFrom = true;
    name = readName(tokens, name + 1);
    if (name < 0) return undefined;
  }
  if (
    !hasFrom &&
    !(
      opensStatement(tokens, at) &&
      isUpper(tokens, at, source) &&
      (isSign(tokens[name], ";") || isWord(tokens[name], "where"))
    )
  )
    return undefined;
  if (isTitle(tokens, at, source) && !isSign(tokens[name], ";") && !isWord(tokens[name], "where")) return undefined;
  const end = endOfStatement(source, name);
  const where = nextIn(source.wheres, name, end);
  if (where < 0) {
    if (nextIn(source.joins, name, end) >= 0) return undefined;
    if (!fitsAfterDelete(tokens, name, at, source)) return undefined;
    return { rule: "delete-all", first: at, last: Math.max(name - 1, at) };
  }
  return isNoCondition(tokens, where, end, source) ? { rule: "delete-all", first: at, last: end - 1 } : undefined;
}

function readUpdate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (
    ["for", "on", "do", "key", "then", "before", "after", "or", "of", "instead", "no"].includes(wordAt(tokens, at - 1))
  )
    return undefined;
  let next = at + 1;
  while (["only", "low_priority", "ignore"].includes(wordAt(tokens, next)) && tokens[next + 1]?.kind !== "sign")
    next += 1;
  if (isWord(tokens[next], "top") && isSign(tokens[next + 1], "(")) next = closing(source, next + 1) + 1;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  const end = endOfStatement(source, name);
  let set = -1;
  for (let index = name; index < Math.min(end, name + 3); index += 1) {
    if (isWord(tokens[index], "set")) {
      set = index;
      break;
    }
  }
  if (set < 0) return undefined;
  const column = readName(tokens, set + 1);
  const assigns =
    column >= 0
      ? isSign(tokens[column], "=") || (isSign(tokens[column], ":") && isSign(tokens[column + 1], "="))
      : isSign(tokens[set + 1], "(") || isSign(tokens[set + 2], "=");
  if (!assigns) return undefined;
  if (isTitle(tokens, at, source) && !isSign(tokens[end], ";")) return undefined;
  const where = nextIn(source.wheres, set, end);
  if (where < 0)
    return nextIn(source.joins, set, end) >= 0
      ? undefined
      : { rule: "update-all", first: at, last: Math.min(end - 1, set + 4) };
  return isNoCondition(tokens, where, end, source) ? { rule: "update-all", first: at, last: end - 1 } : undefined;
}

function readAlter(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const kind = wordAt(tokens, at + 1);
  if (kind !== "table" && !(KIND_PREFIXES.has(kind) && isWord(tokens[at + 2], "table"))) return undefined;
  let name = readName(tokens, skipIfExists(tokens, at + (kind === "table" ? 2 : 3)));
  if (name < 0) return undefined;
  const end = Math.min(endOfStatement(source, name), name + LONGEST_CLAUSES);
  for (; name < end; name += 1) {
    if (isWord(tokens[name], "truncate") && isWord(tokens[name + 1], "partition"))
      return { rule: "truncate", first: at, last: name + 1 };
    if (!isWord(tokens[name], "drop")) continue;
    const what = wordAt(tokens, name + 1);
    if (["default", "not", "identity", "expression"].includes(what)) continue;
    const object = readName(
      tokens,
      skipIfExists(
        tokens,
        name + (OBJECT_KINDS.has(what) || what === "columns" || what === "foreign" || what === "primary" ? 2 : 1),
      ),
    );
    if (object < 0 && !isSign(tokens[name + 1], "(") && !isSign(tokens[name + 2], "(") && what !== "primary") continue;
    if (object >= 0 && !fitsAfter(tokens, object, at, source)) continue;
    return { rule: "alter-drop", first: at, last: Math.max(name + 1, object - 1) };
  }
  return undefined;
}

/** CREATE OR REPLACE TABLE throws the old rows away. */
function readReplace(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "or") || !isWord(tokens[at + 2], "replace")) return undefined;
  const next = KIND_PREFIXES.has(wordAt(tokens, at + 3)) ? at + 4 : at + 3;
  const kind = wordAt(tokens, next);
  if (wordAt(tokens, at + 3) === "temporary" || wordAt(tokens, at + 3) === "temp") return undefined;
  if (!isWord(tokens[next], "table") && !DATABASE_KINDS.has(kind)) return undefined;
  const name = readName(tokens, next + 1);
  return name < 0 ? undefined : { rule: "replace-table", first: at, last: name - 1 };
}

function readOverwrite(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "overwrite")) return undefined;
  let next = at + 2;
  while (["into", "table"].includes(wordAt(tokens, next))) next += 1;
  const name = readName(tokens, next);
  return name < 0 || NO_NAME.has(wordAt(tokens, next))
    ? undefined
    : { rule: "replace-table", first: at, last: name - 1 };
}

function readMerge(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const next = isWord(tokens[at + 1], "into") ? at + 2 : at + 1;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  const end = Math.min(endOfStatement(source, name), name + LONGEST_CLAUSES);
  const using = findWord(tokens, name, Math.min(end, name + 4), "using");
  if (using < 0) return undefined;
  for (let index = using; index < end; index += 1) {
    const deletes = isWord(tokens[index], "then") && isWord(tokens[index + 1], "delete");
    if (deletes && (isWord(tokens[index - 1], "matched") || isWord(tokens[index - 1], "source")))
      return { rule: "merge-delete", first: at, last: index + 1 };
  }
  return undefined;
}

/** COPY … TO PROGRAM runs a command on the server. */
function readProgram(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const end = Math.min(endOfStatement(source, at + 1), at + 60);
  for (let index = at + 2; index < end; index += 1) {
    if (
      isWord(tokens[index], "program") &&
      (isWord(tokens[index - 1], "to") || isWord(tokens[index - 1], "from")) &&
      tokens[index + 1]?.kind === "string"
    ) {
      return { rule: "server", first: at, last: index + 1 };
    }
  }
  return undefined;
}

function readServer(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const word = wordAt(tokens, at);
  const next = wordAt(tokens, at + 1);
  const isCall =
    (word === "xp_cmdshell" &&
      ["exec", "execute", "dbo", ".", ""].includes(tokens[at - 1]?.value ?? "") &&
      tokens[at + 1]?.kind === "string") ||
    (word === "shutdown" &&
      opensStatement(tokens, at) &&
      (next === "with"
        ? isWord(tokens[at + 2], "nowait")
        : isSign(tokens[at + 1], ";") && isUpper(tokens, at, source))) ||
    (word === "reset" && next === "master" && opensStatement(tokens, at) && fitsAfter(tokens, at + 2, at, source)) ||
    (word === "purge" && (next === "binary" || next === "master") && isWord(tokens[at + 2], "logs")) ||
    (word === "restore" &&
      next === "database" &&
      findWord(tokens, at, Math.min(endOfStatement(source, at + 1), at + LONGEST_CLAUSES), "replace") > 0);
  return isCall ? { rule: "server", first: at, last: at + 1 } : undefined;
}

function isNoCondition(tokens: readonly SqlToken[], where: number, end: number, source: SqlSource): boolean {
  let stop = end;
  let depth = 0;
  for (let index = where + 1; index < Math.min(end, where + LONGEST_CONDITION + 2); index += 1) {
    if (isSign(tokens[index], "(")) depth += 1;
    else if (isSign(tokens[index], ")")) {
      depth -= 1;
      if (depth < 0) {
        stop = index;
        break;
      }
    } else if (depth === 0 && ["returning", "order", "limit", "output", "option"].includes(wordAt(tokens, index))) {
      stop = index;
      break;
    }
  }
  if (stop === where + 1) return false;
  // A condition too long to read, or one too many of them, is not taken on trust.
  source.budget -= stop - where;
  if (stop - where > LONGEST_CONDITION || source.budget < 0) return stop - where <= LONGEST_CONDITION;
  const truth: Truth = judgeCondition(tokens.slice(where + 1, stop));
  return truth === "true";
}

/** After the table of DELETE without WHERE: the end, or clauses that do not narrow, or an alias. */
function fitsAfterDelete(tokens: readonly SqlToken[], name: number, first: number, source: SqlSource): boolean {
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
function fitsAfter(tokens: readonly SqlToken[], name: number, first: number, source: SqlSource): boolean {
  const next = tokens[name];
  if (endsStatement(tokens, name) || next === undefined) return true;
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

function endsStatement(tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return true;
  if (token.kind === "string" || token.kind === "quoted") return false;
  if (token.kind !== "sign") return false;
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

function opensStatement(tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at] as SqlToken;
  const before = tokens[at - 1];
  if (before === undefined || token.opensLine) return true;
  if (before.kind === "sign") return true;
  if (before.kind === "word") return STATEMENT_BEFORE.has(before.value);
  return false;
}

function isUpper(tokens: readonly SqlToken[], at: number, source: SqlSource): boolean {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word") return false;
  const raw = source.text.slice(token.start, token.end);
  return raw === raw.toUpperCase();
}

/** Written like the first word of a sentence or a label: `Delete from cart`. */
function isTitle(tokens: readonly SqlToken[], at: number, source: SqlSource): boolean {
  const token = tokens[at] as SqlToken;
  const raw = source.text.slice(token.start, token.end);
  const next = tokens[at + 1] as SqlToken;
  const following = source.text.slice(next.start, next.end);
  return raw.charCodeAt(0) < 0x61 && raw.charCodeAt(1) >= 0x61 && following.charCodeAt(0) >= 0x61;
}

function wordAt(tokens: readonly SqlToken[], at: number): string {
  const token = tokens[at];
  return token !== undefined && token.kind === "word" ? token.value : "";
}

function skipIfExists(tokens: readonly SqlToken[], at: number): number {
  if (isWord(tokens[at], "if") && isWord(tokens[at + 1], "exists")) return at + 2;
  if (isWord(tokens[at], "concurrently")) return skipIfExists(tokens, at + 1);
  if (isWord(tokens[at], "by")) return at + 1;
  return at;
}

/** Index after a possibly dotted name, or -1. */
function readName(tokens: readonly SqlToken[], at: number): number {
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
      if (token.kind === "word" && next === at && NO_NAME.has(token.value)) return -1;
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

/** End of the statement that a token stands in: a semicolon, the bracket around it, or a new statement on its own line. */
function endOfStatement(source: SqlSource, at: number): number {
  return at < source.ends.length ? (source.ends[at] as number) : source.ends.length;
}

function closing(source: SqlSource, open: number): number {
  return source.closes[open] as number;
}

/** First `word` outside brackets between two indexes, or -1. */
function findWord(tokens: readonly SqlToken[], from: number, to: number, word: string): number {
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    if (isSign(tokens[index], "(")) depth += 1;
    else if (isSign(tokens[index], ")")) depth -= 1;
    else if (depth === 0 && isWord(tokens[index], word)) return index;
  }
  return -1;
}
