// Validation errors in the shape of a 422: `meta.details`, one entry per field, from zod's issues. Every door that
// validates (routes, edges) answers through this, so that the same mistake reads the same everywhere.

import type { z } from "zod";
import { Refusal, type ValidationDetail } from "./errors.js";
import { exactCheckOf } from "./exact-check.js";
import { findLongList, type LongList } from "./long-lists.js";
import { nearMember } from "./near-member.js";

/** Where the validated value came from; the first element of each `loc`. */
export type ValidatedPart = "body" | "query" | "path" | "header";

/** Longest text that is sent back, as an `input` or as a name in a `loc`. */
const MAX_TEXT_LENGTH = 500;
const MAX_DETAILS = 100;
/** Fields whose value is never sent back, because answers end up in logs. */
const SECRET_NAME = /password|secret|token$|api_key/i;
const WITHHELD = "[withheld]";
/** Many programs write null for what they do not have; here it takes a value away, where one can be taken away. */
const NULL_ADVICE = "an optional member without a value is left out, not null";

/**
 * The entries of `meta.details`. `input` is what the caller sent at that place (null where nothing was), shortened when
 * it is large.
 */
export function validationDetails(
  schema: z.ZodType,
  error: z.ZodError,
  part: ValidatedPart,
  input: unknown,
): ValidationDetail[] {
  const details: ValidationDetail[] = [];
  for (const issue of error.issues) {
    for (const place of placesOf(issue)) {
      if (details.length === MAX_DETAILS) return details;
      const path = place.filter((key) => typeof key !== "symbol");
      const found = valueAt(input, path);
      details.push({
        type: typeOf(issue, found),
        loc: [part, ...path.map(shortenName)],
        msg: messageOf(schema, issue, path, found),
        input: path.some(isSecretName) ? WITHHELD : shorten(found),
      });
    }
  }
  return details;
}

/**
 * What a schema makes of a value; refuses `validation_failed` with its details. A value in which the schema changes nothing is
 * given back itself, not copied.
 */
export function requireValid<T extends z.ZodType>(schema: T, input: unknown, part: ValidatedPart): z.output<T> {
  if (exactCheckOf(schema)(input)) return input as z.output<T>;
  const long = findLongList(schema, input);
  if (long !== undefined) throw new Refusal("validation_failed", { details: [detailOfLong(long, part)] });
  const parsed = schema.safeParse(input, { reportInput: false });
  if (parsed.success) return parsed.data;
  throw new Refusal("validation_failed", { details: validationDetails(schema, parsed.error, part, input) });
}

/** {@link requireValid} of what no caller sent: throws zod's own error. */
export function parseValid<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  return exactCheckOf(schema)(input) ? (input as z.output<T>) : schema.parse(input);
}

/** In the words of zod, which would say as much of a list, and what is wrong with its members beside it. */
function detailOfLong({ path, length, maximum, kind }: LongList, part: ValidatedPart): ValidationDetail {
  const members = kind === "array" ? "items" : "members";
  return {
    type: "too_big",
    loc: [part, ...path],
    msg: `Too big: expected ${kind} to have <=${maximum} ${members}`,
    input: kind === "array" ? `list of ${length}` : `object of ${length} members`,
  };
}

/** Unknown members are an entry each, at their own place; there may be millions of them. */
function placesOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code === "unrecognized_keys") return issue.keys.slice(0, MAX_DETAILS).map((key) => [...issue.path, key]);
  return [[...issue.path]];
}

function typeOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === undefined) return "missing";
  switch (issue.code) {
    case "unrecognized_keys":
      return "extra_forbidden";
    case "invalid_type":
      return `${jsonTypeOf(issue)}_type`;
    case "invalid_format":
      return `${issue.format}_format`;
    default:
      return issue.code;
  }
}

function messageOf(
  schema: z.ZodType,
  issue: z.core.$ZodIssue,
  path: readonly (string | number)[],
  found: unknown,
): string {
  if (found === undefined) return "Field required";
  // zod's names all of them, and would be repeated with each.
  if (issue.code === "unrecognized_keys") return unknownMember(schema, path);
  const message =
    issue.code === "invalid_type"
      ? issue.message.replace(`expected ${issue.expected}`, `expected ${jsonTypeOf(issue)}`)
      : issue.message;
  return found === null ? `${message}; ${NULL_ADVICE}` : message;
}

function unknownMember(schema: z.ZodType, path: readonly (string | number)[]): string {
  const name = String(path.at(-1) ?? "");
  const near = nearMember(schema, path.slice(0, -1), name);
  const message = `Unrecognized key: ${JSON.stringify(shortenText(name))}`;
  return near === undefined ? message : `${message}; did you mean ${JSON.stringify(near)}?`;
}

/** What zod calls a record is an object to whoever writes JSON. */
function jsonTypeOf({ expected }: z.core.$ZodIssueInvalidType): string {
  return expected === "record" ? "object" : expected;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  let node = input;
  for (const key of path) {
    if (node === null || typeof node !== "object" || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string | number, unknown>)[key];
  }
  return node;
}

function isSecretName(name: string | number): boolean {
  return SECRET_NAME.test(String(name));
}

function shorten(found: unknown): unknown {
  if (found === undefined) return null;
  if (typeof found === "string") return shortenText(found);
  if (found === null || typeof found !== "object") return found;
  return describeContainer(found);
}

function shortenName(name: string | number): string | number {
  return typeof name === "string" ? shortenText(name) : name;
}

function shortenText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // Half of a character would be refused by whoever reads JSON as strictly as we do.
  return `${text.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Small flat containers come back, less their secrets; anything larger only by its kind, so that no input echoes for ever. */
function describeContainer(found: object): unknown {
  const entries = Object.entries(found);
  const members = entries.map(([, member]) => member as unknown);
  const isFlat = members.length <= 20 && members.every((member) => member === null || typeof member !== "object");
  const isShort = members.every((member) => typeof member !== "string" || member.length <= MAX_TEXT_LENGTH);
  if (isFlat && isShort) {
    if (Array.isArray(found)) return found;
    return Object.fromEntries(entries.map(([name, member]) => [name, isSecretName(name) ? WITHHELD : member]));
  }
  return Array.isArray(found) ? `list of ${members.length}` : `object of ${members.length} members`;
}
