// Which tokens of a condition may tell one row from another: names of columns and tables, parameters, templates, and functions that
// give another value each time. A condition without any is the same for every row. It knows words, no schema.
import { isSign, isWord, type SqlToken } from "./lexer.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Words that are neither names nor values. */
const GRAMMAR: ReadonlySet<string> = new Set(
  "and or xor not is null true false unknown in like ilike glob regexp rlike similar to escape between symmetric case when then else end exists select values any some all array row distinct union div mod collate binary as".split(
    " ",
  ),
);
/** Values of the session and of the moment, without brackets. */
const SESSION: ReadonlySet<string> = new Set(
  "current_user session_user system_user current_role current_catalog current_schema current_database current_date current_time current_timestamp localtime localtimestamp sysdate systimestamp".split(
    " ",
  ),
);
/** Functions that give each row a value of its own. */
const VARIES =
  /^(?:rand|random|rand\w{0,20}|random\w{0,20}|uuid\w{0,30}|gen_random\w{0,10}|gen_salt|newid|newsequentialid|sys_guid|nextval|next_value|lastval|row_number|rownum|changes|total_changes|dbms_random|crypt_gen_random|match|contains|contains\w{0,10}|freetext\w{0,10}|updating)$/;
/** Signs of parameters and templates. */
const TEMPLATE: ReadonlySet<string> = new Set(["?", "$", "{", "}"]);

/** For each place, how many tokens before it may tell rows apart. */
export function countRowWords(tokens: readonly SqlToken[]): Int32Array {
  const counts = new Int32Array(tokens.length + 1);
  for (let at = 0; at < tokens.length; at += 1)
    counts[at + 1] = (counts[at] as number) + (tellsRows(tokens, at) ? 1 : 0);
  return counts;
}

/** Whether a token gives another value each time that it is asked for. */
export function variesByItself(token: SqlToken): boolean {
  return token.kind === "word" && VARIES.test(token.value);
}

/** Whether a token is a value, or part of one: signs and words between values say nothing alone. */
export function isValue(token: SqlToken): boolean {
  return token.kind === "string" || token.kind === "number" || (token.kind === "word" && !OPERATORS.has(token.value));
}

const OPERATORS: ReadonlySet<string> = new Set(
  "and or xor not is null in like ilike between case when then else end as".split(" "),
);

function tellsRows(tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at] as SqlToken;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  switch (token.kind) {
    case "string":
    case "number":
      return false;
    case "quoted":
      // ARRAY[1]
      return !(isWord(before, "array") && /^[\d .-]*$/.test(token.value));
    case "sign":
      // A column of every name: CONTAINS(*, …).
      if (token.value === "*") return isSign(before, "(") && !isSign(next, ")");
      if (token.value === "%") return next?.kind === "word" && next.start === token.end;
      return TEMPLATE.has(token.value) || charCodeAt.call(token.value, 0) > 126;
    default:
      if (variesByItself(token)) return true;
      if (GRAMMAR.has(token.value) || SESSION.has(token.value)) return false;
      if (isSign(next, "(") || next?.kind === "string") return isSign(before, ".") || isSign(before, "@");
      // Variables of the server, and types.
      return !(
        (isSign(before, "@") && isSign(tokens[at - 2], "@")) ||
        (isSign(before, ":") && isSign(tokens[at - 2], ":")) ||
        isWord(before, "as")
      );
  }
}
