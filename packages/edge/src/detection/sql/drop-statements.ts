// Statements that take away tables, parts of them, or all of their rows at once: DROP, TRUNCATE, and ALTER TABLE … DROP.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CLAUSES, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { areTemporary } from "./temporary-tables.js";
import { fitsAfter, isUpper, opensStatement, readName, skipIfExists, wordAt } from "./token-reading.js";

export const DATABASE_KINDS: ReadonlySet<string> = new Set([
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
export const KIND_PREFIXES: ReadonlySet<string> = new Set([
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
/** Kinds of two words, of which the first is one by itself, or no kind. */
const DOUBLE_KINDS: ReadonlySet<string> = new Set([
  "snapshot table",
  "search index",
  "vector index",
  "network policy",
  "file format",
  "all row",
]);
/** Kinds that prose drops too: only in capitals. */
const CAPITAL_KINDS: ReadonlySet<string> = new Set(
  "secret format integration connection macro policies statistics".split(" "),
);
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
  const kind = wordAt(tokens, next);
  const isDatabase = DATABASE_KINDS.has(kind);
  const isTable = TABLE_KINDS.has(kind);
  const isObject = OBJECT_KINDS.has(kind) || (CAPITAL_KINDS.has(kind) && isUpper(tokens, at, source));
  if (!isDatabase && !isTable && !isObject) return undefined;
  if (kind === "policies" && isWord(tokens[next + 1], "on"))
    return readName(tokens, next + 2) < 0 ? undefined : { rule: "drop-object", first: at, last: next + 2 };
  const first = skipIfExists(tokens, next + 1);
  // MySQL: only a table of the session's own.
  if (isTable && (isWord(tokens[at + 1], "temporary") || areTemporary(tokens, first, source, true))) return undefined;
  let name = readName(tokens, first);
  // 'anna'@'localhost'
  if (name > 0 && (kind === "user" || kind === "role") && isSign(tokens[name], "@")) name = readName(tokens, name + 1);
  if (name < 0 || !fitsAfter(tokens, name, at, source)) return undefined;
  const rule = isDatabase ? "drop-database" : isTable ? "drop-table" : "drop-object";
  return { rule, first: at, last: name - 1 };
}

export function readTruncate(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const hasKind =
    TABLE_KINDS.has(wordAt(tokens, at + 1)) ||
    isWord(tokens[at + 1], "partition") ||
    (isWord(tokens[at + 1], "cluster") && isUpper(tokens, at, source));
  let next = hasKind ? skipIfExists(tokens, at + 2) : at + 1;
  if (isWord(tokens[next], "only")) next += 1;
  const name = readName(tokens, next);
  if (name < 0 || areTemporary(tokens, next, source)) return undefined;
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
