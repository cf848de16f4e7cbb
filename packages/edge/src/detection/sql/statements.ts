// Finds destructive statements in a list of tokens, and grades them. The form of the statement decides, not the words:
// what comes before and after must fit, so that prose, column names and string values are no statements.
import { NameLengths } from "../text/name-lengths.js";
import { coverageOf, tableNames } from "./coverage.js";
import { readAlter, readDrop, readTruncate } from "./drop-statements.js";
import { EXPLAINERS, endOfExplained } from "./explained.js";
import { readGraphDelete, readIterate, readVertexDelete } from "./graph-delete.js";
import { endOfJoins, joinedNames, joinsAll, joinsOnly, setsConstants } from "./joined-tables.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { readGrant, readRevoke, readRole } from "./privileges.js";
import { readRemove } from "./remove-statements.js";
import { readOverwrite, readReplace, readReplaceInto, readReplaceTable } from "./replace-statements.js";
import { FUNCTIONS, PROCEDURES, readCall, readPackage, readProcedure, readTerminate } from "./server-calls.js";
import {
  readAlterServer,
  readAttach,
  readCreateFunction,
  readDiscard,
  readDotCommand,
  readIntoFile,
  readLoad,
  readPragma,
  readProgram,
  readServer,
  readVacuum,
  readVacuumOfHistory,
} from "./server-statements.js";
import { closing, endOfStatement, indexTokens, LONGEST_CLAUSES, nextIn, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { isSystemTable } from "./system-table.js";
import { areTemporary, FORGETTING, forgetTemporaries, noteTableVariable, noteTemporary } from "./temporary-tables.js";
import { findWord, fitsAfterDelete, isTitle, isUpper, opensStatement, readName, wordAt } from "./token-reading.js";
import { noteQueries } from "./with-queries.js";

/** Tables that one DELETE names. */
const MOST_TARGETS = 8;

/** Every destructive statement in the tokens of `text`. */
export function findStatements(tokens: readonly SqlToken[], text: string): SqlFinding[] {
  // Made when the first verb asks for it.
  let source: SqlSource | undefined;
  const found: SqlFinding[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (token.kind !== "word" || !VERB_LENGTHS.mayBe(token.value)) continue;
    const reader = READERS.get(token.value);
    if (reader === undefined && !EXPLAINERS.has(token.value)) continue;
    source ??= indexTokens(tokens, text);
    if (reader === undefined) {
      at = Math.max(at, endOfExplained(tokens, at, source));
      continue;
    }
    // May not DROP TABLE, rows to delete from a: no statement begins behind such a word.
    const before = wordAt(tokens, at - 1);
    const isTold = DENIALS.has(before) || (before === "to" && !isUpper(tokens, at, source));
    const finding = isTold ? undefined : reader(tokens, at, source);
    if (finding !== undefined) {
      found.push(finding);
      at = Math.max(at, finding.last);
    }
  }
  return found;
}

const DENIALS: ReadonlySet<string> = new Set("not never cannot".split(" "));

type Reader = (tokens: readonly SqlToken[], at: number, source: SqlSource) => SqlFinding | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["drop", readDrop],
  ["truncate", readTruncate],
  ["delete", anyOf(readGraphDelete, readVertexDelete, readDelete)],
  ["iterate", readIterate],
  ["update", readUpdate],
  ["alter", anyOf(readAlter, readMutation, readAlterServer, readDiscard, readRole)],
  ["create", anyOf(noteTemporary, readReplace, readCreateFunction, readRole)],
  ["insert", readOverwrite],
  ["merge", readMerge],
  ["copy", readProgram],
  ["remove", readRemove],
  ["replace", anyOf(readReplaceInto, readReplaceTable)],
  ["into", readIntoFile],
  ["attach", readAttach],
  ["shutdown", readServer],
  ["reset", readServer],
  ["purge", readServer],
  ["restore", readServer],
  ["xp_cmdshell", readServer],
  ["flashback", readServer],
  ["dbcc", readServer],
  ["vacuum", anyOf(readVacuum, readVacuumOfHistory)],
  ["load", readLoad],
  ["pragma", readPragma],
  ["shell", readDotCommand],
  ["system", readDotCommand],
  ["grant", readGrant],
  ["revoke", readRevoke],
  ["pg_terminate_backend", readTerminate],
  ["utl_file", readPackage],
  ["utl_http", readPackage],
  ["dbms_scheduler", readPackage],
  ["declare", noteTableVariable],
  ["with", noteQueries],
  ...FORGETTING.map((name): [string, Reader] => [name, forgetTemporaries]),
  ...FUNCTIONS.map((name): [string, Reader] => [name, readCall]),
  ...PROCEDURES.map((name): [string, Reader] => [name, readProcedure]),
]);

