// Queries that are named in front of a statement, WITH x AS (SELECT …): which of them hold every row of one table, so that to ask for
// a key among theirs leaves no row out, and which hold fewer. It judges no condition: with a WHERE, a query holds fewer.
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { closing, nextIn, type SqlSource } from "./source.js";
import { readName, wordAt } from "./token-reading.js";

const MOST_QUERIES = 16;
/** Words by which a query may hold other rows than its table. */
const CHANGES_ROWS: ReadonlySet<string> = new Set(
  "as join union intersect except minus group having limit offset fetch top distinct over using where qualify sample tablesample".split(
    " ",
  ),
);

/** WITH at a place: the names of its queries are remembered with the table whose rows each holds, or "". Never a finding. */
export function noteQueries(tokens: readonly SqlToken[], at: number, source: SqlSource): undefined {
  let next = isWord(tokens[at + 1], "recursive") ? at + 2 : at + 1;
  for (let count = 0; count < MOST_QUERIES; count += 1) {
    const name = tokens[next];
    if (name?.kind !== "word" && name?.kind !== "quoted") return undefined;
    next += 1;
    const renames = isSign(tokens[next], "(");
    if (renames) next = closing(source, next) + 1;
    if (!isWord(tokens[next], "as")) return undefined;
    next += 1;
    while (isWord(tokens[next], "not") || isWord(tokens[next], "materialized")) next += 1;
    if (!isSign(tokens[next], "(")) return undefined;
    const end = closing(source, next);
    source.queries.set(name.value.toLowerCase(), renames ? "" : tableOf(tokens, next + 1, end, source));
    if (!isSign(tokens[end + 1], ",")) return undefined;
    next = end + 2;
  }
  return undefined;
}

/** The one table, without a schema, of which a query that begins at a place holds every row and names no column anew; "" elsewhere. */
function tableOf(tokens: readonly SqlToken[], at: number, end: number, source: SqlSource): string {
  if (!isWord(tokens[at], "select") || nextIn(source.wheres, at, end) >= 0 || nextIn(source.joins, at, end) >= 0)
    return "";
  let from = -1;
  const isTop = isWord(tokens[at + 1], "top") && tokens[at + 2]?.value === "100" && isWord(tokens[at + 3], "percent");
  for (let index = isTop ? at + 4 : at + 1; index < end; index += 1) {
    const word = wordAt(tokens, index);
    if (CHANGES_ROWS.has(word) || isSign(tokens[index], "(")) return "";
    if (word === "from") from = index;
  }
  const name = from < 0 ? -1 : readName(tokens, from + 1);
  if (name < 0 || isSign(tokens[name], ",")) return "";
  const table = (tokens[name - 1] as SqlToken).value.toLowerCase();
  return source.queries.get(table) ?? table;
}

/** `tables`, and the queries that hold all of their rows. */
export function withQueries(tables: ReadonlySet<string>, { queries }: SqlSource): ReadonlySet<string> {
  if (queries.size === 0) return tables;
  const names = new Set(tables);
  for (const [name, table] of queries) if (table !== "" && tables.has(table)) names.add(name);
  return names;
}
