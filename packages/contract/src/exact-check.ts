// Says fast, of most good messages, that a schema would give back just what came: nothing to refuse, to fill in, to leave out
// or to convert. Where it is not sure it says no, and zod decides: every refusal and every word of one stays zod's.

import { z } from "zod";

/** True only for a value of JSON that the schema accepts and gives back unchanged; false says nothing. */
export type ExactCheck = (value: unknown) => boolean;

type Limit<T> = (value: T) => boolean;
type CheckDef = z.core.$ZodChecks["_zod"]["def"];

const made = new WeakMap<z.core.$ZodType, ExactCheck>();

/** The check of a schema, made once. */
export function exactCheckOf(schema: z.core.$ZodType): ExactCheck {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const fallback = askZod(schema);
  // Until its own is made: a schema may hold itself.
  made.set(schema, fallback);
  const check = makeCheck(schema as z.core.$ZodTypes) ?? fallback;
  made.set(schema, check);
  return check;
}

/** For all that has no check of its own: slow, and a yes only for values that zod does not make anew. */
function askZod(schema: z.core.$ZodType): ExactCheck {
  return (value) => {
    const parsed = z.safeParse(schema, value, { reportInput: false });
    return parsed.success && Object.is(parsed.data, value);
  };
}

function makeCheck(schema: z.core.$ZodTypes): ExactCheck | null {
  const { def } = schema._zod;
  const limits = limitsOf(schema);
  switch (def.type) {
    case "string": {
      const holds = allOf(limits.map(textLimit));
      return holds && ((value) => typeof value === "string" && holds(value));
    }
    case "number": {
      const holds = allOf(limits.map(numberLimit));
      return holds && ((value) => typeof value === "number" && Number.isFinite(value) && holds(value));
    }
    case "array": {
      const holds = allOf(limits.map(lengthLimit));
      const holdsItem = exactCheckOf(def.element);
      return holds && ((value) => Array.isArray(value) && holds(value) && value.every((item) => holdsItem(item)));
    }
  }
  return limits.length > 0 ? null : checkWithoutLimits(schema);
}

function checkWithoutLimits(schema: z.core.$ZodTypes): ExactCheck | null {
  const { def } = schema._zod;
  switch (def.type) {
    case "unknown":
      return () => true;
    case "boolean":
      return (value) => typeof value === "boolean";
    case "literal":
    case "enum": {
      const values: ReadonlySet<unknown> | undefined = schema._zod.values;
      return values === undefined ? null : (value) => values.has(value);
    }
    case "nullable": {
      const holds = exactCheckOf(def.innerType);
      return (value) => value === null || holds(value);
    }
    case "optional":
    case "default": {
      const holds = exactCheckOf(def.innerType);
      return (value) => value !== undefined && holds(value);
    }
    case "object":
      return checkOfObject(def.shape);
    case "record":
      // Keys of a closed set must all be there, which is zod's to say.
      return def.keyType._zod.values === undefined
        ? checkOfRecord(exactCheckOf(def.keyType), exactCheckOf(def.valueType))
        : null;
    case "union":
      return "discriminator" in def ? checkOfUnion(String(def.discriminator), def.options) : null;
    default:
      return null;
  }
}

function checkOfObject(shape: Readonly<Record<string, z.core.$ZodType>>): ExactCheck {
  const members = new Map(
    Object.entries(shape).map(([name, schema]) => {
      const isRequired = (schema as z.core.$ZodTypes)._zod.def.type !== "optional";
      return [name, { holds: exactCheckOf(schema), isRequired }];
    }),
  );
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
  return (value) => {
    if (!isPlainObject(value)) return false;
    let found = 0;
    for (const name in value) {
      const member = members.get(name);
      if (member === undefined || !member.holds(value[name])) return false;
      if (member.isRequired) found += 1;
    }
    return found === required;
  };
}

function checkOfRecord(holdsKey: ExactCheck, holdsValue: ExactCheck): ExactCheck {
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const name in value) {
      // zod leaves this one out.
      if (name === "__proto__" || !holdsKey(name) || !holdsValue(value[name])) return false;
    }
    return true;
  };
}

function checkOfUnion(discriminator: string, options: readonly z.core.$ZodType[]): ExactCheck {
  const byTag = new Map<unknown, ExactCheck>();
  for (const option of options) {
    for (const tag of option._zod.propValues?.[discriminator] ?? []) byTag.set(tag, exactCheckOf(option));
  }
  return (value) => isPlainObject(value) && byTag.get(value[discriminator])?.(value) === true;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** What a schema asks beside its type. A format such as `z.uuid()` is a check of its own. */
function limitsOf(schema: z.core.$ZodTypes): readonly CheckDef[] {
  const { def } = schema._zod;
  const checks = [...("check" in def ? [schema] : []), ...(def.checks ?? [])];
  return checks.map((check) => (check as z.core.$ZodChecks)._zod.def);
}

/** Null where one of them is not known here. */
function allOf<T>(limits: readonly (Limit<T> | null)[]): Limit<T> | null {
  const [first, second, ...more] = limits;
  if (first === undefined) return () => true;
  const rest = second === undefined ? first : allOf([second, ...more]);
  if (first === null || rest === null) return null;
  return rest === first ? first : (value) => first(value) && rest(value);
}

/** Formats whose pattern is all that they ask. */
const PATTERN_FORMATS: ReadonlySet<string> = new Set(["regex", "uuid", "datetime", "date"]);

function textLimit(def: CheckDef): Limit<string> | null {
  if (def.check !== "string_format") return lengthLimit(def);
  if (!PATTERN_FORMATS.has(def.format) || def.pattern === undefined) return null;
  const { pattern } = def;
  return pattern.global || pattern.sticky ? null : (value) => pattern.test(value);
}

/** zod counts code points, of which a text has at most as many as units. */
function lengthLimit(def: CheckDef): Limit<string | readonly unknown[]> | null {
  switch (def.check) {
    case "max_length":
      return ({ length }) => length <= def.maximum;
    case "min_length":
      return (value) => value.length >= def.minimum && (def.minimum <= 1 || [...value].length >= def.minimum);
    default:
      return null;
  }
}

function numberLimit(def: CheckDef): Limit<number> | null {
  switch (def.check) {
    case "less_than":
      return (value) => (def.inclusive ? value <= Number(def.value) : value < Number(def.value));
    case "greater_than":
      return (value) => (def.inclusive ? value >= Number(def.value) : value > Number(def.value));
    case "number_format":
      return def.format === "safeint" ? Number.isSafeInteger : null;
    default:
      return null;
  }
}