/** The first of some readers that finds something. */
function anyOf(...readers: readonly Reader[]): Reader {
  return (tokens, at, source) => {
    for (const reader of readers) {
      const finding = reader(tokens, at, source);
      if (finding !== undefined) return finding;
    }
    return undefined;
  };
}

/** Most words need no look at the table. */
const VERB_LENGTHS = new NameLengths([...READERS.keys(), ...EXPLAINERS]);

function readDelete(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (
    ["on", "commit", "for", "instead", "after", "before", "or", "grant", "revoke", "of"].includes(
      wordAt(tokens, at - 1),
    ) &&
    !isWord(tokens[at + 1], "from")
  )
    return undefined;
  if (isSign(tokens[at - 1], ",") && isInSelectList(tokens, at - 2)) return undefined;
  let next = at + 1;
  if (isWord(tokens[next], "top")) {
    next += 1;
    next = isSign(tokens[next], "(") ? closing(source, next) + 1 : next + 1;
  }
  let modifiers = next;
  while (["low_priority", "quick", "ignore"].includes(wordAt(tokens, modifiers))) modifiers += 1;
  if (isWord(tokens[modifiers], "from")) next = modifiers;
  // Access: DELETE * FROM t.
  if (isSign(tokens[next], "*") && isWord(tokens[next + 1], "from")) next += 1;
  let hasFrom = isWord(tokens[next], "from");
  if (hasFrom) next += 1;
  // What a server says it did: DELETE 14.
  else if (tokens[next]?.kind === "number") return undefined;
  if (isWord(tokens[next], "only")) next += 1;
  let name = readName(tokens, next);
  if (name < 0 || (hasFrom && areTemporary(tokens, next, source))) return undefined;
  // DELETE t FROM t JOIN …, DELETE t, u FROM …
  for (let more = 0; more < MOST_TARGETS && !hasFrom && isSign(tokens[name], ","); more += 1) {
    name = readName(tokens, name + 1);
    if (name < 0) return undefined;
  }
  // Oracle: the table of another database.
  if (hasFrom && isSign(tokens[name], "@") && tokens[name + 1]?.kind === "word") name += 2;
  // PostgreSQL: the table with all that inherit from it.
  if (hasFrom && isSign(tokens[name], "*") && !isSign(tokens[name + 1], "/")) name += 1;
  if (!hasFrom && isWord(tokens[name], "from") && opensStatement(tokens, at)) {
    hasFrom = true;
    name = readName(tokens, name + 1);
    if (name < 0) return undefined;
  }
  if (
    !hasFrom &&
    !(
      opensStatement(tokens, at) &&
      (isUpper(tokens, at, source) || (isSign(tokens[name], ";") && isWhole(tokens, at, name))) &&
      (isSign(tokens[name], ";") || isWord(tokens[name], "where") || standsAlone(tokens, at, name, source))
    )
  )
    return undefined;
  if (isTitle(tokens, at, source) && !isSign(tokens[name], ";") && !isWord(tokens[name], "where")) return undefined;
  const end = endOfStatement(source, name);
  const where = nextIn(source.wheres, name, end);
  if (where < 0) {
    const join = nextIn(source.joins, name, end);
    if (join >= 0)
      return hasFrom && (joinsOnly(tokens, join, end, source) || joinsAll(tokens, at, name, end, source))
        ? { rule: "delete-join", first: at, last: end - 1 }
        : undefined;
    if (!fitsAfterDelete(tokens, name, at, source)) return undefined;
    return { rule: "delete-all", first: at, last: Math.max(name - 1, at) };
  }
  if (isSystemTable(tokens, name)) return { rule: "system-table", first: at, last: name - 1 };
  const coverage = coverageOf(tokens, where, end, source, name);
  if (coverage !== undefined) return { rule: "delete-all", first: at, last: end - 1, coverage };
  const join = hasFrom ? nextIn(source.joins, name, where) : -1;
  if (join < 0 || !joinsOnly(tokens, join, where, source)) return undefined;
  const joined = coverageOf(tokens, where, end, source, -1, joinedNames(tokens, name, where));
  return joined === undefined ? undefined : { rule: "delete-join", first: at, last: end - 1, coverage: joined };
}

