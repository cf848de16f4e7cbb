/**
 * JSON.parse for input that nobody vouches for: refuses invalid UTF-8, duplicate keys, unpaired surrogates and nesting beyond a
 * limit, none of which JSON.parse minds; integers keep their digits (json-numbers.ts). Nothing here recurses. Keys such as
 * `__proto__` come out as plain own members, which only code that assigns them elsewhere (`target[key] = …`) could turn into
 * harm.
 */
import { endOfString, isLargeNumber, type JsonObject, type JsonValue, parseLargeNumbers } from "./json-numbers.js";
import { ESCAPED_SURROGATE, isWellFormedText } from "./well-formed.js";

export type StrictJsonErrorCode =
  | "invalid_utf8"
  | "not_json"
  | "duplicate_json_key"
  | "too_deep"
  | "lone_surrogate"
  | "number_too_large"
  | "too_large"
  | "too_many_values";

/** Input that is not acceptable JSON; `key` is the repeated key of `duplicate_json_key`. */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";
  constructor(
    readonly code: StrictJsonErrorCode,
    message: string,
    readonly key?: string,
  ) {
    super(message);
  }
}

/**
 * `maxDepth` counts arrays and objects around a value (`[[1]]` is 2); `maxBytes` is the size as UTF-8; `maxValues` counts arrays, objects
 * and commas, which is about how many values there are: that, more than its size, is what a text takes in time and memory.
 */
export interface StrictJsonLimits {
  readonly maxDepth: number;
  readonly maxBytes?: number;
  readonly maxValues?: number;
}

/** The value of a JSON text within limits; else {@link StrictJsonError}. A byte order mark is not JSON. */
export function parseStrictJson(input: Uint8Array | string, limits: StrictJsonLimits): JsonValue {
  requireSize(input, limits.maxBytes ?? Number.POSITIVE_INFINITY);
  const text = typeof input === "string" ? input : decodeUtf8(input);
  const mayHoldLoneSurrogate = ESCAPED_SURROGATE.test(text) || (typeof input === "string" && !isWellFormedText(text));
  const memberCount = countMembers(text, limits);
  const value = parseText(text);
  const holdsLargeNumber = inspectTree(value, text, memberCount, mayHoldLoneSurrogate);
  return holdsLargeNumber ? parseLargeNumbers(text, refuseNumber) : value;
}

/** How many arrays and objects are nested in each other: 0 for a scalar, 1 for `[]`, 2 for `[[]]`. */
export function jsonDepth(value: JsonValue): number {
  let depth = 0;
  let level: JsonValue[] = [value];
  for (;;) {
    const next: JsonValue[] = [];
    let hasContainer = false;
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      hasContainer = true;
      for (const child of Array.isArray(item) ? item : Object.values(item)) {
        if (typeof child === "object" && child !== null) next.push(child);
      }
    }
    if (!hasContainer) return depth;
    depth++;
    level = next;
  }
}

/** Whether a JSON value is an object, not null and not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requireSize(input: Uint8Array | string, maxBytes: number): void {
  // UTF-8 takes one to three bytes per UTF-16 unit: only text near the limit needs counting.
  const isTooLarge =
    typeof input !== "string"
      ? input.length > maxBytes
      : input.length > maxBytes || (input.length * 3 > maxBytes && ENCODER.encode(input).length > maxBytes);
  if (isTooLarge) throw new StrictJsonError("too_large", `the JSON text is longer than ${maxBytes} bytes`);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new StrictJsonError("invalid_utf8", "the text is not valid UTF-8");
  }
}

function parseText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The engine's message quotes the input, which may hold a secret.
    throw new StrictJsonError("not_json", "the text is not JSON");
  }
}

/** One pass over the text: refuses depth and number before anything is built, and counts the `:` outside strings, one per member. */
function countMembers(text: string, { maxDepth, maxValues = Number.POSITIVE_INFINITY }: StrictJsonLimits): number {
  let depth = 0;
  let members = 0;
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case COLON:
        members++;
        break;
      case COMMA:
        values++;
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        values++;
        if (++depth > maxDepth)
          throw new StrictJsonError("too_deep", `the JSON is nested more than ${maxDepth} levels`);
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--;
        break;
    }
    if (values > maxValues) throw new StrictJsonError("too_many_values", `the JSON has more than ${maxValues} values`);
  }
  return members;
}

/**
 * A repeated key leaves one member fewer in the value than the text has. Comparing the counts is much cheaper than a set of
 * keys per object, and escapes are already decoded. Answers whether there are numbers whose digits a double may not hold.
 */
function inspectTree(root: JsonValue, text: string, memberCount: number, mayHoldLoneSurrogate: boolean): boolean {
  let found = 0;
  let holdsLargeNumber = isLargeNumber(root);
  const pending: JsonValue[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === "string") {
      if (mayHoldLoneSurrogate) requireWellFormed(value);
    } else if (Array.isArray(value)) {
      for (const item of value) {
        if (needsVisit(item, mayHoldLoneSurrogate)) pending.push(item);
        else if (isLargeNumber(item)) holdsLargeNumber = true;
      }
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        found++;
        if (mayHoldLoneSurrogate) requireWellFormed(key);
        const item = value[key] as JsonValue;
        if (needsVisit(item, mayHoldLoneSurrogate)) pending.push(item);
        else if (isLargeNumber(item)) holdsLargeNumber = true;
      }
    }
  }
  if (found !== memberCount) {
    const key = findDuplicateKey(text);
    throw new StrictJsonError("duplicate_json_key", `an object has the key ${JSON.stringify(key)} more than once`, key);
  }
  return holdsLargeNumber;
}

function refuseNumber(_literal: string, pointer: string): never {
  const place = pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer;
  throw new StrictJsonError(
    "number_too_large",
    `the number at "${place}" is larger than programs hold (1.8e308): send it as a string`,
  );
}

function needsVisit(item: JsonValue, visitStrings: boolean): boolean {
  return typeof item === "object" ? item !== null : visitStrings && typeof item === "string";
}

function requireWellFormed(text: string): void {
  if (!isWellFormedText(text)) throw new StrictJsonError("lone_surrogate", "a string holds an unpaired surrogate");
}

/** Only for the message, and only on text that is known to be JSON and to repeat a key. */
function findDuplicateKey(text: string): string {
  const scopes: Set<string>[] = [];
  let lastString = "";
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      lastString = text.slice(index, end + 1);
      index = end;
    } else if (code === COLON) {
      const key = JSON.parse(lastString) as string;
      const scope = scopes.at(-1);
      if (scope?.has(key)) return key;
      scope?.add(key);
    } else if (code === OPEN_BRACE) {
      scopes.push(new Set());
    } else if (code === CLOSE_BRACE) {
      scopes.pop();
    }
  }
  return "";
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
