// What a condition may come to, in the logic of three values, when something is supposed about the columns that it reads:
// whether each is NULL, and how it stands to what it is compared with. What is not supposed yet is supposed as it is asked
// for, so that one weighing after the other goes through all cases.
import {
  ANY_ORDER,
  EQUAL,
  fitsEveryText,
  fitsPattern,
  GREATER,
  LENGTHS,
  LESS,
  orderOfConstants,
  orderOfTexts,
  resultOfConstants,
} from "./constants.js";
import type { Comparison, Expression, Subquery } from "./expression.js";
import { boundsOf, isZero } from "./number-bounds.js";
import { isOwnPartner, isWithinOwn, unchangedOperand } from "./own-rows.js";
import { isNow, isRowTime } from "./row-times.js";
import { HIGHEST_KEY, isBeyondKeys, isKeyName, isOwnKey } from "./table-keys.js";
import { FALSE, joinTruths, NULL, notOf, TRUE } from "./truth-values.js";
import { DIRECTED, HOLDS, ordersAfter, STATES, timeOrder, turned, type Value } from "./value-orders.js";

/**
 * What may be taken for granted: nothing; that columns hold values of the kind they are compared with; or besides that keys
 * are positive whole numbers and other tables hold rows.
 */
export type Trust = "nothing" | "kinds" | "keys";

interface Supposition {
  readonly key: string;
  /** What may still be supposed, the one at hand first. */
  readonly states: number[];
  /** For an order: which expression stands to which constant. */
  readonly operand?: string;
  readonly constant?: string | number;
}

const MOST_SAME_CASES = 32;
const FILLED = 1;
const EMPTY = 2;
const OPAQUE: Value = { isNull: undefined };
const SUMS: ReadonlySet<string> = new Set(["+", "-", "*"]);
/** Functions whose value lies between zero and one. */
const CHANCES: ReadonlySet<string> = new Set(["rand", "random"]);
const COALESCES: ReadonlySet<string> = new Set(["coalesce", "ifnull", "nvl", "isnull"]);

export class Weigher {
  private readonly supposed: Supposition[] = [];
  private readonly byKey = new Map<string, Supposition>();
  /** Tree nodes that were looked at. */
  steps = 0;
  private isWithinSame = false;

  constructor(
    private readonly trust: Trust,
    /** Names of the table whose rows are judged. */
    private readonly tables: ReadonlySet<string>,
    /** Names of tables that each row has its part of: that one, and those that are joined to it. */
    private readonly owners: ReadonlySet<string> = tables,
  ) {}

  /** Goes on to the next case; false after the last. */
  next(): boolean {
    for (let last = this.supposed.pop(); last !== undefined; last = this.supposed.pop()) {
      if (last.states.length > 1) {
        last.states.shift();
        this.supposed.push(last);
        return true;
      }
      this.byKey.delete(last.key);
    }
    return false;
  }

  /** Whether some column is NULL in the case at hand. */
  get hasNull(): boolean {
    return this.supposed.some(({ key, states }) => key.startsWith("null ") && states[0] === EMPTY);
  }

  /** The truth values that `expression` may have in the case at hand. */
  weigh(expression: Expression): number {
    this.steps += 1;
    switch (expression.kind) {
      case "and":
      case "or":
      case "xor":
        return this.weighParts(expression.kind, expression.parts);
      case "not":
        return notOf(this.weigh(expression.inner));
      case "is":
        return this.weighIs(expression.what, expression.inner);
      case "compare":
        if (this.trust === "keys" && isWithinOwn(expression.sign, expression.left, expression.right, this.tables))
          return this.valueOf(expression.left).isNull === true ? NULL : TRUE;
        return this.compare(expression.sign, this.valueOf(expression.left), this.valueOf(expression.right));
      case "like":
        return this.weighLike(expression.form, expression.inner, expression.pattern);
      case "exists":
        return this.weighExists(expression.query);
      case "within":
        return this.weighWithin(expression.inner, expression.query);
      case "case": {
        let sum = 0;
        for (const [when, then] of expression.arms) {
          const truth = this.weigh(when);
          if ((truth & TRUE) !== 0) sum |= this.weigh(then);
          if (truth === TRUE) return sum;
        }
        return sum | this.weigh(expression.other);
      }
      case "column": {
        const { isNull, key } = this.valueOf(expression);
        return isNull === true ? NULL : this.suppose(`truth ${key}`, [FALSE, TRUE]);
      }
      case "same":
        return this.weighSame(expression.inner);
      case "unknown":
        return TRUE | FALSE | NULL;
      default: {
        const { isNull, constant } = this.valueOf(expression);
        if (isNull === true) return NULL;
        const number = typeof constant === "string" ? Number.parseFloat(constant) : constant;
        if (number === undefined || Number.isNaN(number)) return TRUE | FALSE | (isNull === false ? 0 : NULL);
        return number === 0 ? FALSE : TRUE;
      }
    }
  }

