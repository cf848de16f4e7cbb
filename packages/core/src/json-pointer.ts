/** JSON Pointers (RFC 6901): the text that names one place in a JSON value. */

/** The pointer of a place, from the keys that lead to it. */
export function formatPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys that lead to a pointer's place, outermost first; undefined for a text that is no pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer; undefined where there is none. Sees own members of objects, and elements of arrays by their index. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  const keys = parsePointer(pointer);
  if (keys === undefined) return undefined;
  let node = root;
  for (const key of keys) {
    if (typeof node !== "object" || node === null) return undefined;
    // Arrays have own members that are none of JSON's, such as their length.
    if (Array.isArray(node) && !ARRAY_INDEX.test(key)) return undefined;
    node = Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;
