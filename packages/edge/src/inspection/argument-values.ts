// Values of those argument paths that active policies name: the only payload values that leave the edge.
import { valueAtPointer } from "@portcullis/core";

/** Values by JSON pointer (RFC 6901); absent ones are left out. */
export function readArguments(payload: unknown, paths: Iterable<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const path of paths) {
    const found = valueAtPointer(payload, path);
    if (found !== undefined) Object.defineProperty(values, path, { value: found, enumerable: true });
  }
  return values;
}

/** The paths of a tool among those that policies read by tool, and those that are read for every tool (`*`). */
export function pathsFor(paths: Readonly<Record<string, readonly string[]>>, toolName: string): string[] {
  const own = Object.hasOwn(paths, toolName) ? (paths[toolName] ?? []) : [];
  const everyTool = Object.hasOwn(paths, "*") ? (paths["*"] ?? []) : [];
  return [...new Set([...own, ...everyTool])];
}