  /** On trust, what is the same for each row holds, unless it certainly does not: nobody asks what leaves all rows as they are. */
  private weighSame(inner: Expression): number {
    if (this.trust !== "keys" || this.isWithinSame) return this.weigh(inner);
    const weigher = new Weigher(this.trust, this.tables, this.owners);
    weigher.isWithinSame = true;
    let sum = 0;
    for (let cases = 0; cases < MOST_SAME_CASES; cases += 1) {
      sum |= weigher.weigh(inner);
      if ((sum & TRUE) !== 0 || !weigher.next()) break;
    }
    this.steps += weigher.steps;
    return (sum & TRUE) !== 0 ? TRUE : sum;
  }

  private weighParts(kind: "and" | "or" | "xor", parts: readonly Expression[]): number {
    let sum = kind === "and" ? TRUE : FALSE;
    const settles = kind === "and" ? FALSE : kind === "or" ? TRUE : 0;
    for (const part of parts) {
      const truth = this.weigh(part);
      if (truth === settles) return settles;
      sum = joinTruths(kind, sum, truth);
    }
    return sum;
  }

  private weighIs(what: "null" | "true" | "false", inner: Expression): number {
    if (what === "null") {
      const { isNull } = this.valueOf(inner);
      return isNull === undefined ? TRUE | FALSE : isNull ? TRUE : FALSE;
    }
    const truth = this.weigh(inner);
    const asked = what === "true" ? TRUE : FALSE;
    return ((truth & asked) !== 0 ? TRUE : 0) | ((truth & ~asked) !== 0 ? FALSE : 0);
  }

  private weighLike(form: string, inner: Expression, pattern: Expression): number {
    const { isNull, constant, key } = this.valueOf(inner);
    const shape = this.valueOf(pattern);
    if (isNull === true || shape.isNull === true) return NULL;
    const nulls = isNull === undefined || shape.isNull === undefined ? NULL : 0;
    if (typeof shape.constant !== "string") return TRUE | FALSE | nulls;
    // Bytes are no text, and fit no pattern.
    if (fitsEveryText(form, shape.constant) && (this.trust !== "nothing" || constant !== undefined))
      return TRUE | nulls;
    const fits = typeof constant === "string" ? fitsPattern(form, constant, shape.constant) : undefined;
    if (fits !== undefined) return (fits ? TRUE : FALSE) | nulls;
    return (key === undefined ? TRUE | FALSE : this.suppose(`${form} ${key} ${shape.constant}`, [FALSE, TRUE])) | nulls;
  }

  /** Whether a query gives rows: TRUE, FALSE, or both. */
  private weighExists(query: Subquery): number {
    if (!query.isPlain) return TRUE | FALSE;
    // A count gives a row also when it counts none.
    if (query.isCount) return TRUE;
    const where = query.where === undefined ? TRUE : new Weigher("nothing", NONE).weighAll(query.where);
    if ((where & TRUE) === 0) return FALSE;
    if (where !== TRUE) return this.trust === "keys" && isOwnPartner(query, this.tables) ? TRUE : TRUE | FALSE;
    return query.table === undefined || this.tables.has(query.table) || this.trust === "keys" ? TRUE : TRUE | FALSE;
  }

  /** What may come of an expression at all: no case is gone through, only what is sure counts. */
  private weighAll(expression: Expression): number {
    const truth = this.weigh(expression);
    return this.supposed.length === 0 ? truth : TRUE | FALSE | NULL;
  }

  private weighWithin(inner: Expression, query: Subquery): number {
    const rows = this.weighExists(query);
    if (query.isPlain && rows === FALSE) return FALSE;
    const { item, table } = query;
    const isOwn =
      rows === TRUE &&
      table !== undefined &&
      this.tables.has(table) &&
      inner.kind === "column" &&
      item.kind === "column" &&
      item.name === inner.name &&
      (inner.owner === "" || this.tables.has(inner.owner));
    if (!isOwn) return TRUE | FALSE | NULL;
    return this.valueOf(inner).isNull === true ? NULL : TRUE;
  }

