// How two values may stand to each other: less, equal or greater, as sets of bits.
import { ANY_ORDER, EQUAL, GREATER, isDistinct, LESS } from "./constants.js";
import type { Comparison } from "./expression.js";
import { momentOf } from "./row-times.js";

export interface Value {
  /** undefined: not known. */
  readonly isNull: boolean | undefined;
  readonly constant?: string | number;
  /** Bounds of a value that is a number. */
  readonly low?: number;
  readonly high?: number;
  readonly key?: string;
  /** The time of a row, or the time that it is now. */
  readonly time?: "row" | "now";
}

/** The orders in which a comparison holds. */
export const HOLDS: Readonly<Record<Comparison, number>> = {
  "=": EQUAL,
  "<=>": EQUAL,
  "<>": LESS | GREATER,
  "<": LESS,
  ">": GREATER,
  "<=": LESS | EQUAL,
  ">=": EQUAL | GREATER,
};
/** An equal time would mark rows that lack one. */
export const DIRECTED: ReadonlySet<Comparison> = new Set(["<", ">", "<=", ">="]);

/** How the time of a row stands to what no row goes beyond; undefined where it may stand so or so. */
export function timeOrder(left: Value, right: Value): number | undefined {
  if (right.time === "row" && left.time !== "row") {
    const order = timeOrder(right, left);
    return order === undefined ? undefined : turned(order);
  }
  if (left.time !== "row") return undefined;
  const moment = right.time === "now" ? "after" : right.constant === undefined ? undefined : momentOf(right.constant);
  return moment === undefined ? undefined : moment === "after" ? LESS : GREATER;
}

/** The orders of each set, the one first that most conditions are false for. */
export const STATES: readonly (readonly number[])[] = Array.from({ length: 8 }, (_, set) =>
  [GREATER, LESS, EQUAL].filter((order) => (set & order) !== 0),
);

export function turned(orders: number): number {
  return (orders & EQUAL) | ((orders & LESS) !== 0 ? GREATER : 0) | ((orders & GREATER) !== 0 ? LESS : 0);
}

/** The orders in which a value may stand to `other` that stands in `order` to `constant`. */
export function ordersAfter(
  order: number,
  constant: string | number,
  other: string | number,
  isTyped: boolean,
): number {
  if (typeof constant === "number" && typeof other === "number") {
    if (constant === other) return isTyped ? order : ANY_ORDER;
    if (!isTyped) return order === EQUAL ? LESS | GREATER : ANY_ORDER;
    if (order === EQUAL) return constant < other ? LESS : GREATER;
    if (order === LESS && constant < other) return LESS;
    return order === GREATER && constant > other ? GREATER : ANY_ORDER;
  }
  if (typeof constant !== "string" || typeof other !== "string") return ANY_ORDER;
  return order === EQUAL && isDistinct(constant, other) ? LESS | GREATER : ANY_ORDER;
}
