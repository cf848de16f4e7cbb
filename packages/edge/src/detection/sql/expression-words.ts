// The words and signs that the parser of conditions knows. Data only.
import type { Comparison } from "./expression.js";

/** Words that are no names of columns. */
export const RESERVED: ReadonlySet<string> = new Set(
  "select from where and or xor not is in like ilike between case when then else end group order limit having union join on as by set values with using".split(
    " ",
  ),
);
export const PATTERNS: ReadonlySet<string> = new Set("like ilike glob regexp rlike similar".split(" "));
export const ADDS: ReadonlySet<string> = new Set(["+", "-"]);
export const TIMES: ReadonlySet<string> = new Set(["*", "/", "%"]);

export const BIT_SIGNS: readonly string[] = ["<<", ">>", "&", "|", "^"];

/** Words behind the first of a type. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  "varying precision unsigned integer int with without time zone local".split(" "),
);

/** Name of a list in brackets. */
export const ROW = "()";
export const OPERAND_ENDS: ReadonlySet<string> = new Set("and or xor then when else end from where as".split(" "));
/** The longer ones first. */
export const COMPARISONS: readonly (readonly [string, Comparison])[] = [
  ["<=>", "<=>"],
  ["<=", "<="],
  [">=", ">="],
  ["<>", "<>"],
  ["!=", "<>"],
  ["==", "="],
  ["=", "="],
  ["<", "<"],
  [">", ">"],
];