/** Whether a place is in the list of names that a SELECT gives: SELECT update, delete FROM rights. */
function isInSelectList(tokens: readonly SqlToken[], at: number): boolean {
  for (let index = at; index >= 0 && index > at - LONGEST_SELECT_LIST; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (isWord(token, "select")) return true;
    if (token.kind === "string" || isSign(token, ";") || isWord(token, "from")) return false;
  }
  return false;
}

const LONGEST_SELECT_LIST = 40;

/** Whether a statement with a semicolon behind it is all of a text that is no prose: `delete users;`. */
function isWhole(tokens: readonly SqlToken[], at: number, end: number): boolean {
  return at === 0 && end === 2 && tokens[end + 1] === undefined && !NO_OBJECT.has(wordAt(tokens, at + 1));
}

/** Whether a statement is all that the text says: `DELETE users`. */
function standsAlone(tokens: readonly SqlToken[], at: number, end: number, { queries }: SqlSource): boolean {
  // WITH c AS (SELECT * FROM t) DELETE c; BEGIN TRAN, DELETE t and COMMIT on a line each.
  if (tokens[end] === undefined && (queries.get(wordAt(tokens, at + 1)) ?? "") !== "") return true;
  if (tokens[end]?.opensLine && tokens[at]?.opensLine && ENDS_BATCH.has(wordAt(tokens, end))) return true;
  return (
    tokens[end] === undefined && (at === 0 || isSign(tokens[at - 1], ";")) && !NO_OBJECT.has(wordAt(tokens, at + 1))
  );
}

const ENDS_BATCH: ReadonlySet<string> = new Set("commit go rollback end".split(" "));

/** What the word DELETE on a button or of another protocol is followed by. */
const NO_OBJECT: ReadonlySet<string> = new Set(
  "account file files all item items this it selected user row rows record records entry message draft cancel".split(
    " ",
  ),
);

const ON_CONFLICT: ReadonlySet<string> = new Set("replace ignore abort fail rollback".split(" "));

function readUpdate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (
    ["for", "on", "do", "key", "then", "before", "after", "or", "of", "instead", "no"].includes(wordAt(tokens, at - 1))
  )
    return undefined;
  let next = at + 1;
  // SQLite: what happens to rows that break a rule.
  if (isWord(tokens[next], "or") && ON_CONFLICT.has(wordAt(tokens, next + 1))) next += 2;
  while (["only", "low_priority", "ignore"].includes(wordAt(tokens, next)) && tokens[next + 1]?.kind !== "sign")
    next += 1;
  if (isWord(tokens[next], "top") && isSign(tokens[next + 1], "(")) next = closing(source, next + 1) + 1;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  const end = endOfStatement(source, name);
  const isJoined = nextIn(source.joins, name, Math.min(end, name + 6)) >= 0;
  const set = findWord(tokens, name, Math.min(end, name + (isJoined ? LONGEST_CLAUSES : 3)), "set");
  if (set < 0) return undefined;
  const column = readName(tokens, set + 1);
  const assigns =
    column >= 0
      ? isSign(tokens[column], "=") || (isSign(tokens[column], ":") && isSign(tokens[column + 1], "="))
      : isSign(tokens[set + 1], "(") || isSign(tokens[set + 2], "=");
  if (!assigns) return undefined;
  // Behind FROM a name may be the alias of another table.
  if (areTemporary(tokens, next, source) && (isSign(tokens[next], "#") || findWord(tokens, set, end, "from") < 0))
    return undefined;
  if (isTitle(tokens, at, source) && !isSign(tokens[end], ";")) return undefined;
  const where = nextIn(source.wheres, set, end);
  if (where < 0) {
    const found: SqlFinding = { rule: "update-all", first: at, last: Math.min(end - 1, set + 4) };
    const [join, joinEnd] = endOfJoins(source.joins, name, set, end);
    if (join < 0) return found;
    const on = findWord(tokens, join, joinEnd, "on");
    const isWhole = on > 0 && coverageOf(tokens, on, joinEnd, source, -1) !== undefined;
    // What a partner has is copied row by row; a constant writes over what each row had.
    return isWhole || (joinsOnly(tokens, join, joinEnd, source) && setsConstants(tokens, set, end)) ? found : undefined;
  }
  if (isSystemTable(tokens, name)) return { rule: "system-table", first: at, last: name - 1 };
  const coverage = coverageOf(tokens, where, end, source, name);
  return coverage === undefined ? undefined : { rule: "update-all", first: at, last: end - 1, coverage };
}

