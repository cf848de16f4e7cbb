// Lists and maps that are longer than their schema takes, found before zod sees them: it looks at each member before it counts them,
// and has an issue for every wrong one, so that a few megabytes of them take seconds of the loop and a gigabyte.

import type { z } from "zod";

/** A list or map that is too long, and where it is. */
export interface LongList {
  readonly path: readonly (string | number)[];
  readonly length: number;
  readonly maximum: number;
  readonly kind: "array" | "object";
}

type Path = LongList["path"];

/** Members of a map with checks of its own; no message has as many. */
export const MAX_CHECKED_MEMBERS = 10_000;

/** The first one in a value; undefined where there is none that zod would look through. */
export function findLongList(schema: z.core.$ZodType, value: unknown, path: Path = []): LongList | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "array":
      return Array.isArray(value) ? findInList(def, value, path) : undefined;
    case "object":
      return isObject(value) ? findInMembers(Object.entries(def.shape), value, path) : undefined;
    case "record":
      return isObject(value) ? findInMap(def, value, path) : undefined;
    case "union":
      return firstOf(optionsOf(def, value), (option) => findLongList(option, value, path));
    case "optional":
    case "nullable":
    case "default":
      return findLongList(def.innerType, value, path);
    case "pipe":
      return findLongList(def.in, value, path);
    default:
      return undefined;
  }
}

function findInList(def: z.core.$ZodArrayDef, value: readonly unknown[], path: Path): LongList | undefined {
  const maximum = maximumOf(def);
  const { length } = value;
  if (length > maximum) return { path, length, maximum, kind: "array" };
  return firstOf(value.keys(), (index) => findLongList(def.element, value[index], [...path, index]));
}

function findInMap(def: z.core.$ZodRecordDef, value: Record<string, unknown>, path: Path): LongList | undefined {
  if (takesAnything(def.keyType) && takesAnything(def.valueType)) return undefined;
  const names = Object.keys(value);
  const { length } = names;
  if (length > MAX_CHECKED_MEMBERS) return { path, length, maximum: MAX_CHECKED_MEMBERS, kind: "object" };
  return findInMembers(
    names.map((name) => [name, def.valueType]),
    value,
    path,
  );
}

function findInMembers(
  members: readonly (readonly [name: string, schema: z.core.$ZodType])[],
  value: Record<string, unknown>,
  path: Path,
): LongList | undefined {
  return firstOf(members, ([name, schema]) =>
    Object.hasOwn(value, name) ? findLongList(schema, value[name], [...path, name]) : undefined,
  );
}

/** Of a union that names its options by a member, the one that is named: a list may be too long for another. */
function optionsOf(def: z.core.$ZodUnionDef, value: unknown): readonly z.core.$ZodType[] {
  if (!("discriminator" in def) || !isObject(value)) return [];
  const name = String(def.discriminator);
  const tag = value[name] as z.core.util.Primitive;
  return def.options.filter((option) => option._zod.propValues?.[name]?.has(tag));
}

function maximumOf(def: z.core.$ZodArrayDef): number {
  const checks = (def.checks ?? []).map((check) => (check as z.core.$ZodChecks)._zod.def);
  return Math.min(...checks.map((check) => (check.check === "max_length" ? check.maximum : Number.POSITIVE_INFINITY)));
}

/** Strings and unknown values without checks: nothing of them can be wrong, however many there are. */
function takesAnything(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return (def.type === "string" || def.type === "unknown") && (def.checks ?? []).length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstOf<T, R>(items: Iterable<T>, find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
