// What a condition says of a row by asking for that same row again: the highest key that there is, a partner with its own key. It
// tells the forms; whether they may be taken on trust, it does not.
import type { Comparison, Expression, Subquery } from "./expression.js";

/** Whether no row is left out of `id <= (SELECT max(id) FROM the_same)`, `>=` and the lowest, or `=` and the same row's own. */
export function isWithinOwn(
  sign: Comparison,
  left: Expression,
  right: Expression,
  tables: ReadonlySet<string>,
): boolean {
  if (left.kind !== "column" || right.kind !== "scalar") return false;
  const { item, isPlain, table, where } = right.query;
  if (sign === "=" && item.kind === "column" && item.name === left.name) return isOwnPartner(right.query, tables);
  const extreme = EXTREMES[sign];
  if (extreme === undefined) return false;
  if (!isPlain || where !== undefined || table === undefined || !tables.has(table)) return false;
  const [column] = item.kind === "call" && item.name === extreme && item.parts.length === 1 ? item.parts : [];
  return column?.kind === "column" && column.name === left.name;
}

const EXTREMES: Readonly<Partial<Record<Comparison, string>>> = { "<=": "max", ">=": "min" };

/** Whether each row is its own partner: `EXISTS (SELECT 1 FROM the_same b WHERE b.id = a.id)`. */
export function isOwnPartner({ isPlain, table, where }: Subquery, tables: ReadonlySet<string>): boolean {
  if (!isPlain || table === undefined || !tables.has(table) || where?.kind !== "compare" || where.sign !== "=")
    return false;
  const { left, right } = where;
  return left.kind === "column" && right.kind === "column" && left.name === right.name && left.owner !== right.owner;
}

/**
 * The operand that a sum or product comes to, by its index, where the other changes nothing: `id + 0`, `id / 1`; -1 where both
 * count.
 */
export function unchangedOperand(name: string, left: unknown, right: unknown): number {
  if (NOTHING_BEHIND.get(name) === right) return 0;
  return NOTHING_BEFORE.has(name) && left === NOTHING_BEHIND.get(name) ? 1 : -1;
}

const NOTHING_BEHIND: ReadonlyMap<string, number | string> = new Map(
  Object.entries({
    "+": 0,
    "-": 0,
    "*": 1,
    "/": 1,
    "|": 0,
    "^": 0,
    "<<": 0,
    ">>": 0,
    "||": "",
  }),
);
/** Operators that take their operands in any order. */
const NOTHING_BEFORE: ReadonlySet<string> = new Set(["+", "*", "|", "^", "||"]);
