// The shape of a payload: its keys and types without any value, as one hash. Equal shapes of different tenants can be
// counted together without either seeing the other's data.
import { sha256Hex } from "@portcullis/core";

/** Lowercase hex SHA-256 of the shape. Lists of equal elements have one shape, whatever their length. */
export function hashShape(payload: unknown): string {
  return sha256Hex(shapeOf(payload));
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join(",")}]`;
  if (value === null) return "null";
  // The same to whoever sends it.
  if (typeof value === "bigint") return "number";
  if (typeof value !== "object") return typeof value;
  const members = value as Record<string, unknown>;
  return `{${Object.keys(members)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${shapeOf(members[key])}`)
    .join(",")}}`;
}
