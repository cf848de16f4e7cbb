// What is known of the number that a function or operator makes of values that are not NULL: between which bounds it lies, or which few
// numbers it may be. It supposes nothing itself.
import type { Value } from "./value-orders.js";

export interface NumberBounds {
  readonly low: number;
  readonly high: number;
  /** All numbers that it may be, where they are few. */
  readonly among?: readonly number[];
}

/** Most numbers that are gone through one by one. */
const MOST_NUMBERS = 16;
const NOWHERE = Number.POSITIVE_INFINITY;
/** Places within a text, from 0 or 1 on. */
const PLACES: ReadonlySet<string> = new Set(["instr", "strpos", "locate", "charindex"]);

/** The bounds of `name` of `values`; undefined where nothing is known. */
export function boundsOf(name: string, values: readonly Value[]): NumberBounds | undefined {
  const [first, second] = values;
  if (first === undefined) return undefined;
  if (name === "greatest" || name === "least") return extremesOf(name, values);
  if (name === "sign") return listed([-1, 0, 1].filter((one) => one >= Math.sign(first.low ?? -1)));
  if (PLACES.has(name)) return { low: 0, high: NOWHERE };
  const isCount = (first.low ?? -1) >= 0;
  const number = second?.constant;
  if (typeof number !== "number" || !Number.isInteger(number) || number < 0) return undefined;
  if (name === "&") return number >= MOST_NUMBERS ? { low: 0, high: number } : listed(numbersWithin(number));
  if (!isCount) return undefined;
  if (name === "|") return { low: Math.max(number, first.low ?? 0), high: NOWHERE };
  if (name === "%" && number > 0) {
    const rests = Array.from({ length: Math.min(number, MOST_NUMBERS) }, (_, rest) => rest);
    return number > MOST_NUMBERS ? { low: 0, high: number - 1 } : listed(rests);
  }
  return name === ">>" || name === "<<" ? { low: 0, high: NOWHERE } : undefined;
}

/** Whether an operator makes zero of whatever its operands are. */
export function isZero(name: string, [first, second]: readonly Value[]): boolean {
  if (name === "*" || name === "&") return first?.constant === 0 || second?.constant === 0;
  if (name === "%") return second?.constant === 1;
  return (name === "-" || name === "^") && first?.key !== undefined && first.key === second?.key;
}

function extremesOf(name: "greatest" | "least", values: readonly Value[]): NumberBounds | undefined {
  const isGreatest = name === "greatest";
  const lows = values.map(({ low }) => low ?? -NOWHERE);
  const highs = values.map(({ high }) => high ?? NOWHERE);
  const low = isGreatest ? Math.max(...lows) : Math.min(...lows);
  const high = isGreatest ? Math.max(...highs) : Math.min(...highs);
  return low === -NOWHERE && high === NOWHERE ? undefined : { low, high };
}

function listed(among: readonly number[]): NumberBounds {
  return { low: Math.min(...among), high: Math.max(...among), among };
}

/** All numbers whose bits are bits of `mask`. */
function numbersWithin(mask: number): number[] {
  return Array.from({ length: mask + 1 }, (_, number) => number).filter((number) => (number & ~mask) === 0);
}
