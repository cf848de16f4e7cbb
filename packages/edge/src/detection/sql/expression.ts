// The condition of a statement as a tree. Everything that is no expression of a known kind is `unknown`, so that one odd part
// hides no other; what a shorter form says is written out in longer ones (BETWEEN as two comparisons, IN as equalities).
import { readsTime } from "./row-times.js";

export type Comparison = "=" | "<" | ">" | "<=" | ">=" | "<>" | "<=>";

export type Expression =
  | { readonly kind: "constant"; readonly value: string | number | boolean | null; readonly text: string }
  | { readonly kind: "column"; readonly key: string; readonly name: string; readonly owner: string }
  | { readonly kind: "call"; readonly name: string; readonly parts: readonly Expression[]; readonly key: string }
  | { readonly kind: "and" | "or" | "xor"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly inner: Expression }
  | { readonly kind: "compare"; readonly sign: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "is"; readonly what: "null" | "true" | "false"; readonly inner: Expression }
  | { readonly kind: "like"; readonly form: string; readonly inner: Expression; readonly pattern: Expression }
  | { readonly kind: "case"; readonly arms: readonly (readonly [Expression, Expression])[]; readonly other: Expression }
  | { readonly kind: "exists"; readonly query: Subquery }
  | { readonly kind: "within"; readonly inner: Expression; readonly query: Subquery }
  | { readonly kind: "scalar"; readonly query: Subquery }
  /** What is the same for each row: no column is read, or an expression is compared with itself. */
  | { readonly kind: "same"; readonly inner: Expression }
  | { readonly kind: "unknown" };

/** A SELECT in brackets. Where `isPlain` is false, nothing is known but that it stands there. */
export interface Subquery {
  readonly isPlain: boolean;
  readonly item: Expression;
  readonly isCount: boolean;
  /** Its one table, in small letters, without a schema; undefined when it reads none. */
  readonly table?: string;
  readonly where?: Expression;
}

export const UNKNOWN: Expression = { kind: "unknown" };

/** What makes two expressions the same; undefined where the same words need not give the same value. */
export function keyOf(expression: Expression): string | undefined {
  if (expression.kind === "column" || (expression.kind === "call" && expression.key !== "")) return expression.key;
  return expression.kind === "constant" ? expression.text : undefined;
}

/** A call of a function or an operator whose value depends on its arguments alone, or one without a key. */
export function makeCall(name: string, parts: readonly Expression[]): Expression {
  const keys = parts.map(keyOf);
  const isSteady = STEADY.has(name) && keys.every((key) => key !== undefined);
  return { kind: "call", name, parts, key: isSteady ? `${name}(${keys.join(",")})` : "" };
}

/** Functions and operators that give the same value for the same arguments, and NULL for NULL. */
const STEADY: ReadonlySet<string> = new Set(
  "length len char_length character_length octet_length abs upper ucase lower lcase trim ltrim rtrim negate + - * / % || coalesce ifnull nvl isnull & | ^ << >> ~ greatest least sign reverse instr strpos locate charindex".split(
    " ",
  ),
);

export function constant(value: string | number | boolean | null): Expression {
  return { kind: "constant", value, text: typeof value === "string" ? `'${value}'` : String(value) };
}

/** Whether an expression is a constant that is no text. */
export function isNumber(expression: Expression): boolean {
  return expression.kind === "constant" && typeof expression.value !== "string";
}

export function negated(inner: Expression, isNegated: boolean): Expression {
  return isNegated ? { kind: "not", inner } : inner;
}

/** Column names that a condition reads, added to `names`. */
export function gatherColumns(expression: Expression, names: Set<string>): void {
  switch (expression.kind) {
    case "column":
      names.add(expression.key);
      return;
    case "call":
    case "and":
    case "or":
    case "xor":
      for (const part of expression.parts) gatherColumns(part, names);
      return;
    case "not":
    case "is":
    case "within":
    case "same":
      gatherColumns(expression.inner, names);
      return;
    case "compare":
      gatherColumns(expression.left, names);
      gatherColumns(expression.right, names);
      return;
    case "like":
      gatherColumns(expression.inner, names);
      gatherColumns(expression.pattern, names);
      return;
    case "case":
      for (const [when, then] of expression.arms) {
        gatherColumns(when, names);
        gatherColumns(then, names);
      }
      gatherColumns(expression.other, names);
      return;
    default:
      return;
  }
}

/** Functions that choose between their arguments are written out. */
export function callOf(name: string, parts: readonly Expression[]): Expression {
  const [first, second, third] = parts;
  if ((name === "iif" || name === "if") && first !== undefined && second !== undefined)
    return { kind: "case", arms: [[first, second]], other: third ?? constant(null) };
  if (name === "nullif" && first !== undefined && second !== undefined) {
    const same: Expression = { kind: "compare", sign: "=", left: first, right: second };
    return { kind: "case", arms: [[same, constant(null)]], other: first };
  }
  if (first?.kind === "constant" && typeof first.value === "string" && readsTime(name, first.value, parts.length))
    return first;
  const shape = second?.kind === "constant" && typeof second.value === "string" ? second.value : undefined;
  const pattern = shape === undefined ? undefined : patternOf(name, shape);
  if (pattern !== undefined && first !== undefined && parts.length === 2)
    return { kind: "like", form: pattern[0], inner: first, pattern: constant(pattern[1]) };
  return makeCall((parts.length === 2 ? OPERATORS.get(name) : undefined) ?? name, parts);
}

/** Functions that are operators under another name. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mod: "%",
    concat: "||",
    bitand: "&",
    bit_and: "&",
    bitor: "|",
    bit_or: "|",
    bitxor: "^",
  }),
);

/** What a function that looks for a text asks, as a form of LIKE and its pattern; undefined for other functions. */
function patternOf(name: string, text: string): readonly [string, string] | undefined {
  if (name.startsWith("regexp_")) return REGEXP_TESTS.has(name) ? ["regexp", text] : undefined;
  if (/[%_\\]/.test(text)) return undefined;
  if (name === "starts_with" || name === "startswith") return ["like", `${text}%`];
  if (name === "ends_with" || name === "endswith") return ["like", `%${text}`];
  return name === "contains_substr" ? ["like", `%${text}%`] : undefined;
}

const REGEXP_TESTS: ReadonlySet<string> = new Set("regexp_like regexp_contains regexp_matches".split(" "));
