/**
 * JSON whose integers stay as they were written: one that a double does not give back digit by digit is a `bigint`, every other
 * number is what JSON.parse makes of it. Fractions and exponents are doubles, as JSON users expect. Text in which no number is
 * large costs one look at the parsed numbers.
 */
import { newId } from "./ids.js";
import { formatPointer } from "./json-pointer.js";

export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Given the text of a number beyond a double's range and its JSON Pointer; its value stands there, or it throws. */
export type OverflowRule = (literal: string, pointer: string) => JsonValue;

/** JSON.parse with exact integers. A number beyond the range of a double becomes its text, a string, unless the rule says otherwise. */
export function parseJson(text: string, onOverflow: OverflowRule = keepText): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  return holdsLargeNumber(value) ? parseLargeNumbers(text, onOverflow) : value;
}

/** JSON.stringify that also writes `bigint`, in all its digits. */
export function formatJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // Of the errors of JSON.stringify, which all are of this type, only that of a bigint does not come back.
    if (!(error instanceof TypeError)) throw error;
    return showIntegers(JSON.stringify(value, hideBigint, indent));
  }
}

/** The value of a text that is known to be JSON. */
export function parseLargeNumbers(text: string, onOverflow: OverflowRule): JsonValue {
  return revealIntegers(JSON.parse(hideIntegers(text)) as JsonValue, onOverflow);
}

/** Whether a number is too large for a double to count on its digits. */
export function isLargeNumber(value: JsonValue): boolean {
  return typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
}

/**
 * For code that reads JSON by JSON.parse: the text with each number that this would change as a string that {@link showIntegers}
 * and {@link revealIntegers} know. Nobody outside this process can spell such a string.
 */
export function hideIntegers(text: string): string {
  if (!MAY_CHANGE.test(text)) return text;
  let out = "";
  let done = 0;
  STRING_OR_NUMBER.lastIndex = 0;
  for (let match = STRING_OR_NUMBER.exec(text); match !== null; match = STRING_OR_NUMBER.exec(text)) {
    if (match[0] === '"') {
      STRING_OR_NUMBER.lastIndex = endOfString(text, match.index) + 1;
      continue;
    }
    let [start, end] = [match.index, STRING_OR_NUMBER.lastIndex];
    while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start--;
    while (isOfNumber(text.charCodeAt(end))) end++;
    STRING_OR_NUMBER.lastIndex = end;
    const literal = text.slice(start, end);
    if (!isChangedByDouble(literal)) continue;
    out += `${text.slice(done, start)}"${MARK}${literal}"`;
    done = end;
  }
  return out + text.slice(done);
}

/** The text with what was hidden in it as the numbers that they are. */
export function showIntegers(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}

/** For code that writes JSON by JSON.stringify: the value itself, or a copy that {@link showIntegers} knows the text of. */
export function hideBigints<T>(value: T): T {
  const open: unknown[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === "bigint") return JSON.parse(JSON.stringify(value, hideBigint)) as T;
    if (typeof item !== "object" || item === null) continue;
    for (const inner of Array.isArray(item) ? item : Object.values(item)) {
      if (typeof inner === "bigint" || (typeof inner === "object" && inner !== null)) open.push(inner);
    }
  }
  return value;
}

/** The value with what was hidden in it as the numbers that they are; written to in place. */
export function revealIntegers(value: JsonValue, onOverflow: OverflowRule = keepText): JsonValue {
  if (isHidden(value)) return readLiteral(value, "", onOverflow);
  const open: Place[] = isContainer(value) ? [{ node: value, pointer: "" }] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node } = place;
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        const item = node[index] as JsonValue;
        if (isContainer(item)) open.push({ node: item, pointer: pointerTo(place, index) });
        else if (isHidden(item)) node[index] = readLiteral(item, pointerTo(place, index), onOverflow);
      }
      continue;
    }
    for (const key of Object.keys(node)) {
      const item = node[key] as JsonValue;
      if (isContainer(item)) open.push({ node: item, pointer: pointerTo(place, key) });
      else if (isHidden(item)) {
        const number = readLiteral(item, pointerTo(place, key), onOverflow);
        // A key such as __proto__ must stay a plain key.
        Object.defineProperty(node, key, { value: number, enumerable: true, writable: true, configurable: true });
      }
    }
  }
  return value;
}

interface Place {
  readonly node: JsonValue[] | JsonObject;
  readonly pointer: string;
}

function pointerTo({ pointer }: Place, key: string | number): string {
  return pointer + formatPointer([key]);
}

function isContainer(value: JsonValue): value is JsonValue[] | JsonObject {
  return typeof value === "object" && value !== null;
}

function isHidden(value: JsonValue): value is string {
  return typeof value === "string" && value.startsWith(MARK);
}

/** The index of the quote that ends the string which starts at `start`, or the text's length. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function holdsLargeNumber(root: JsonValue): boolean {
  if (isLargeNumber(root)) return true;
  const open = isContainer(root) ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) {
      for (const item of node) {
        if (isLargeNumber(item)) return true;
        if (isContainer(item)) open.push(item);
      }
      continue;
    }
    for (const key of Object.keys(node)) {
      const item = node[key] as JsonValue;
      if (isLargeNumber(item)) return true;
      if (isContainer(item)) open.push(item);
    }
  }
  return false;
}

/** Whether it is one of the characters that numbers are written with: digits, `+`, `-`, `.`, `e`, `E`. False past the text's end. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x65 || code === 0x45
  );
}

/** Whether a double writes an integer otherwise than it came, or cannot hold the number at all. */
function isChangedByDouble(literal: string): boolean {
  const number = Number(literal);
  return !Number.isFinite(number) || (INTEGER.test(literal) && String(number) !== literal);
}

function readLiteral(hidden: string, pointer: string, onOverflow: OverflowRule): JsonValue {
  const literal = hidden.slice(MARK.length);
  return Number.isFinite(Number(literal)) ? BigInt(literal) : onOverflow(literal, pointer);
}

function keepText(literal: string): string {
  return literal;
}

function hideBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${MARK}${value}` : value;
}

const BACKSLASH = 0x5c;
const INTEGER = /^-?\d+$/;
const MAY_CHANGE = /\d{16}|[eE]\+?\d{3}/;
/**
 * Strings by their first quote; numbers that may change, of at least sixteen digits or with an exponent of three, by what tells
 * them: an expression that takes a number whole needs memory for each of its digits, and fails at eight million.
 */
const STRING_OR_NUMBER = /"|(?<![\d.eE+-])-?\d{16}|(?<=\d)[eE]\+?\d{3}/g;
const MARK = `integer:${newId()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");
