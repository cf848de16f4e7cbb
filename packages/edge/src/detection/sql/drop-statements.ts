// Statements that take away tables, parts of them, or all of their rows at once: DROP, TRUNCATE, and ALTER TABLE … DROP.
import {
  CAPITAL_ENDS,
  CAPITAL_KINDS,
  CAPITAL_PREFIXES,
  DATABASE_KINDS,
  DOUBLE_KINDS,
  KIND_PREFIXES,
  OBJECT_KINDS,
  TABLE_KINDS,
} from "./drop-kinds.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CLAUSES, nextIn, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { areTemporary } from "./temporary-tables.js";
import {
  endsStatement,
  fitsAfter,
  isTitle,
  isUpper,
  opensStatement,
  readName,
  skipIfExists,
  wordAt,
} from "./token-reading.js";

export function readDrop(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  let next = at + 1;
  while (
    (KIND_PREFIXES.has(wordAt(tokens, next)) && tokens[next + 1]?.kind === "word") ||
    DOUBLE_KINDS.has(`${wordAt(tokens, next)} ${wordAt(tokens, next + 1)}`)
  )
    next += 1;
  if (isWord(tokens[next], "event") && isWord(tokens[next + 1], "trigger")) next += 1;
  const isLink = isWord(tokens[next], "database") && isWord(tokens[next + 1], "link");
  if (isLink) next += 1;
  const isLoud = isUpper(tokens, at, source) && isUpper(tokens, next, source);
  let isSpelled = false;
  for (; isLoud && CAPITAL_PREFIXES.has(wordAt(tokens, next)); next += 1) {
    if (!isUpper(tokens, next + 1, source) || !isKindAfter(wordAt(tokens, next + 1))) break;
    isSpelled = true;
  }
  const kind = wordAt(tokens, next);
  // InfluxDB: DROP SERIES FROM cpu.
  if (isLoud && kind === "series" && isWord(tokens[next + 1], "from"))
    return nextIn(source.wheres, next, endOfStatement(source, next)) < 0
      ? { rule: "delete-all", first: at, last: next + 1 }
      : undefined;
  const isDatabase = !isSpelled && DATABASE_KINDS.has(kind);
  const isTable = !isSpelled && TABLE_KINDS.has(kind);
  const isObject = isSpelled || OBJECT_KINDS.has(kind) || (isLoud && CAPITAL_KINDS.has(kind));
  if (kind !== "" && isWord(tokens[next + 1], "body")) next += 1;
  // DROP MASTER KEY: there is one. DROP USER MAPPING FOR app: it has no name of its own.
  if (
    isSpelled &&
    (kind === "mapping" || isWord(tokens[next + 1], "on") || (kind === "key" && endsStatement(tokens, next + 1)))
  )
    return { rule: "drop-object", first: at, last: next };
  if (!isDatabase && !isTable && !isObject) return undefined;
  // ALTER EXTENSION name DROP FUNCTION …: the function stays, and belongs to the extension no longer.
  if (isWord(tokens[at - 2], "extension") && isWord(tokens[at - 3], "alter")) return undefined;
  // ALTER OPERATOR FAMILY … DROP OPERATOR 8 (…): a place in a list.
  if (tokens[next + 1]?.kind === "number" && isSign(tokens[next + 2], "(")) return undefined;
  if (kind === "policies" && isWord(tokens[next + 1], "on"))
    return readName(tokens, next + 2) < 0 ? undefined : { rule: "drop-object", first: at, last: next + 2 };
  const first = skipIfExists(tokens, next + 1);
  // MySQL: only a table of the session's own.
  if (isTable && (isWord(tokens[at + 1], "temporary") || areTemporary(tokens, first, source, true))) return undefined;
  // What a manual leaves to its reader: DROP CONSTRAINT [ IF EXISTS ] name.
  if (source.text.startsWith("[ ", tokens[first]?.start ?? 0)) return undefined;
  let name = readName(tokens, first);
  // 'anna'@'localhost'
  if (name > 0 && (kind === "user" || kind === "role") && isSign(tokens[name], "@")) name = readName(tokens, name + 1);
  if (name < 0 || !fitsAfter(tokens, name, at, source)) return undefined;
  // The first word of a sentence that goes on: Drop function keys from the layout.
  if (
    isTitle(tokens, at, source) &&
    !endsStatement(tokens, name) &&
    !["cascade", "restrict"].includes(wordAt(tokens, name))
  )
    return undefined;
  const rule = isDatabase ? "drop-database" : isTable ? "drop-table" : "drop-object";
  return { rule, first: at, last: name - 1 };
}

