// Statements that write a table anew, and so throw the rows away that it held: CREATE OR REPLACE TABLE, REPLACE TABLE of Delta Lake and
// ClickHouse, REPLACE INTO … SELECT, INSERT OVERWRITE.
import { DATABASE_KINDS, KIND_PREFIXES } from "./drop-kinds.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { closing, endOfStatement, LONGEST_CLAUSES, nextIn, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { findWord, isUpper, NO_NAME, opensStatement, readName, skipIfExists, wordAt } from "./token-reading.js";

/** CREATE OR REPLACE TABLE throws the old rows away. */
export function readReplace(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "or") || !isWord(tokens[at + 2], "replace")) return undefined;
  const next = KIND_PREFIXES.has(wordAt(tokens, at + 3)) ? at + 4 : at + 3;
  const kind = wordAt(tokens, next);
  if (wordAt(tokens, at + 3) === "temporary" || wordAt(tokens, at + 3) === "temp") return undefined;
  if (!isWord(tokens[next], "table") && !DATABASE_KINDS.has(kind)) return undefined;
  const name = readName(tokens, next + 1);
  return name < 0 ? undefined : { rule: "replace-table", first: at, last: name - 1 };
}

/** REPLACE TABLE does the same. In small letters it is an order to a joiner as often, unless a query follows. */
export function readReplaceTable(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const prefix = wordAt(tokens, at + 1);
  const table = prefix !== "temporary" && prefix !== "temp" && KIND_PREFIXES.has(prefix) ? at + 2 : at + 1;
  if (!isWord(tokens[table], "table") || !opensStatement(tokens, at)) return undefined;
  const name = readName(tokens, skipIfExists(tokens, table + 1));
  if (name < 0) return undefined;
  const isLoud = isUpper(tokens, at, source) && isUpper(tokens, table, source);
  return opensQuery(tokens, name) || (isLoud && opensTable(tokens, name))
    ? { rule: "replace-table", first: at, last: name - 1 }
    : undefined;
}

const QUERIES: ReadonlySet<string> = new Set(["select", "with", "values", "table"]);

/** Whether a query stands at a place, behind AS as well. */
function opensQuery(tokens: readonly SqlToken[], at: number): boolean {
  if (isWord(tokens[at], "select")) return true;
  return isWord(tokens[at], "as") && (QUERIES.has(wordAt(tokens, at + 1)) || isSign(tokens[at + 1], "("));
}

const FORMATS: ReadonlySet<string> = new Set("delta iceberg hudi parquet orc avro csv json text jdbc".split(" "));

/** Whether columns or clauses of a table stand at a place. */
function opensTable(tokens: readonly SqlToken[], at: number): boolean {
  const next = tokens[at + 1];
  switch (wordAt(tokens, at)) {
    case "using":
      return FORMATS.has(wordAt(tokens, at + 1));
    case "partitioned":
    case "clustered":
    case "cluster":
      return isWord(next, "by");
    case "engine":
      return isSign(next, "=");
    case "comment":
    case "location":
      return next?.kind === "string" || next?.kind === "quoted";
    case "tblproperties":
      return isSign(next, "(");
    default:
      return isSign(tokens[at], "(") && next?.kind === "word";
  }
}

/** REPLACE INTO … SELECT writes over the rows of a table; with VALUES it writes the rows that it lists. */
export function readReplaceInto(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
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

export function readOverwrite(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  if (!isWord(tokens[at + 1], "overwrite")) return undefined;
  let next = at + 2;
  while (["into", "table"].includes(wordAt(tokens, next))) next += 1;
  const name = readName(tokens, next);
  return name < 0 || NO_NAME.has(wordAt(tokens, next))
    ? undefined
    : { rule: "replace-table", first: at, last: name - 1 };
}
