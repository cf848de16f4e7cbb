// DELETE of a graph in Cypher: `MATCH (n) DETACH DELETE n`. A pattern with a map of values (`{id: 5}`), a WHERE that leaves something out,
// and a LIMIT bound what goes; a label alone names a table, as it were.
import { coverageOf } from "./coverage.js";
import { isSign, isWord, lexSql, type SqlToken } from "./lexer.js";
import { closing, indexTokens, type SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { findWord, wordAt } from "./token-reading.js";

/** How far behind its MATCH a DELETE stands. */
const FARTHEST_MATCH = 96;
/** What may stand behind the first brackets of a pattern. */
const AFTER_PATTERN: ReadonlySet<string> = new Set(
  "detach nodetach delete optional match where with call set remove return unwind".split(" "),
);

/** A DELETE, at its word, of what the MATCH before it finds. */
export function readGraphDelete(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  if (tokens[at + 1]?.kind !== "word" || isWord(tokens[at + 1], "from")) return undefined;
  const match = matchBefore(tokens, at, source);
  if (match < 0 || isBounded(tokens, match, at)) return undefined;
  const found: SqlFinding = { rule: "delete-all", first: match, last: at + 1 };
  const where = findWord(tokens, match, at, "where");
  if (where < 0) return found;
  const isDetach = ["detach", "nodetach"].includes(wordAt(tokens, at - 1));
  const coverage = coverageOf(tokens, where, isDetach ? at - 1 : at, source, -1);
  return coverage === undefined ? undefined : { ...found, coverage };
}

/** Place of the first MATCH of the statement before a place, -1 where none stands before a pattern. */
function matchBefore(tokens: readonly SqlToken[], at: number, source: SqlSource): number {
  let first = -1;
  for (let index = at - 1; index >= 0 && index > at - FARTHEST_MATCH; index -= 1) {
    if (isSign(tokens[index], ";")) break;
    if (!isWord(tokens[index], "match") || !isSign(tokens[index + 1], "(")) continue;
    const after = tokens[closing(source, index + 1) + 1];
    const goesOn = after?.kind === "word" ? AFTER_PATTERN.has(after.value) : after?.kind === "sign";
    if (goesOn) first = index;
  }
  return first;
}

/** Whether a pattern between two places holds values, or its rows are limited. */
function isBounded(tokens: readonly SqlToken[], from: number, to: number): boolean {
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as SqlToken;
    if (token.kind === "word" && token.value === "limit") return true;
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
