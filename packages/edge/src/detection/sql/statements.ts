// Finds destructive statements in a list of tokens, and grades them. The form of the statement decides, not the words:
// what comes before and after must fit, so that prose, column names and string values are no statements.
import { type Coverage, judgeCondition } from "./condition.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { readAttach, readIntoFile, readProgram, readServer } from "./server-statements.js";
import {
  closing,
  endOfStatement,
  indexTokens,
  LONGEST_CLAUSES,
  LONGEST_CONDITION,
  nextIn,
  type SqlSource,
} from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import {
  findWord,
  fitsAfter,
  fitsAfterDelete,
  isTitle,
  isUpper,
  NO_NAME,
  opensStatement,
  readName,
  skipIfExists,
  wordAt,
} from "./token-reading.js";

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
  "link view index sequence function procedure proc trigger type role user login extension domain policy stage pipe stream task share publication subscription server event package synonym directory aggregate operator column constraint partition snapshot rule materialized assembly certificate credential queue profile routine".split(
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
/** Tables that one DELETE names. */
const MOST_TARGETS = 8;
const NARROWS: ReadonlySet<string> = new Set("select like ilike in between is not exists".split(" "));

/** Every destructive statement in the tokens of `text`. */
export function findStatements(tokens: readonly SqlToken[], text: string): SqlFinding[] {
  // Made when the first verb asks for it.
  let source: SqlSource | undefined;
  const found: SqlFinding[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind !== "word" || !mayBeVerb(token.value)) continue;
    const reader = READERS.get(token.value);
    if (reader === undefined) continue;
    source ??= indexTokens(tokens, text);
    const finding = reader(tokens, at, source);
    if (finding !== undefined) {
      found.push(finding);
      at = Math.max(at, finding.last);
    }
  }
  return found;
}
type Reader = (tokens: readonly SqlToken[], at: number, source: SqlSource) => SqlFinding | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map([
  ["drop", readDrop],
  ["truncate", readTruncate],
  ["delete", readDelete],
  ["update", readUpdate],
  ["alter", readAlter],
  ["create", readReplace],
  ["insert", readOverwrite],
  ["merge", readMerge],
  ["copy", readProgram],
  ["replace", readReplaceInto],
  ["into", readIntoFile],
  ["attach", readAttach],
  ["shutdown", readServer],
  ["reset", readServer],
  ["purge", readServer],
  ["restore", readServer],
  ["xp_cmdshell", readServer],
]);

/** Lengths of the verbs, as bits, by their first letters: most words need no look at the table. */
const VERB_LENGTHS = new Int32Array(128);
for (const verb of READERS.keys())
  VERB_LENGTHS[verb.charCodeAt(0)] = (VERB_LENGTHS[verb.charCodeAt(0)] as number) | (1 << verb.length);

function mayBeVerb(word: string): boolean {
  const first = word.charCodeAt(0);
  return word.length < 32 && first < 128 && ((VERB_LENGTHS[first] as number) & (1 << word.length)) !== 0;
}