/** ClickHouse: ALTER TABLE … DELETE WHERE …, ALTER TABLE … UPDATE … WHERE …. */
function readMutation(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "table")) return undefined;
  const name = readName(tokens, at + 2);
  if (name < 0) return undefined;
  const isOnCluster = isWord(tokens[name], "on") && isWord(tokens[name + 1], "cluster");
  const verb = isOnCluster ? readName(tokens, name + 2) : name;
  const isDelete = isWord(tokens[verb], "delete");
  if (!isDelete && !isWord(tokens[verb], "update")) return undefined;
  const end = endOfStatement(source, verb);
  const where = nextIn(source.wheres, verb, end);
  const coverage = where < 0 ? undefined : coverageOf(tokens, where, end, source, name);
  return coverage === undefined
    ? undefined
    : { rule: isDelete ? "delete-all" : "update-all", first: at, last: end - 1, coverage };
}

function readMerge(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const next = isWord(tokens[at + 1], "into") ? at + 2 : at + 1;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  const end = Math.min(endOfStatement(source, name), name + LONGEST_CLAUSES);
  const using = findWord(tokens, name, Math.min(end, name + 4), "using");
  if (using < 0) return undefined;
  const target = tableNames(tokens, name, using);
  const isWhole = mergesAll(tokens, using, end, source);
  for (let index = using; index < end; index += 1) {
    const found: SqlFinding = { rule: "merge-delete", first: at, last: index + 1 };
    if (isWord(tokens[index], "delete") && isWord(tokens[index + 1], "where")) {
      // Oracle: of the rows that were updated, those of a condition go.
      const when = findWord(tokens, index, end, "when");
      const coverage = coverageOf(tokens, index + 1, when < 0 ? end : when, source, -1, target);
      if (coverage !== undefined) return { ...found, coverage };
    }
    const isMatched = isWord(tokens[index - 1], "matched") && !isWord(tokens[index - 2], "not");
    if (isWhole && isMatched && isWord(tokens[index], "then") && isWord(tokens[index + 1], "update"))
      return { ...found, rule: "update-all" };
    if (!isWord(tokens[index], "then") || !isWord(tokens[index + 1], "delete")) continue;
    if (isWord(tokens[index - 1], "matched") || isWord(tokens[index - 1], "source")) return found;
    const and = lastWord(tokens, index, using, "and");
    const before = wordAt(tokens, and - 1);
    if (and < 0 || (before !== "matched" && before !== "source")) continue;
    const coverage = coverageOf(tokens, and, index, source, -1, target);
    if (coverage !== undefined) return { ...found, coverage };
  }
  return undefined;
}

/** Whether the ON of a MERGE matches every row of the table. */
function mergesAll(tokens: readonly SqlToken[], using: number, end: number, source: SqlSource): boolean {
  const on = findWord(tokens, using, end, "on");
  const when = on < 0 ? -1 : findWord(tokens, on, end, "when");
  return when > 0 && coverageOf(tokens, on, when, source, -1) !== undefined;
}

/** Place of the last `word` before a place that follows MATCHED or SOURCE, not before `from`; -1 when there is none. */
function lastWord(tokens: readonly SqlToken[], at: number, from: number, word: string): number {
  for (let index = at - 1; index > from; index -= 1) {
    if (isWord(tokens[index], word) && ["matched", "source"].includes(wordAt(tokens, index - 1))) return index;
    if (isWord(tokens[index], "when")) return -1;
  }
  return -1;
}
