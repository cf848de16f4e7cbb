// EXPLAIN shows how a statement would run and runs it not, unless it is told to ANALYZE. Only what it certainly explains counts.
import { isSign, type SqlToken } from "./lexer.js";
import { closing, endOfStatement, type SqlSource } from "./source.js";
import { beginsText } from "./temporary-tables.js";
import { wordAt } from "./token-reading.js";

const OPTIONS: ReadonlySet<string> = new Set(
  "verbose query plan for format json tree traditional text xml yaml extended partitions estimated_cost distributed set statement_id into plan_table".split(
    " ",
  ),
);
/** Words that show a statement in some dialect. */
export const EXPLAINERS: ReadonlySet<string> = new Set(["explain", "describe", "desc"]);
const EXPLAINED: ReadonlySet<string> = new Set("delete update insert merge replace with".split(" "));
const MOST_OPTIONS = 16;
const LONGEST_OPTIONS = 60;

/** The place of the last token of the statement that EXPLAIN at `at` shows and does not run; -1 where it may run. */
export function endOfExplained(tokens: readonly SqlToken[], at: number, source: SqlSource): number {
  if (!beginsText(tokens, at, source)) return -1;
  let next = at + 1;
  if (isSign(tokens[next], "(")) {
    const close = closing(source, next);
    if (close - next > LONGEST_OPTIONS) return -1;
    // An option that is written oddly may be ANALYZE.
    for (let option = next + 1; option < close; option += 1)
      if (/analy/.test(wordAt(tokens, option)) || tokens[option]?.kind === "quoted" || isSign(tokens[option], "&"))
        return -1;
    next = close + 1;
  }
  for (let count = 0; count < MOST_OPTIONS && !EXPLAINED.has(wordAt(tokens, next)); count += 1) {
    const isOption = OPTIONS.has(wordAt(tokens, next)) || isSign(tokens[next], "=") || tokens[next]?.kind === "string";
    if (!isOption) return -1;
    next += 1;
  }
  return EXPLAINED.has(wordAt(tokens, next)) ? endOfStatement(source, next + 1) - 1 : -1;
}