  private valueOf(expression: Expression): Value {
    this.steps += 1;
    switch (expression.kind) {
      case "constant": {
        const { value, text } = expression;
        if (value === null) return { isNull: true };
        const plain = typeof value === "boolean" ? Number(value) : value;
        return typeof plain === "number"
          ? { isNull: false, constant: plain, low: plain, high: plain, key: text }
          : { isNull: false, constant: plain, key: text };
      }
      case "column": {
        const { key } = expression;
        if (isNow(key)) return { isNull: false, time: "now" };
        const isOwn = this.trust === "keys" && isOwnKey(expression, this.owners);
        const isNull = !isOwn && this.suppose(`null ${key}`, [FILLED, EMPTY]) === EMPTY;
        return this.trust === "keys" && isKeyName(expression.name) && !isNull
          ? { isNull, low: 1, high: HIGHEST_KEY, key }
          : { isNull, key, ...(this.trust === "keys" && isRowTime(expression.name) ? { time: "row" } : {}) };
      }
      case "call":
        return this.valueOfCall(expression.name, expression.parts, expression.key);
      case "case": {
        for (const [when, then] of expression.arms) {
          const truth = this.weigh(when);
          if (truth === TRUE) return this.valueOf(then);
          if ((truth & TRUE) !== 0) return OPAQUE;
        }
        return this.valueOf(expression.other);
      }
      case "scalar": {
        const { query } = expression;
        if (!query.isPlain) return OPAQUE;
        if (query.isCount) return { isNull: false, low: this.countsAny(query) ? 1 : 0, high: Number.POSITIVE_INFINITY };
        return query.table === undefined && query.where === undefined ? this.valueOf(query.item) : OPAQUE;
      }
      case "same":
        return this.valueOf(expression.inner);
      case "unknown":
        return OPAQUE;
      default: {
        const truth = this.weigh(expression);
        if (truth === NULL) return { isNull: true };
        if (truth === TRUE || truth === FALSE) {
          const number = truth === TRUE ? 1 : 0;
          return { isNull: false, constant: number, low: number, high: number };
        }
        return { isNull: (truth & NULL) === 0 ? false : undefined, low: 0, high: 1 };
      }
    }
  }

  /** Whether a count is no zero: of the table itself, of which a row is judged, or of another one on trust. */
  private countsAny({ table, where }: Subquery): boolean {
    return where === undefined && (table === undefined || this.tables.has(table) || this.trust === "keys");
  }

  private valueOfCall(name: string, parts: readonly Expression[], key: string): Value {
    if (COALESCES.has(name)) {
      if (parts.length < 2) return OPAQUE;
      for (const part of parts) {
        const value = this.valueOf(part);
        if (value.isNull !== true) return value.isNull === false ? value : OPAQUE;
      }
      return { isNull: true };
    }
    if (name === "count") return { isNull: false, low: 0, high: Number.POSITIVE_INFINITY };
    if (isNow(name)) return { isNull: false, time: "now" };
    if (this.trust === "keys" && parts.length === 0 && CHANCES.has(name)) return { isNull: false, low: 0, high: 1 };
    const values = parts.map((part) => this.valueOf(part));
    const constants = values.flatMap(({ constant }) => (constant === undefined ? [] : [constant]));
    if (constants.length === values.length) {
      const constant = resultOfConstants(name, constants);
      if (typeof constant === "number") return { isNull: false, constant, low: constant, high: constant };
      if (constant !== undefined) return { isNull: false, constant };
    }
    // Only what depends on its arguments alone, and is NULL where they are, is known.
    if (key === "") return OPAQUE;
    if (values.some(({ isNull }) => isNull === true)) return { isNull: true };
    if (values.some(({ isNull }) => isNull === undefined)) return OPAQUE;
    if (LENGTHS.has(name) || name === "abs") return { isNull: false, low: 0, high: Number.POSITIVE_INFINITY, key };
    const [first = OPAQUE, second] = values;
    if (this.trust === "keys" && second !== undefined) {
      const unchanged = unchangedOperand(name, first.constant, second.constant);
      if (unchanged >= 0) return values[unchanged] as Value;
    }
    if (name === "negate" && first.low !== undefined && first.high !== undefined)
      return { isNull: false, key, low: -first.high, high: -first.low };
    if (this.trust === "keys" && isZero(name, values)) return { isNull: false, constant: 0, low: 0, high: 0 };
    const bounds = this.trust === "nothing" ? undefined : boundsOf(name, values);
    if (bounds?.among !== undefined) {
      const constant = this.suppose(`value ${key}`, bounds.among);
      return { isNull: false, constant, low: constant, high: constant };
    }
    if (bounds !== undefined) return { isNull: false, key, ...bounds };
    // Division by zero and the like may make NULL of values; so may sums beyond all numbers.
    if (name === "/" || name === "%" || (this.trust === "nothing" && SUMS.has(name))) return OPAQUE;
    return { isNull: false, key };
  }

