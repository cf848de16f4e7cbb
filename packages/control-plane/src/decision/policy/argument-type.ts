// The types that policies see of a tool's arguments: from its input JSON schema, or from a rule's `@args` annotation for
// tools that have none. What Cedar cannot type (mixed arrays, free-form values, unions) is left out, so that a rule which
// reads it is refused when it is uploaded instead of failing on every call.

import { valueAtPointer } from "@portcullis/core";
import type { Type } from "./cedar.js";

export type ArgumentType =
  | { readonly kind: "string" | "long" | "boolean" | "decimal" }
  | { readonly kind: "set"; readonly element: ArgumentType }
  | RecordArgument;
export interface RecordArgument {
  readonly kind: "record";
  readonly attributes: Readonly<Record<string, { readonly type: ArgumentType; readonly required: boolean }>>;
}

type JsonSchema = Readonly<Record<string, unknown>>;
/** Records within records. */
export const MAX_DEPTH = 8;
/**
 * Members that one tool's arguments have, at every depth together. A schema of a few lines whose parts name each other has
 * millions, and each costs Cedar time whenever the tenant's rules are compiled.
 */
export const MAX_MEMBERS = 500;
/** Values of enums and options of unions that are looked at for one tool. */
const MAX_VALUES = 10_000;
const NO_ARGUMENTS: RecordArgument = { kind: "record", attributes: {} };
/** Member names to which JSON for Cedar, or JavaScript, gives a meaning of its own. */
const RESERVED = new Set(["__entity", "__extn", "__expr", "__proto__"]);

/** The schema that `$ref` points into, and how much of it may still be read. */
interface Reading {
  readonly root: JsonSchema;
  membersLeft: number;
  valuesLeft: number;
}

/**
 * The arguments of a tool by its input schema; an empty record when the schema says nothing that Cedar can type, or has more
 * than {@link MAX_MEMBERS} members.
 */
export function argumentsOfSchema(schema: JsonSchema | null): RecordArgument {
  if (schema === null) return NO_ARGUMENTS;
  const reading: Reading = { root: schema, membersLeft: MAX_MEMBERS, valuesLeft: MAX_VALUES };
  const type = typeOfSchema(schema, reading, 0)?.type;
  const isWhole = reading.membersLeft >= 0 && reading.valuesLeft >= 0;
  return type?.kind === "record" && isWhole ? type : NO_ARGUMENTS;
}

/** Records as one; the names on which any two disagree are left out, in whatever order they come. */
export function mergeRecords(records: readonly RecordArgument[]): RecordArgument {
  const found = new Map<string, { type: ArgumentType; required: boolean }[]>();
  for (const { attributes } of records) {
    for (const [name, attribute] of Object.entries(attributes)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [attribute]);
      else known.push(attribute);
    }
  }
  const attributes: Record<string, { type: ArgumentType; required: boolean }> = {};
  for (const [name, all] of found) {
    const type = commonTypeOf(all.map((each) => each.type));
    if (type !== undefined) attributes[name] = { type, required: all.every(({ required }) => required) };
  }
  return { kind: "record", attributes };
}

function commonTypeOf(types: readonly ArgumentType[]): ArgumentType | undefined {
  const records = types.filter((type) => type.kind === "record");
  if (records.length === types.length) return mergeRecords(records);
  return new Set(types.map((type) => JSON.stringify(type))).size === 1 ? types[0] : undefined;
}

