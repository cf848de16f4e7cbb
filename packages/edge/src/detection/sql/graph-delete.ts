// DELETE of a graph in Cypher, `MATCH (n) DETACH DELETE n`, and in OrientDB, `DELETE VERTEX Person`. A pattern with a map of values (`{id: 5}`), a WHERE that leaves something out,
// and a LIMIT bound what goes; a label alone names a table, as it were.
import { coverageOf } from "./coverage.js";
import { isSign, isWord, lexSql, type SqlToken } from "./lexer.js";
import { closing, endOfStatement, indexTokens, nextIn, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { endsStatement, findWord, isUpper, opensStatement, readName, wordAt } from "./token-reading.js";

/** How far behind its MATCH a DELETE stands. */
const FARTHEST_MATCH = 96;
/** A DELETE, at its word, of what the MATCH before it finds. */
export function readGraphDelete(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  // `delete n.name` is of JavaScript.
  if (tokens[at + 1]?.kind !== "word" || isSign(tokens[at + 2], ".")) return undefined;
  const match = matchBefore(tokens, at, source);
  if (match < 0 || isBounded(tokens, match, at)) return undefined;
  const found: SqlFinding = { rule: "delete-all", first: match, last: at + 1 };
  const where = findWord(tokens, match, at, "where");
  if (where < 0) return found;
  const isDetach = ["detach", "nodetach"].includes(wordAt(tokens, at - 1));
  const coverage = coverageOf(tokens, where, isDetach ? at - 1 : at, source, -1);
  return coverage === undefined ? undefined : { ...found, coverage };
}

/** DELETE VERTEX or EDGE, at its verb, of a whole class or query: `#12:0` and what stands in quotation marks are single ones. */
export function readVertexDelete(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const isKind = isWord(tokens[at + 1], "vertex") || isWord(tokens[at + 1], "edge");
  if (!isKind || !isUpper(tokens, at, source) || !isUpper(tokens, at + 1, source) || !opensStatement(tokens, at))
    return undefined;
  let next = isWord(tokens[at + 2], "from") ? at + 3 : at + 2;
  if (isSign(tokens[next], "(")) {
    const close = closing(source, next);
    const isWhole = nextIn(source.wheres, next + 1, close) < 0 && findWord(tokens, next + 1, close, "limit") < 0;
    return isWord(tokens[next + 1], "select") && isWhole && endsStatement(tokens, close + 1)
      ? { rule: "delete-all", first: at, last: close }
      : undefined;
  }
  const token = tokens[next];
  if (token === undefined || (token.kind !== "word" && source.text[token.start] !== "`")) return undefined;
  const name = readName(tokens, next);
  if (name < 0) return undefined;
  const found: SqlFinding = { rule: "delete-all", first: at, last: name - 1 };
  if (isWord(tokens[name], "where")) {
    const end = endOfStatement(source, name);
    if (findWord(tokens, name, end, "limit") > 0 || namesRecord(tokens, name, end)) return undefined;
    const coverage = coverageOf(tokens, name, end, source, name);
    return coverage === undefined ? undefined : { ...found, last: end - 1, coverage };
  }
  next = isWord(tokens[name], "batch") ? name + 2 : name;
  if (!endsStatement(tokens, next) && tokens[next]?.opensLine !== true) return undefined;
  // A heading in capitals: DELETE EDGE CASES.
  const isHeading = token.kind === "word" && token.value.length > 2 && isUpper(tokens, name - 1, source);
  return isHeading && !isSign(tokens[next], ";") ? undefined : found;
}

/** Whether a record is named between two places: `#12:0`. */
function namesRecord(tokens: readonly SqlToken[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1)
    if (isSign(tokens[index], "#") && tokens[index + 1]?.kind === "number") return true;
  return false;
}

/** Place of the first MATCH of the statement before a DELETE that names what it deletes, -1 where none does. */
function matchBefore(tokens: readonly SqlToken[], at: number, source: SqlSource): number {
  const deleted = wordAt(tokens, at + 1);
  let first = -1;
  let isNamed = false;
  for (let index = at - 1; index >= 0 && index > at - FARTHEST_MATCH; index -= 1) {
    const token = tokens[index] as SqlToken;
    if (isSign(token, ";")) break;
    // (n:User), -[r]->, which reads as a quoted name, MATCH p = (a)-->(b)
    if (isWord(token, deleted) && NAMES.has(tokens[index - 1]?.value ?? "")) isNamed = true;
    if (token.kind === "quoted" && token.value.split(":")[0]?.trim().toLowerCase() === deleted) isNamed = true;
    if (isWord(token, "match") && opensPattern(tokens, index, source)) first = index;
  }
  return isNamed ? first : -1;
}

const NAMES: ReadonlySet<string> = new Set(["(", "[", "match"]);

/** Whether a pattern stands behind a MATCH, and not what a method is told: `text.match(a)`. */
function opensPattern(tokens: readonly SqlToken[], match: number, source: SqlSource): boolean {
  if (isSign(tokens[match - 1], ".")) return false;
  const open = isSign(tokens[match + 2], "=") ? match + 3 : match + 1;
  const inside = tokens[open + 1]?.kind === "word" ? open + 2 : open + 1;
  if (!isSign(tokens[open], "(") || ![")", ":", "{"].some((sign) => isSign(tokens[inside], sign))) return false;
  const after = tokens[closing(source, open) + 1];
  return after?.kind === "word" ? AFTER_PATTERN.has(after.value) : after?.kind === "sign";
}

/** What may stand behind the first brackets of a pattern. */
const AFTER_PATTERN: ReadonlySet<string> = new Set(
  "detach nodetach delete optional match where with call set remove return unwind".split(" "),
);

/** Whether a pattern between two places holds values, or its rows are limited. */
function isBounded(tokens: readonly SqlToken[], from: number, to: number): boolean {
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "word" && token.value === "limit") return true;
    if (token.kind === "quoted" && token.value.includes("{")) return true;
    if (token.kind !== "sign") continue;
    if ("([".includes(token.value)) depth += 1;
    else if (")]".includes(token.value)) depth -= 1;
    else if ((token.value === "{" || token.value === "$") && depth > 0) return true;
  }
  return false;
}

/** APOC runs its second string on each row of its first: apoc.periodic.iterate('MATCH (n) RETURN n', 'DETACH DELETE n'). */
export function readIterate(tokens: readonly SqlToken[], at: number): SqlFinding | undefined {
  const [open, rows, comma, each] = tokens.slice(at + 1, at + 5);
  if (!isSign(open, "(") || !isText(rows) || !isSign(comma, ",") || !isText(each)) return undefined;
  const text = `${rows.value} ${each.value}`;
  const inner = lexSql(text, false);
  const verb = inner.findIndex((token) => isWord(token, "delete"));
  const found = verb < 0 ? undefined : readGraphDelete(inner, verb, indexTokens(inner, text));
  return found === undefined ? undefined : { rule: found.rule, first: at, last: at + 4 };
}

function isText(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === "string" || token?.kind === "quoted";
}
