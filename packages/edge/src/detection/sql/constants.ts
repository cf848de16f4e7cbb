// What is known of the values of constants: how two of them compare, and what functions make of them. Where dialects differ
// (case, spaces at the end, numbers beside strings), nothing is claimed.

/** Sets of the orders in which two values may stand. */
export const LESS = 1;
export const EQUAL = 2;
export const GREATER = 4;
export const ANY_ORDER = LESS | EQUAL | GREATER;

/** The orders in which two constants may stand in some dialect. */
export function orderOfConstants(left: string | number, right: string | number): number {
  if (typeof left === "number" && typeof right === "number")
    return left < right ? LESS : left > right ? GREATER : Math.abs(left) > Number.MAX_SAFE_INTEGER ? ANY_ORDER : EQUAL;
  if (typeof left !== typeof right) return ANY_ORDER;
  if (left === right) return EQUAL;
  return isDistinct(left as string, right as string) ? LESS | GREATER : ANY_ORDER;
}

/** The order of two strings where plain letters and digits give it, whatever case counts for; undefined elsewhere. */
export function orderOfTexts(left: string, right: string): number | undefined {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  if (!/^[a-z0-9]*$/.test(one + other) || left < right !== one < other) return undefined;
  return one < other ? LESS : one > other ? GREATER : undefined;
}

/** Whether two strings differ under every collation: not only by case, accents, spaces or the spelling of a number. */
export function isDistinct(left: string, right: string): boolean {
  const [one, other] = [plainOf(left), plainOf(right)];
  if (one === other) return false;
  const [first, second] = [Number(one), Number(other)];
  return Number.isNaN(first) || Number.isNaN(second) || first !== second;
}

function plainOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}.+-]/gu, "")
    .toLowerCase();
}

/** Whether a pattern fits every text that is not NULL. */
export function fitsEveryText(form: string, pattern: string): boolean {
  if (form === "glob") return /^\*+$/.test(pattern);
  if (form === "regexp" || form === "rlike") return EVERY_TEXT.has(pattern);
  if (form === "in") return false;
  return /^%+$/.test(pattern);
}

const EVERY_TEXT: ReadonlySet<string> = new Set([
  "",
  ".*",
  "^",
  "$",
  "^.*",
  ".*$",
  "^.*$",
  ".*?",
  "(.*)",
  ".?",
  "()",
  "^.*?",
]);

/** Whether `text LIKE pattern`; undefined where that depends on the dialect or is not known. */
export function fitsPattern(form: string, text: string, pattern: string): boolean | undefined {
  if ((form !== "like" && form !== "ilike") || /[_\\[]/.test(pattern)) return undefined;
  if (fitsParts(text, pattern.split("%"))) return true;
  return fitsParts(text.toLowerCase(), pattern.toLowerCase().split("%")) ? undefined : false;
}

/** Whether `parts` stand in `text` one after the other, the first at its start and the last at its end. */
function fitsParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** Most characters that a constant may come to. */
const LONGEST = 1000;

/** What a function or an operator makes of constants; undefined where that is not known, or differs between dialects. */
export function resultOfConstants(name: string, values: readonly (string | number)[]): string | number | undefined {
  const [first, second] = values;
  if (first === undefined) return undefined;
  if (name === "||") {
    const joined = values.join("");
    return values.every((value) => typeof value === "string") && joined.length < LONGEST ? joined : undefined;
  }
  if (typeof first === "string") {
    if (values.length > 1) return undefined;
    return name === "upper" || name === "ucase"
      ? first.toUpperCase()
      : name === "lower" || name === "lcase"
        ? first.toLowerCase()
        : LENGTHS.has(name) && first === first.trimEnd() && /^[ -~]*$/.test(first)
          ? first.length
          : undefined;
  }
  if (values.length === 1) return name === "abs" ? Math.abs(first) : name === "negate" ? -first : undefined;
  if (typeof second !== "number" || values.length > 2) return undefined;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second)) return undefined;
  const result =
    name === "+"
      ? first + second
      : name === "-"
        ? first - second
        : name === "*"
          ? first * second
          : extreme(name, first, second);
  return result !== undefined && Number.isSafeInteger(result) ? result : undefined;
}

function extreme(name: string, first: number, second: number): number | undefined {
  if (name === "greatest") return Math.max(first, second);
  if (name === "least") return Math.min(first, second);
  // Division and rest of a positive number by one that is no zero: where it leaves none, all dialects agree.
  if (second <= 0 || first < 0) return undefined;
  if (name === "%") return first % second;
  return name === "/" && first % second === 0 ? first / second : undefined;
}

/** Functions whose value is never below zero. */
export const LENGTHS: ReadonlySet<string> = new Set("length len char_length character_length octet_length".split(" "));