function readDrop(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  let next = at + 1;
  while (KIND_PREFIXES.has(wordAt(tokens, next)) && tokens[next + 1]?.kind === "word") next += 1;
  if (isWord(tokens[next], "event") && isWord(tokens[next + 1], "trigger")) next += 1;
  const isLink = isWord(tokens[next], "database") && isWord(tokens[next + 1], "link");
  if (isLink) next += 1;
  const kind = wordAt(tokens, next);
  const isDatabase = DATABASE_KINDS.has(kind);
  const isTable = TABLE_KINDS.has(kind);
  if (!isDatabase && !isTable && !OBJECT_KINDS.has(kind)) return undefined;
  let name = readName(tokens, skipIfExists(tokens, next + 1));
  // 'anna'@'localhost'
  if (name > 0 && (kind === "user" || kind === "role") && isSign(tokens[name], "@")) name = readName(tokens, name + 1);
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
  let modifiers = next;
  while (["low_priority", "quick", "ignore"].includes(wordAt(tokens, modifiers))) modifiers += 1;
  if (isWord(tokens[modifiers], "from")) next = modifiers;
  let hasFrom = isWord(tokens[next], "from");
  if (hasFrom) next += 1;
  if (isWord(tokens[next], "only")) next += 1;
  let name = readName(tokens, next);
  if (name < 0) return undefined;
  // DELETE t FROM t JOIN …, DELETE t, u FROM …
  for (let more = 0; more < MOST_TARGETS && !hasFrom && isSign(tokens[name], ","); more += 1) {
    name = readName(tokens, name + 1);
    if (name < 0) return undefined;
  }
  if (!hasFrom && isWord(tokens[name], "from")) {
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
    const join = nextIn(source.joins, name, end);
    if (join >= 0)
      return hasFrom && joinsOnly(tokens, join, end) ? { rule: "delete-join", first: at, last: end - 1 } : undefined;
    if (!fitsAfterDelete(tokens, name, at, source)) return undefined;
    return { rule: "delete-all", first: at, last: Math.max(name - 1, at) };
  }
  const coverage = coverageOf(tokens, where, end, source, name);
  return coverage === undefined ? undefined : { rule: "delete-all", first: at, last: end - 1, coverage };
}

/** Whether the joins of a DELETE only match keys, so that every row with a partner goes: no comparison, no subquery. */
function joinsOnly(tokens: readonly SqlToken[], join: number, end: number): boolean {
  for (let index = join; index < end; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "string" || token.kind === "number") return false;
    if (token.kind === "word" && NARROWS.has(token.value)) return false;
    if (isSign(token, "<") || isSign(token, ">") || isSign(token, "!")) return false;
  }
  return true;
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
  const coverage = coverageOf(tokens, where, end, source, name);
  return coverage === undefined ? undefined : { rule: "update-all", first: at, last: end - 1, coverage };
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

/** REPLACE INTO … SELECT writes over the rows of a table; with VALUES it writes the rows that it lists. */
function readReplaceInto(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "into")) return undefined;
  let next = readName(tokens, at + 2);
  if (next < 0) return undefined;
  if (isSign(tokens[next], "(") && !isWord(tokens[next + 1], "select")) next = closing(source, next) + 1;
  if (isSign(tokens[next], "(")) next += 1;
  if (!isWord(tokens[next], "select") && !isWord(tokens[next], "table") && !isWord(tokens[next], "with"))
    return undefined;
  const end = endOfStatement(source, next);
  const isBounded =
    nextIn(source.wheres, next, end) >= 0 ||
    findWord(tokens, next, Math.min(end, next + LONGEST_CLAUSES), "limit") >= 0;
  return isBounded ? undefined : { rule: "replace-table", first: at, last: Math.max(next, end - 1) };
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

/**
 * How much of the table a WHERE keeps, from its place to `end`; undefined where it leaves rows out. `names` is where the
 * table is named, with its alias.
 */
function coverageOf(
  tokens: readonly SqlToken[],
  where: number,
  end: number,
  source: SqlSource,
  name: number,
): Coverage | undefined {
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
  if (stop === where + 1 || stop - where > LONGEST_CONDITION) return undefined;
  // A condition too many is not taken on trust.
  if (source.budget < 0) return "likely";
  const { coverage, steps } = judgeCondition(
    tokens.slice(where + 1, stop),
    tableNames(tokens, name, where),
    Math.max(200, Math.min(4000, source.budget)),
  );
  source.budget -= steps;
  return coverage;
}

/** The names of the one table that a statement changes: its own, without a schema, and its alias. */
function tableNames(tokens: readonly SqlToken[], name: number, where: number): ReadonlySet<string> {
  const names = new Set<string>();
  const table = tokens[name - 1];
  if (table?.kind !== "word" && table?.kind !== "quoted") return names;
  // With a second table, a column may be of either.
  for (let index = name; index < where; index += 1)
    if (["using", "from", "join"].includes(wordAt(tokens, index))) return names;
  names.add(table.value.toLowerCase());
  const alias = tokens[isWord(tokens[name], "as") ? name + 1 : name];
  if (alias?.kind === "word" && alias.value !== "where" && alias.value !== "set") names.add(alias.value);
  return names;
}