  private compare(sign: Comparison, left: Value, right: Value): number {
    if (sign === "<=>") {
      if (left.isNull === undefined || right.isNull === undefined) return TRUE | FALSE;
      if (left.isNull || right.isNull) return left.isNull && right.isNull ? TRUE : FALSE;
    } else if (left.isNull === true || right.isNull === true) return NULL;
    const nulls = left.isNull === undefined || right.isNull === undefined ? NULL : 0;
    const orders = (DIRECTED.has(sign) ? timeOrder(left, right) : undefined) ?? this.ordersOf(left, right);
    const holds = HOLDS[sign];
    return ((orders & holds) !== 0 ? TRUE : 0) | ((orders & ~holds) !== 0 ? FALSE : 0) | nulls;
  }

  /** The orders in which two values may stand that are not NULL. */
  private ordersOf(left: Value, right: Value): number {
    if (left.constant !== undefined && right.constant !== undefined) {
      const isMixed = typeof left.constant !== typeof right.constant;
      if (isMixed && this.trust === "keys") return orderOfConstants(Number(left.constant), Number(right.constant));
      const areTexts = typeof left.constant === "string" && typeof right.constant === "string";
      const plain =
        areTexts && this.trust !== "nothing"
          ? orderOfTexts(left.constant as string, right.constant as string)
          : undefined;
      return plain ?? this.supposeOrder(left, right, orderOfConstants(left.constant, right.constant));
    }
    if (left.key !== undefined && left.key === right.key) return EQUAL;
    if (left.constant !== undefined) return turned(this.ordersOf(right, left));
    const constant = this.constantFor(left, right);
    let possible = ANY_ORDER;
    if (left.low !== undefined && left.high !== undefined) {
      const [low, high] =
        typeof constant === "number" ? [constant, constant] : [right.low ?? Number.NaN, right.high ?? Number.NaN];
      const top = left.high === HIGHEST_KEY && !isBeyondKeys(low) ? Number.POSITIVE_INFINITY : left.high;
      if (top < low) return LESS;
      if (left.low > high) return GREATER;
      if (top <= low) possible &= ~GREATER;
      if (left.low >= high) possible &= ~LESS;
    }
    // No text stands before the empty one.
    if (constant === "" && this.trust === "keys") possible &= ~LESS;
    return this.supposeOrder(left, right, possible, constant);
  }

  /** One of the `possible` orders, where both values are the same each time that they are asked for; else all of them. */
  private supposeOrder(left: Value, right: Value, possible: number, constant?: string | number): number {
    if (left.key === undefined || right.key === undefined) return possible;
    if (constant === undefined && left.key > right.key) return turned(this.supposeOrder(right, left, turned(possible)));
    const key = `order ${left.key} ${right.key}`;
    let orders = possible;
    if (constant !== undefined && !this.byKey.has(key)) {
      const isTyped = left.low !== undefined || this.trust !== "nothing";
      this.steps += this.supposed.length;
      for (const known of this.supposed)
        if (known.operand === left.key && known.constant !== undefined)
          orders &= ordersAfter(known.states[0] as number, known.constant, constant, isTyped);
    }
    if (orders === LESS || orders === EQUAL || orders === GREATER) return orders;
    return this.suppose(key, STATES[orders] as number[], left.key, constant);
  }

  /** A string of digits beside a key is the number. */
  private constantFor(left: Value, right: Value): string | number | undefined {
    const isNumber = this.trust === "keys" && left.low !== undefined && typeof right.constant === "string";
    return isNumber && right.constant !== "" && !Number.isNaN(Number(right.constant))
      ? Number(right.constant)
      : right.constant;
  }

  /** What is supposed under `key`: the first of `states` when it is asked for the first time. */
  private suppose(key: string, states: readonly number[], operand?: string, constant?: string | number): number {
    let known = this.byKey.get(key);
    if (known === undefined) {
      known = {
        key,
        states: [...states],
        ...(operand === undefined ? {} : { operand }),
        ...(constant === undefined ? {} : { constant }),
      };
      this.supposed.push(known);
      this.byKey.set(key, known);
    }
    return known.states[0] ?? ANY_ORDER;
  }
}

const NONE: ReadonlySet<string> = new Set();
