// The types that policies see of a tool's arguments: from its input JSON schema, or from a rule's `@args` annotation for
// tools that have none. What Cedar cannot type (mixed arrays, free-form values, unions) is left out, so that a rule which
// reads it is refused when it is uploaded instead of failing on every call.

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
const MAX_DEPTH = 8;
const NO_ARGUMENTS: RecordArgument = { kind: "record", attributes: {} };
/** Member names to which JSON for Cedar, or JavaScript, gives a meaning of its own. */
const RESERVED = new Set(["__entity", "__extn", "__expr", "__proto__"]);

/** The arguments of a tool by its input schema; an empty record when the schema says nothing that Cedar can type. */
export function argumentsOfSchema(schema: JsonSchema | null): RecordArgument {
  if (schema === null) return NO_ARGUMENTS;
  const type = typeOfSchema(schema, schema, 0)?.type;
  return type?.kind === "record" ? type : NO_ARGUMENTS;
}

/** Two records as one; the names on which they disagree are left out. */
export function mergeRecords(first: RecordArgument, second: RecordArgument): RecordArgument {
  const attributes: Record<string, { type: ArgumentType; required: boolean }> = { ...first.attributes };
  for (const [name, { type, required }] of Object.entries(second.attributes)) {
    const known = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (known === undefined) attributes[name] = { type, required };
    else if (known.type.kind === "record" && type.kind === "record") {
      attributes[name] = { type: mergeRecords(known.type, type), required: known.required && required };
    } else if (JSON.stringify(known.type) === JSON.stringify(type)) {
      attributes[name] = { type, required: known.required && required };
    } else delete attributes[name];
  }
  return { kind: "record", attributes };
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
  root: JsonSchema,
  depth: number,
): { type: ArgumentType; nullable: boolean } | undefined {
  if (depth > MAX_DEPTH || !isObject(schema)) return undefined;
  if (typeof schema.$ref === "string") return typeOfSchema(resolveRef(schema.$ref, root), root, depth + 1);
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return typeOfUnion(union, root, depth);
  const named = Array.isArray(schema.type) ? schema.type : [schema.type ?? impliedType(schema)];
  const nullable = named.includes("null");
  const kinds = named.filter((kind) => kind !== "null");
  if (kinds.length !== 1) return undefined;
  const type = typeOfKind(kinds[0], schema, root, depth);
  return type && { type, nullable };
}

function typeOfKind(kind: unknown, schema: JsonSchema, root: JsonSchema, depth: number): ArgumentType | undefined {
  if (kind === "string") return { kind: "string" };
  if (kind === "integer") return { kind: "long" };
  if (kind === "number") return { kind: "decimal" };
  if (kind === "boolean") return { kind: "boolean" };
  if (kind === "array") {
    const element = typeOfSchema(schema.items, root, depth + 1);
    return element && !element.nullable ? { kind: "set", element: element.type } : undefined;
  }
  if (kind !== "object") return undefined;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const attributes: Record<string, { type: ArgumentType; required: boolean }> = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (RESERVED.has(name)) continue;
    const found = typeOfSchema(inner, root, depth + 1);
    if (found) attributes[name] = { type: found.type, required: required.includes(name) && !found.nullable };
  }
  return { kind: "record", attributes };
}

/** A union of one type and null is that type, optional; other unions have no Cedar type. */
function typeOfUnion(options: readonly unknown[], root: JsonSchema, depth: number) {
  const some = options.filter((option) => !(isObject(option) && option.type === "null"));
  if (some.length !== 1) return undefined;
  const type = typeOfSchema(some[0], root, depth + 1);
  return type && { type: type.type, nullable: type.nullable || some.length !== options.length };
}

/** `enum` and `const` without `type`. */
function impliedType(schema: JsonSchema): unknown {
  if (isObject(schema.properties)) return "object";
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  const types = new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)));
  return types.size === 1 ? [...types][0] : undefined;
}

function resolveRef(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const raw of ref.slice(2).split("/")) {
    const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
