// Decides whether a WHERE leaves out any row: a condition that is always true, or as good as, is no condition.
import type { SqlToken } from "./lexer.js";

/** What a condition says about the rows of a table. */
export type Truth = "true" | "false" | "unknown";

const DEEPEST = 40;
const COMPARISONS: ReadonlySet<string> = new Set(["=", "<", ">", "!"]);

/** Truth of the condition in `tokens`; an empty one is true. */
export function judgeCondition(tokens: readonly SqlToken[]): Truth {
  return tokens.length === 0 ? "true" : judge(tokens, 0);
}

function judge(tokens: readonly SqlToken[], depth: number): Truth {
  if (depth > DEEPEST || tokens.length === 0) return "unknown";
  const either = splitAt(tokens, (token) => isWord(token, "or") || isWord(token, "xor"), "|");
  if (either.length > 1) {
    const parts = either.map((part) => judge(part, depth + 1));
    if (parts.includes("true") || coversBoth(either)) return "true";
    return parts.every((part) => part === "false") ? "false" : "unknown";
  }
  const both = splitAt(tokens, (token) => isWord(token, "and"), "&");
  if (both.length > 1) {
    const parts = both.map((part) => judge(part, depth + 1));
    if (parts.includes("false")) return "false";
    return parts.every((part) => part === "true") ? "true" : "unknown";
  }
  const first = tokens[0] as SqlToken;
  if (isWord(first, "not") || (isSign(first, "!") && tokens.length > 1 && !isSign(tokens[1] as SqlToken, "="))) {
    const inner = judge(tokens.slice(1), depth + 1);
    return inner === "true" ? "false" : inner === "false" ? "true" : "unknown";
  }
  if (isSign(first, "(") && closesAt(tokens, 0) === tokens.length - 1) return judge(tokens.slice(1, -1), depth + 1);
  return judgeAtom(tokens);
}

function judgeAtom(tokens: readonly SqlToken[]): Truth {
  const first = tokens[0] as SqlToken;
  if (tokens.length === 1) {
    if (first.kind === "number") return Number(first.value) === 0 ? "false" : "true";
    if (isWord(first, "true")) return "true";
    if (isWord(first, "false") || isWord(first, "null")) return "false";
    return first.kind === "string" ? (Number.parseFloat(first.value) > 0 ? "true" : "false") : "unknown";
  }
  if (isWord(first, "exists")) {
    const hasFilter = tokens.some(
      (token) => isWord(token, "where") || isWord(token, "having") || isWord(token, "join"),
    );
    return hasFilter ? "unknown" : "true";
  }
  const is = tokens.findIndex((token) => isWord(token, "is"));
  if (is > 0 && isWord(tokens[is + 1], "not") && isWord(tokens[is + 2], "null")) return "true";
  const like = tokens.findIndex((token) => isWord(token, "like") || isWord(token, "ilike"));
  if (like > 0) {
    const pattern = tokens[like + 1];
    const isNegated = isWord(tokens[like - 1], "not");
    if (pattern?.kind === "string" && /^%+$/.test(pattern.value)) return isNegated ? "false" : "true";
    if (pattern?.kind === "string" && isNegated && pattern.value === "") return "true";
    return "unknown";
  }
  const between = tokens.findIndex((token) => isWord(token, "between") || isWord(token, "in"));
  if (between > 0) {
    const constant = tokens.every(
      (token) => token.kind !== "word" || ["between", "in", "and", "not"].includes(token.value),
    );
    return constant ? "true" : "unknown";
  }
  return judgeComparison(tokens);
}

