// Casts in a condition: `true::bool`, CAST('1' AS int), CONVERT(int, 1), DATE '1900-01-01'. Of a constant the value is made; of
// anything else all that is said is that it is the same each time. What a cast may fail on is unknown.
import { constant, type Expression, keyOf, UNKNOWN } from "./expression.js";
import { readsTime } from "./row-times.js";
import { isKeyName } from "./table-keys.js";

/** Calls that hold a type besides a value. */
export const CASTS: ReadonlySet<string> = new Set("cast try_cast safe_cast convert try_convert".split(" "));

const BOOLEANS: ReadonlySet<string> = new Set("bool boolean bit".split(" "));
const WHOLE: ReadonlySet<string> = new Set(
  "int integer int2 int4 int8 int64 bigint smallint tinyint mediumint signed unsigned".split(" "),
);
const NUMBERS: ReadonlySet<string> = new Set(
  "number numeric decimal dec float float4 float8 float64 real double".split(" "),
);
const TEXTS: ReadonlySet<string> = new Set(
  "text varchar char nvarchar nchar string character bpchar varchar2 nvarchar2 citext clob".split(" "),
);
const TIMES: ReadonlySet<string> = new Set("date timestamp timestamptz datetime datetime2 smalldatetime".split(" "));
const TRUE_WORDS = /^\s*(?:t|true|y|yes|on|1)\s*$/i;
const FALSE_WORDS = /^\s*(?:f|false|n|no|off|0)\s*$/i;
const NUMERAL = /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/;

export interface SqlType {
  readonly name: string;
  /** Characters that it holds; undefined where it does not say. */
  readonly size?: number;
}

/** Whether a word is a type that a literal may follow, or the first argument of CONVERT. */
export function isTypeName(word: string): boolean {
  return BOOLEANS.has(word) || WHOLE.has(word) || NUMBERS.has(word) || TEXTS.has(word) || TIMES.has(word);
}

/** What `inner` is as a value of a type. */
export function castTo(type: SqlType, inner: Expression): Expression {
  const { name } = type;
  if (inner.kind === "constant") return inner.value === null ? inner : constantAs(type, inner.value);
  // A condition is a truth value already.
  if (BOOLEANS.has(name)) return "compare and or xor not is like exists within".includes(inner.kind) ? inner : UNKNOWN;
  const isKnown = isTypeName(name) && !BOOLEANS.has(name);
  if (WHOLE.has(name) && inner.kind === "column" && isKeyName(inner.name)) return inner;
  const key = isKnown ? keyOf(inner) : undefined;
  return key === undefined ? UNKNOWN : { kind: "call", name: "cast", parts: [inner], key: `${name}(${key})` };
}

function constantAs({ name, size }: SqlType, value: string | number | boolean): Expression {
  if (BOOLEANS.has(name)) {
    if (typeof value !== "string") return constant(Boolean(value));
    return TRUE_WORDS.test(value) ? constant(true) : FALSE_WORDS.test(value) ? constant(false) : UNKNOWN;
  }
  if (WHOLE.has(name) || NUMBERS.has(name)) {
    const number = typeof value === "string" && !NUMERAL.test(value) ? Number.NaN : Number(value);
    const isExact = NUMBERS.has(name) ? !Number.isNaN(number) : Number.isInteger(number);
    return isExact ? constant(number) : UNKNOWN;
  }
  if (TEXTS.has(name)) {
    const text = typeof value === "boolean" ? undefined : String(value);
    return text === undefined || (size !== undefined && size < text.length) ? UNKNOWN : constant(text);
  }
  return typeof value === "string" && readsTime(name, value) ? constant(value) : UNKNOWN;
}
