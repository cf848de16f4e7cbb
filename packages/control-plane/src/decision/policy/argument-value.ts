// Turns values of a payload into values that Cedar can hold, checked against the type that the rules were validated with.
// Evaluation itself has no schema, and a value of another type than the rule expects could slip past an equality: so a
// value that does not fit is refused here, and the call with it.

import { isWellFormedText } from "@portcullis/core";
import type { ArgumentType, RecordArgument } from "./argument-type.js";
import type { CedarValueJson } from "./cedar.js";

/** A value that a rule reads and Cedar cannot hold as the type that it was declared with. */
export class UnholdableValue extends Error {
  override readonly name = "UnholdableValue";
}

/** Text and items of all values of one request together. */
const MAX_ARGUMENT_SIZE = 65_536;
interface Budget {
  left: number;
}

type CedarRecord = { [key: string]: CedarValueJson };

/** The record `context.args` of one request, of at most `maxSize`. Throws {@link UnholdableValue}. */
export function recordOfArguments(
  values: Readonly<Record<string, unknown>>,
  pointers: readonly { readonly pointer: string; readonly keys: readonly string[]; readonly type: ArgumentType }[],
  maxSize: number,
): CedarRecord {
  const budget = { left: Math.min(MAX_ARGUMENT_SIZE, maxSize) };
  let root: CedarRecord = emptyRecord();
  for (const { pointer, keys, type } of pointers) {
    if (!Object.hasOwn(values, pointer)) continue;
    const raw = values[pointer];
    if (raw === null || raw === undefined) continue;
    const value = convert(raw, type, budget);
    if (keys.length === 0) root = value as CedarRecord;
    else place(root, keys, value);
  }
  return root;
}

function convert(value: unknown, type: ArgumentType, budget: Budget): CedarValueJson {
  spend(budget, 1);
  switch (type.kind) {
    case "string":
      if (typeof value !== "string") throw mismatch("text", value);
      spend(budget, value.length);
      if (!isWellFormedText(value)) throw new UnholdableValue("text with an unpaired surrogate");
      return value;
    case "boolean":
      if (typeof value !== "boolean") throw mismatch("true or false", value);
      return value;
    case "long":
      if (isBeyondWire(value)) throw new UnholdableValue("a whole number beyond 2^53");
      if (!Number.isSafeInteger(value)) throw mismatch("a whole number", value);
      return (value as number) + 0;
    case "decimal":
      return convertDecimal(value);
    case "set":
      if (!Array.isArray(value)) throw mismatch("an array", value);
      return value.map((item) => convert(item, type.element, budget));
    case "record":
      return convertRecord(value, type, budget);
  }
}

/** Values go to Cedar as JSON that JSON.stringify writes, which holds no larger integer in all its digits. */
function isBeyondWire(value: unknown): boolean {
  return typeof value === "bigint" || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

const TOO_LONG = "a number with more places or digits than Cedar's decimal holds";

/** Cedar's decimals have at most four places. */
function convertDecimal(value: unknown): CedarValueJson {
  if (typeof value === "bigint") throw new UnholdableValue(TOO_LONG);
  if (typeof value !== "number") throw mismatch("a number", value);
  const text = String(value + 0);
  const match = /^-?\d{1,14}(\.\d{1,4})?$/.exec(text);
  if (match === null) throw new UnholdableValue(TOO_LONG);
  return { __extn: { fn: "decimal", arg: match[1] === undefined ? `${text}.0` : text } };
}

/** Members that the type does not declare are not seen by rules, as validation promised; null counts as absent. */
function convertRecord(value: unknown, type: RecordArgument, budget: Budget): CedarRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mismatch("an object", value);
  const record = emptyRecord();
  for (const [name, { type: inner }] of Object.entries(type.attributes)) {
    const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (member === undefined || member === null) continue;
    record[name] = convert(member, inner, budget);
  }
  return record;
}

function place(root: CedarRecord, keys: readonly string[], value: CedarValueJson): void {
  let node = root;
  for (const key of keys.slice(0, -1)) {
    if (!Object.hasOwn(node, key)) node[key] = emptyRecord();
    node = node[key] as CedarRecord;
  }
  node[keys[keys.length - 1] as string] = value;
}

// Without a prototype, so that a member named `__proto__` is a member.
const emptyRecord = (): CedarRecord => Object.create(null) as CedarRecord;

function spend(budget: Budget, amount: number): void {
  budget.left -= amount;
  if (budget.left < 0) throw new UnholdableValue("more characters and items than rules are asked about");
}

function mismatch(expected: string, value: unknown): UnholdableValue {
  return new UnholdableValue(`${expected} was declared, ${Array.isArray(value) ? "an array" : typeof value} came`);
}
