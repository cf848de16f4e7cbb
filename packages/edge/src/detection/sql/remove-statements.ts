// REMOVE of SurrealDB, which takes away a table or all that a database or a namespace holds.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import type { SqlSource } from "./source.js";
import type { SqlFinding } from "./sql-finding.js";
import { endsStatement, isUpper, opensStatement, readName, skipIfExists, wordAt } from "./token-reading.js";

const DATABASE_KINDS: ReadonlySet<string> = new Set("database db namespace ns".split(" "));

/** In small letters it is prose as often, unless it is all that the text says. */
export function readRemove(tokens: readonly SqlToken[], at: number, source: SqlSource): SqlFinding | undefined {
  const isTable = isWord(tokens[at + 1], "table");
  if (!isTable && !DATABASE_KINDS.has(wordAt(tokens, at + 1))) return undefined;
  const first = skipIfExists(tokens, at + 2);
  const name = readName(tokens, first);
  if (name < 0 || !opensStatement(tokens, at)) return undefined;
  const isEnded = isSign(tokens[name], ";");
  const isLoud = isUpper(tokens, at, source) && isUpper(tokens, at + 1, source);
  // A heading in capitals: REMOVE TABLE BORDERS.
  const isHeading = first === at + 2 && !isEnded && isUpper(tokens, first, source);
  const isWhole = isEnded && tokens[name + 1] === undefined && (at === 0 || isSign(tokens[at - 1], ";"));
  const isStatement = isLoud ? !isHeading && fits(tokens, name) : isWhole;
  return isStatement ? { rule: isTable ? "drop-table" : "drop-database", first: at, last: name - 1 } : undefined;
}

function fits(tokens: readonly SqlToken[], name: number): boolean {
  return endsStatement(tokens, name) || tokens[name]?.opensLine === true;
}