/** The first member of `declared`, as `user.name`, that `merged` lost to a disagreement; undefined when it has them all. */
export function lostMember(merged: RecordArgument, declared: RecordArgument): string | undefined {
  for (const [name, { type }] of Object.entries(declared.attributes)) {
    const kept = Object.hasOwn(merged.attributes, name) ? merged.attributes[name]?.type : undefined;
    if (kept === undefined) return name;
    const inner = kept.kind === "record" && type.kind === "record" ? lostMember(kept, type) : undefined;
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
}

/** The type as Cedar's schema writes it. */
export function cedarTypeOf(type: ArgumentType): Type<string> {
  switch (type.kind) {
    case "string":
      return { type: "String" };
    case "long":
      return { type: "Long" };
    case "boolean":
      return { type: "Boolean" };
    case "decimal":
      return { type: "Extension", name: "decimal" };
    case "set":
      return { type: "Set", element: cedarTypeOf(type.element) };
    case "record":
      return {
        type: "Record",
        attributes: Object.fromEntries(
          Object.entries(type.attributes).map(([name, { type: inner, required }]) => [
            name,
            { ...cedarTypeOf(inner), required },
          ]),
        ),
      };
  }
}

/** The type at a JSON pointer; undefined where the record declares nothing. */
export function typeAtPointer(record: RecordArgument, keys: readonly string[]): ArgumentType | undefined {
  let type: ArgumentType = record;
  for (const key of keys) {
    if (type.kind !== "record" || !Object.hasOwn(type.attributes, key)) return undefined;
    const attribute: { type: ArgumentType } | undefined = type.attributes[key];
    if (attribute === undefined) return undefined;
    type = attribute.type;
  }
  return type;
}

function typeOfSchema(
  schema: unknown,
  reading: Reading,
  depth: number,
): { type: ArgumentType; nullable: boolean } | undefined {
  if (depth > MAX_DEPTH || !isObject(schema)) return undefined;
  if (typeof schema.$ref === "string") return typeOfSchema(resolveRef(schema.$ref, reading.root), reading, depth + 1);
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return typeOfUnion(union, reading, depth);
  const named = Array.isArray(schema.type) ? schema.type : [schema.type ?? impliedType(schema, reading)];
  const nullable = named.includes("null");
  const kinds = named.filter((kind) => kind !== "null");
  if (kinds.length !== 1) return undefined;
  const type = typeOfKind(kinds[0], schema, reading, depth);
  return type && { type, nullable };
}

function typeOfKind(kind: unknown, schema: JsonSchema, reading: Reading, depth: number): ArgumentType | undefined {
  if (kind === "string") return { kind: "string" };
  if (kind === "integer") return { kind: "long" };
  if (kind === "number") return { kind: "decimal" };
  if (kind === "boolean") return { kind: "boolean" };
  if (kind === "array") {
    const element = typeOfSchema(schema.items, reading, depth + 1);
    return element && !element.nullable ? { kind: "set", element: element.type } : undefined;
  }
  if (kind !== "object") return undefined;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const attributes: Record<string, { type: ArgumentType; required: boolean }> = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (RESERVED.has(name)) continue;
    if (--reading.membersLeft < 0) return undefined;
    const found = typeOfSchema(inner, reading, depth + 1);
    if (found) attributes[name] = { type: found.type, required: required.includes(name) && !found.nullable };
  }
  return { kind: "record", attributes };
}

/** A union of one type and null is that type, optional; other unions have no Cedar type. */
function typeOfUnion(options: readonly unknown[], reading: Reading, depth: number) {
  if (!maySee(options, reading)) return undefined;
  const some = options.filter((option) => !(isObject(option) && option.type === "null"));
  if (some.length !== 1) return undefined;
  const type = typeOfSchema(some[0], reading, depth + 1);
  return type && { type: type.type, nullable: type.nullable || some.length !== options.length };
}

/** `enum` and `const` without `type`. */
function impliedType(schema: JsonSchema, reading: Reading): unknown {
  if (isObject(schema.properties)) return "object";
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  if (!maySee(values, reading)) return undefined;
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
  return types.size === 1 ? [...types][0] : undefined;
}

function maySee(values: readonly unknown[], reading: Reading): boolean {
  reading.valuesLeft -= values.length;
  return reading.valuesLeft >= 0;
}

function resolveRef(ref: string, root: JsonSchema): unknown {
  return ref.startsWith("#/") ? valueAtPointer(root, ref.slice(1)) : undefined;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
