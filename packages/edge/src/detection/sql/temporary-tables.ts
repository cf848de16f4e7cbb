// Tables that a statement may empty or drop because nobody else has them: by their names (`#t`, `pg_temp.t`), and those that the same
// text made for its own session before. What ends such tables, or turns their names to others, makes it forget them.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import type { SqlSource } from "./source.js";
import { readName, skipIfExists, wordAt } from "./token-reading.js";

const MOST_NAMES = 16;
const SCHEMAS: ReadonlySet<string> = new Set(["pg_temp", "pg_temporary"]);
const KINDS: ReadonlySet<string> = new Set(["temp", "temporary"]);

/** CREATE TEMPORARY TABLE at a place: its name is remembered. Never a finding. */
export function noteTemporary(tokens: readonly SqlToken[], at: number, source: SqlSource): undefined {
  let next = at + 1;
  if (isWord(tokens[next], "or") && isWord(tokens[next + 1], "replace")) next += 2;
  if (["local", "global"].includes(wordAt(tokens, next))) next += 1;
  if (!KINDS.has(wordAt(tokens, next)) || !isWord(tokens[next + 1], "table")) return undefined;
  if (!beginsText(tokens, at, source)) return undefined;
  const first = skipIfNotExists(tokens, next + 2);
  const end = readName(tokens, first);
  // A table of Oracle's that is GLOBAL is there for everyone.
  if (end !== first + 1 || isWord(tokens[next - 1], "global") || dropsOnCommit(tokens, end)) return undefined;
  source.temporaries.add((tokens[first] as SqlToken).value.toLowerCase());
  return undefined;
}

/** DECLARE @t TABLE: a variable that is a table. Never a finding. */
export function noteTableVariable(tokens: readonly SqlToken[], at: number, source: SqlSource): undefined {
  const kind = isWord(tokens[at + 3], "as") ? at + 4 : at + 3;
  if (isSign(tokens[at + 1], "@") && isWord(tokens[kind], "table") && beginsText(tokens, at, source))
    source.temporaries.add(`@${wordAt(tokens, at + 2)}`);
  return undefined;
}

/** A statement by which tables of the session go, or after which a name may be another table's. */
export function forgetTemporaries(_tokens: readonly SqlToken[], _at: number, source: SqlSource): undefined {
  source.temporaries.clear();
  return undefined;
}

export const FORGETTING: readonly string[] = "rollback discard rename search_path set_config".split(" ");

/** Whether each name of a list that begins at a place is that of such a table; those that are dropped are forgotten. */
export function areTemporary(tokens: readonly SqlToken[], at: number, source: SqlSource, isDropped = false): boolean {
  let next = at;
  for (let count = 0; count < MOST_NAMES; count += 1) {
    const end = readName(tokens, next);
    if (end < 0) return false;
    const own = tokens[next] as SqlToken;
    const isNamed =
      (isSign(own, "#") && end > next + 1 && !mayGoOn(tokens[end])) ||
      (SCHEMAS.has(own.value.toLowerCase()) && isSign(tokens[next + 1], "."));
    const isVariable = isSign(own, "@");
    const name = isVariable ? `@${wordAt(tokens, next + 1)}` : own.value.toLowerCase();
    if (!isNamed && (end !== next + (isVariable ? 2 : 1) || !source.temporaries.has(name))) return false;
    if (isDropped) source.temporaries.delete(name);
    if (!isSign(tokens[end], ",")) return true;
    next = end + 1;
  }
  return false;
}

/** Words that no name of a table is, by which a line goes on. */
const LINE_WORDS: ReadonlySet<string> = new Set(
  "select insert update delete drop create alter with set declare exec execute print go where from truncate values return".split(
    " ",
  ),
);

/** Whether MySQL, to which `#` begins a comment, may read the name of the table on the next line. */
function mayGoOn(token: SqlToken | undefined): boolean {
  return token?.opensLine === true && !isSign(token, ";") && !(token.kind === "word" && LINE_WORDS.has(token.value));
}

/** Whether a statement begins at a place whatever the dialect: nothing before it but a semicolon, no comment that may be code. */
export function beginsText(tokens: readonly SqlToken[], at: number, { text }: SqlSource): boolean {
  const before = tokens[at - 1];
  if (before !== undefined && !isSign(before, ";")) return false;
  const gap = text.slice(before?.end ?? 0, (tokens[at] as SqlToken).start);
  return !/\/\*(?:!|M!)/.test(gap);
}

function skipIfNotExists(tokens: readonly SqlToken[], at: number): number {
  const isGuarded = isWord(tokens[at], "if") && isWord(tokens[at + 1], "not") && isWord(tokens[at + 2], "exists");
  return isGuarded ? at + 3 : skipIfExists(tokens, at);
}

/** ON COMMIT DROP: outside a transaction the table is gone at once. */
function dropsOnCommit(tokens: readonly SqlToken[], from: number): boolean {
  for (let at = from; at < tokens.length && !isSign(tokens[at], ";"); at += 1)
    if (isWord(tokens[at], "commit") && isWord(tokens[at + 1], "drop")) return true;
  return false;
}