function judgeComparison(tokens: readonly SqlToken[]): Truth {
  const at = tokens.findIndex((token) => token.kind === "sign" && COMPARISONS.has(token.value));
  if (at <= 0) {
    const isConstant = tokens.every((token) => token.kind === "number" || token.kind === "sign");
    return isConstant ? "true" : "unknown";
  }
  let size = 1;
  while (tokens[at + size]?.kind === "sign" && /^[=<>]$/.test((tokens[at + size] as SqlToken).value)) size += 1;
  const operator = tokens
    .slice(at, at + size)
    .map((token) => token.value)
    .join("");
  const left = tokens.slice(0, at);
  const right = tokens.slice(at + size);
  if (right.length === 0) return "unknown";
  if (textOf(left) === textOf(right))
    return operator === "<>" || operator === "!=" || operator === "<" || operator === ">" ? "false" : "true";
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== undefined && b !== undefined) return compare(a, b, operator);
  // `id > 0`, `id <> -1`: every row of an ordinary key.
  if (b !== undefined && typeof b === "number" && isKeyName(left)) {
    if (
      (operator === ">" && b <= 0) ||
      (operator === ">=" && b <= 1) ||
      ((operator === "<>" || operator === "!=") && b <= 0)
    )
      return "true";
  }
  const isConstant = (side: readonly SqlToken[]): boolean =>
    side.every((token) => token.kind !== "word" && token.kind !== "quoted");
  return isConstant(left) && isConstant(right) ? "true" : "unknown";
}

function compare(a: string | number, b: string | number, operator: string): Truth {
  const left = typeof a === typeof b ? a : Number(a);
  const right = typeof a === typeof b ? b : Number(b);
  const holds =
    operator === "=" || operator === "=="
      ? left === right
      : operator === "<>" || operator === "!="
        ? left !== right
        : operator === "<"
          ? left < right
          : operator === ">"
            ? left > right
            : operator === "<="
              ? left <= right
              : operator === ">="
                ? left >= right
                : operator === "<=>"
                  ? left === right
                  : true;
  return holds ? "true" : "false";
}

function constantOf(tokens: readonly SqlToken[]): string | number | undefined {
  if (tokens.length === 1) {
    const only = tokens[0] as SqlToken;
    if (only.kind === "number") return Number(only.value);
    if (only.kind === "string") return only.value;
    if (isWord(only, "true")) return 1;
    if (isWord(only, "false")) return 0;
  }
  if (tokens.length === 2 && isSign(tokens[0], "-") && (tokens[1] as SqlToken).kind === "number")
    return -Number((tokens[1] as SqlToken).value);
  return undefined;
}

function isKeyName(tokens: readonly SqlToken[]): boolean {
  const last = tokens[tokens.length - 1];
  return (
    last !== undefined &&
    (last.kind === "word" || last.kind === "quoted") &&
    /^(?:id|rowid|ctid|pk|oid|uid|.{0,60}_id)$/.test(last.value.toLowerCase())
  );
}

/** `x is null or x is not null`, `x = 1 or x <> 1`: two parts that leave nothing out together. */
function coversBoth(parts: readonly (readonly SqlToken[])[]): boolean {
  const texts = new Set(parts.map(textOf));
  for (const text of texts) {
    if (text.includes(" is null") && texts.has(text.replace(" is null", " is not null"))) return true;
    if (text.includes(" = ") && (texts.has(text.replace(" = ", " < > ")) || texts.has(text.replace(" = ", " ! = "))))
      return true;
  }
  return false;
}

function splitAt(tokens: readonly SqlToken[], splits: (token: SqlToken) => boolean, doubled: string): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  let inBetween = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (isSign(token, "(")) depth += 1;
    else if (isSign(token, ")")) depth -= 1;
    if (depth === 0 && isWord(token, "between")) inBetween = true;
    const isDoubled = isSign(token, doubled) && isSign(tokens[at + 1], doubled);
    if (depth === 0 && (splits(token) || isDoubled)) {
      if (inBetween && isWord(token, "and")) inBetween = false;
      else {
        parts.push([]);
        if (isDoubled) at += 1;
        continue;
      }
    }
    (parts[parts.length - 1] as SqlToken[]).push(token);
  }
  return parts;
}

function closesAt(tokens: readonly SqlToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isSign(tokens[at], "(")) depth += 1;
    else if (isSign(tokens[at], ")")) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function textOf(tokens: readonly SqlToken[]): string {
  return tokens.map((token) => (token.kind === "string" ? `'${token.value}'` : token.value.toLowerCase())).join(" ");
}

export function isWord(token: SqlToken | undefined, value: string): boolean {
  return token !== undefined && token.kind === "word" && token.value === value;
}

export function isSign(token: SqlToken | undefined, value: string): boolean {
  return token !== undefined && token.kind === "sign" && token.value === value;
}
