// A payload that a tool would take, for a line to paste: what its input schema requires, and nothing more.

type Schema = Readonly<Record<string, unknown>>;

/** Schemas refer to each other, and may do so in a circle. */
const DEEPEST = 4;

/** The payload; undefined where the tool has no schema, so that nobody knows what it takes. */
export function examplePayload(schema: Schema | null): Record<string, unknown> | undefined {
  return schema === null ? undefined : (exampleOf({ ...schema, type: "object" }, DEEPEST) as Record<string, unknown>);
}

function exampleOf(schema: Schema, depth: number): unknown {
  const [named] = [schema.const, schema.default, listOf(schema.examples)[0], listOf(schema.enum)[0]].filter(isSaid);
  if (named !== undefined) return named;
  const [variant] = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isSchema);
  if (variant !== undefined && depth > 0) return exampleOf(variant, depth - 1);
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (type) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "array":
      return isSchema(schema.items) && Number(schema.minItems) > 0 && depth > 0
        ? [exampleOf(schema.items, depth - 1)]
        : [];
    case "object":
      return objectOf(schema, depth);
    case "null":
      return null;
    default:
      return "…";
  }
}

function objectOf({ properties, required }: Schema, depth: number): Record<string, unknown> {
  if (!isSchema(properties) || depth === 0) return {};
  const names = listOf(required).filter((name): name is string => typeof name === "string");
  return Object.fromEntries(
    names.map((name) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : {};
      return [name, exampleOf(isSchema(own) ? own : {}, depth - 1)];
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSaid(value: unknown): boolean {
  return value !== undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
