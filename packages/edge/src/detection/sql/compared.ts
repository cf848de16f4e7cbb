// What comparisons of lists and of the rows of a query say, written out in comparisons of one value with another.
import { type Comparison, type Expression, type Subquery, UNKNOWN } from "./expression.js";
import { ROW } from "./expression-words.js";

/** `left` beside `right`; lists in brackets item by item. */
export function compared(sign: Comparison, left: Expression, right: Expression): Expression {
  const areRows = left.kind === "call" && left.name === ROW && right.kind === "call" && right.name === ROW;
  if (!areRows) return { kind: "compare", sign, left, right };
  if (sign !== "=" || left.parts.length !== right.parts.length) return UNKNOWN;
  return { kind: "and", parts: left.parts.map((part, index) => compared(sign, part, right.parts[index] ?? UNKNOWN)) };
}

/** `left` beside ALL, ANY or SOME rows of a query; unknown where none stands there. */
export function comparedToRows(isAll: boolean, sign: Comparison, left: Expression, query?: Subquery): Expression {
  if (query === undefined) return UNKNOWN;
  const one: Expression = { kind: "compare", sign, left, right: { kind: "scalar", query } };
  const rows: Expression = { kind: "exists", query };
  if (isAll) return { kind: "or", parts: [{ kind: "not", inner: rows }, one] };
  // Each row of the table finds itself among them.
  return KEEPS_ITSELF.has(sign) && query.table !== undefined
    ? { kind: "within", inner: left, query }
    : { kind: "and", parts: [rows, one] };
}

const KEEPS_ITSELF: ReadonlySet<Comparison> = new Set(["=", "<=", ">=", "<=>"]);
