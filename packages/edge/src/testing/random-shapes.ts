// For tests: texts of given shapes, made at random from a fixed seed.
import { redact } from "../detection/redact/redact.js";

/** Numbers below 1 from a fixed seed. */
function numbers(): () => number {
  let state = 20_260_314;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The next of them, the same in each run of a test file. */
export const nextNumber = numbers();
export const pick = <T>(list: readonly T[]): T => list[Math.floor(nextNumber() * list.length)] as T;
export const randomText = (alphabet: string, size: number): string =>
  Array.from({ length: size }, () => pick([...alphabet])).join("");
export const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const HEX = "0123456789abcdef";
export const WORD = UPPER + LOWER + DIGITS;
/** `#` any digit, `%` a digit from 2 on; anything else is itself. */
export const fill = (form: string): string =>
  form.replace(/[#%]/g, (sign) => randomText(sign === "#" ? DIGITS : DIGITS.slice(2), 1));

/** Share of the texts in which the value is replaced from its first to its last character. */
export function found(
  cases: readonly (readonly [before: string, value: string, after: string])[],
  kind?: string,
): number {
  const hits = cases.filter(([before, value, after]) =>
    redact(before + value + after).redactions.some(
      (one) =>
        one.start <= before.length &&
        one.end >= before.length + value.length &&
        (kind === undefined || one.kind === kind),
    ),
  );
  return hits.length / cases.length;
}
