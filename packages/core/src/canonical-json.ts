/**
 * RFC 8785 canonical JSON: the one text of a JSON value, which is what gets hashed and signed. Refuses every value whose text
 * would lose or invent something (JSON.stringify drops or converts them), instead of guessing. Reads no `toJSON`. Beyond the
 * RFC, whose numbers are doubles, a `bigint` has its digits: two integers have one text only when they are the same.
 */
import { formatPointer } from "./json-pointer.js";
import { isWellFormedText } from "./well-formed.js";

export type CanonicalJsonErrorCode =
  | "unsupported_type"
  | "undefined_value"
  | "not_finite"
  | "lone_surrogate"
  | "not_plain_object"
  | "symbol_key"
  | "cycle"
  | "too_deep";

/** A value that has no canonical JSON text; `path` is the JSON Pointer (RFC 6901) of the offending value. */
export class CanonicalJsonError extends Error {
  override readonly name = "CanonicalJsonError";
  constructor(
    readonly code: CanonicalJsonErrorCode,
    readonly path: string,
    reason: string,
  ) {
    super(`cannot canonicalize the value at "${path}": ${reason}`);
  }
}

/** The deepest nesting of arrays and objects that {@link canonicalize} accepts. */
export const MAX_CANONICAL_DEPTH = 1024;

/**
 * The RFC 8785 text of a JSON value: null, booleans, finite numbers, integers as bigint, well-formed strings, arrays without
 * holes, and plain objects without undefined members. Throws {@link CanonicalJsonError} for anything else.
 */
export function canonicalize(value: unknown): string {
  try {
    return writeValue(value, []);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CanonicalJsonError(error.code, formatPointer(error.keys.toReversed()), error.message);
  }
}

/** Thrown inside; collects the keys on its way out, so that the usual path pays nothing for error paths. */
class Refusal extends Error {
  readonly keys: (string | number)[] = [];
  constructor(
    readonly code: CanonicalJsonErrorCode,
    message: string,
  ) {
    super(message);
  }
}

function writeValue(value: unknown, ancestors: object[]): string {
  switch (typeof value) {
    case "string":
      return writeString(value);
    case "number":
      // ECMAScript's own shortest form is the one that RFC 8785 prescribes; it writes -0 as 0.
      if (Number.isFinite(value)) return String(value);
      throw new Refusal("not_finite", "NaN and Infinity are not JSON");
    case "bigint":
      if (Number.isFinite(Number(value))) return String(value);
      throw new Refusal("not_finite", "the integer is larger than programs hold (1.8e308): give it as a string");
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return writeContainer(value, ancestors);
    case "undefined":
      throw new Refusal("undefined_value", "undefined is not JSON; leave the member out or use null");
    default:
      throw new Refusal("unsupported_type", `a ${typeof value} is not JSON`);
  }
}

function writeContainer(value: object, ancestors: object[]): string {
  if (ancestors.length >= MAX_CANONICAL_DEPTH) {
    if (ancestors.includes(value)) throw new Refusal("cycle", "the value contains itself");
    throw new Refusal("too_deep", `nesting is limited to ${MAX_CANONICAL_DEPTH} levels`);
  }
  ancestors.push(value);
  const text = Array.isArray(value) ? writeArray(value, ancestors) : writeObject(value, ancestors);
  ancestors.pop();
  return text;
}

function writeArray(items: readonly unknown[], ancestors: object[]): string {
  let text = "[";
  let index = 0;
  try {
    for (; index < items.length; index++) {
      if (index > 0) text += ",";
      text += writeValue(items[index], ancestors);
    }
  } catch (error) {
    if (error instanceof Refusal) error.keys.push(index);
    throw error;
  }
  return `${text}]`;
}

function writeObject(value: object, ancestors: object[]): string {
  if (!isPlainObject(value)) {
    throw new Refusal("not_plain_object", `an object of class ${describeClass(value)} is not JSON; convert it first`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) throw new Refusal("symbol_key", "a symbol cannot name a member");
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members);
  // The default sort compares UTF-16 code units, which is the order of RFC 8785; most objects are sorted once and stay so.
  if (!isSorted(keys)) keys.sort();
  let text = "{";
  let current = "";
  try {
    for (const key of keys) {
      current = key;
      if (text.length > 1) text += ",";
      text += `${writeString(key)}:${writeValue(members[key], ancestors)}`;
    }
  } catch (error) {
    if (error instanceof Refusal) error.keys.push(current);
    throw error;
  }
  return `${text}}`;
}

function writeString(text: string): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`;
  if (!isWellFormedText(text)) throw new Refusal("lone_surrogate", "the text holds an unpaired surrogate");
  return JSON.stringify(text);
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return false;
  }
  return true;
}

/** Plain in any realm: no prototype, or one that is some realm's Object.prototype. */
function isPlainObject(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

function describeClass(value: object): string {
  const made: unknown = (value as { constructor?: unknown }).constructor;
  return typeof made === "function" && made.name !== "" ? made.name : "unknown";
}

// Everything but characters that stand for themselves: controls, the quote, the backslash, and possible surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be found
const NEEDS_CARE = /[\u0000-\u001f"\\\ud800-\udfff]/;