/** Whether a word ends, or goes on with, a kind of several words. */
function isKindAfter(word: string): boolean {
  return CAPITAL_ENDS.has(word) || CAPITAL_PREFIXES.has(word);
}

/** What dialects empty besides tables: Oracle its clusters, ClickHouse whole databases. In small letters it is prose as often. */
const TRUNCATED_ALOUD: ReadonlySet<string> = new Set(["cluster", "database"]);

export function readTruncate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const hasKind =
    TABLE_KINDS.has(wordAt(tokens, at + 1)) ||
    isWord(tokens[at + 1], "partition") ||
    (TRUNCATED_ALOUD.has(wordAt(tokens, at + 1)) && isUpper(tokens, at, source));
  const isView = isWord(tokens[at + 1], "materialized") && isWord(tokens[at + 2], "view");
  let next = hasKind ? skipIfExists(tokens, at + 2) : isView ? at + 3 : at + 1;
  if (isWord(tokens[next], "only")) next += 1;
  const name = readName(tokens, next);
  if (name < 0 || areTemporary(tokens, next, source)) return undefined;
  // A member of a type: `truncate: number;`.
  if (isSign(tokens[next], ":") && tokens[next]?.start === tokens[at]?.end) return undefined;
  if (
    !hasKind &&
    !(
      opensStatement(tokens, at) &&
      (isUpper(tokens, at, source) || isSign(tokens[name], ";") || isWord(tokens[name], "cascade"))
    )
  )
    return undefined;
  const isPart = hasKind && isWord(tokens[name], "partition") && isSign(tokens[name + 1], "(");
  return isPart || fitsAfter(tokens, name, at, source) ? { rule: "truncate", first: at, last: name - 1 } : undefined;
}

export function readAlter(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const kind = wordAt(tokens, at + 1);
  if (kind !== "table" && !(KIND_PREFIXES.has(kind) && isWord(tokens[at + 2], "table"))) return undefined;
  const first = skipIfExists(tokens, at + (kind === "table" ? 2 : 3));
  let name = readName(tokens, first);
  if (name < 0 || areTemporary(tokens, first, source)) return undefined;
  const end = Math.min(endOfStatement(source, name), name + LONGEST_CLAUSES);
  for (; name < end; name += 1) {
    if (isWord(tokens[name], "truncate") && isWord(tokens[name + 1], "partition"))
      return { rule: "truncate", first: at, last: name + 1 };
    if (isWord(tokens[name], "set") && isWord(tokens[name + 1], "unused"))
      return { rule: "alter-drop", first: at, last: name + 1 };
    if (!isWord(tokens[name], "drop")) continue;
    const what = wordAt(tokens, name + 1);
    if (what === "unused" && isWord(tokens[name + 2], "columns"))
      return { rule: "alter-drop", first: at, last: name + 2 };
    if (["default", "not", "identity", "expression"].includes(what)) continue;
    const hasKind = OBJECT_KINDS.has(what) || what === "columns" || what === "foreign" || what === "primary";
    // ClickHouse: DROP PARTITION ID '202401'.
    const hasId = what === "partition" && isWord(tokens[name + 2], "id") && tokens[name + 3]?.kind === "string";
    const object = readName(tokens, skipIfExists(tokens, name + (hasId ? 3 : hasKind ? 2 : 1)));
    if (object < 0 && !isSign(tokens[name + 1], "(") && !isSign(tokens[name + 2], "(") && what !== "primary") continue;
    if (object >= 0 && !fitsAfter(tokens, object, at, source)) continue;
    if (endsExample(source.text, tokens[at]?.start ?? 0, tokens[name]?.start ?? 0)) return undefined;
    return { rule: "alter-drop", first: at, last: Math.max(name + 1, object - 1) };
  }
  return undefined;
}

/** How far before a statement the comment that it stands in is looked for. */
const NEAR = 256;

/** Whether an example of a document, or the comment that it stands in, ends between two places. What MySQL runs is no comment. */
function endsExample(text: string, from: number, to: number): boolean {
  const between = text.slice(from, to);
  const close = between.indexOf("*/");
  if (close < 0 || between.lastIndexOf("/*", close) >= 0) return between.includes("```");
  return !/\/\*M?!/.test(text.slice(Math.max(0, from - NEAR), from));
}
