// How much of its table a statement reaches by its WHERE, and which names the table goes by there.
import { type Coverage, judgeCondition } from "./condition.js";
import { isSign, isWord, type SqlToken } from "./lexer.js";
import { endOfStatement, LONGEST_CONDITION, nextIn, type SqlSource } from "./source.js";
import { wordAt } from "./token-reading.js";
import { withQueries } from "./with-queries.js";

/**
 * How much of the table a WHERE keeps, from its place to `end`; undefined where it leaves rows out. `names` is where the
 * table is named, with its alias, and `owners` all tables whose keys no row lacks, where there are more.
 */
export function coverageOf(
  tokens: readonly SqlToken[],
  where: number,
  end: number,
  source: SqlSource,
  name: number,
  owners?: ReadonlySet<string>,
): Coverage | undefined {
  const clause = nextIn(source.clauses, where + 1, end);
  const stop = Math.min(clause < 0 ? end : clause, endOfStatement(source, where + 1));
  if (stop === where + 1 || stop - where > LONGEST_CONDITION) return undefined;
  // A condition too many is not taken on trust.
  if (source.budget < 0) return "likely";
  const tables = withQueries(tableNames(tokens, name, where), source);
  const judge = (to: number): Coverage | undefined => {
    const mostSteps = Math.max(200, Math.min(2000, source.budget));
    const { coverage, steps } = judgeCondition(tokens.slice(where + 1, to), tables, mostSteps, owners ?? tables);
    source.budget -= steps;
    return coverage;
  };
  const whole = judge(stop);
  const comment = whole === undefined ? commentIn(tokens, where + 2, stop, source) : -1;
  return comment < 0 ? whole : judge(comment);
}

/**
 * Where a comment may begin that only some dialects know: `#` and `--` beside words, and one that is not closed; -1 where none
 * does.
 */
function commentIn(tokens: readonly SqlToken[], from: number, to: number, { text }: SqlSource): number {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as SqlToken;
    const before = (tokens[index - 1] as SqlToken).end;
    if (isSign(token, "#") || (isSign(token, "-") && isSign(tokens[index + 1], "-"))) return index;
    if (token.start - before >= 2 && text.slice(before, token.start).includes("/*") && !text.includes("*/", before))
      return index;
  }
  return -1;
}

/** The names of the one table that a statement changes: its own, without a schema, and its alias. */
export function tableNames(tokens: readonly SqlToken[], name: number, where: number): ReadonlySet<string> {
  const names = new Set<string>();
  if (name < 0) return names;
  const table = tokens[name - 1];
  if (table?.kind !== "word" && table?.kind !== "quoted") return names;
  // With a second table, a column may be of either. What a query in brackets reads is its own.
  let depth = 0;
  for (let index = name; index < where; index += 1) {
    if (isSign(tokens[index], "(")) depth += 1;
    else if (isSign(tokens[index], ")")) depth -= 1;
    else if (depth === 0 && ["using", "from", "join"].includes(wordAt(tokens, index))) return names;
  }
  names.add(table.value.toLowerCase());
  const alias = tokens[isWord(tokens[name], "as") ? name + 1 : name];
  if (alias?.kind === "word" && alias.value !== "where" && alias.value !== "set") names.add(alias.value);
  return names;
}
