// Walks any JSON-like value with an explicit stack, in document order, and hands out its strings with their JSON
// pointers. It never recurses, and never reads getters twice. A cycle ends where it is too deep for any text.

/** Containers around a value; a walk that comes deeper ends. */
const MOST_DEPTH = 25_000;

export interface Leaf {
  readonly text: string;
  /** JSON pointer of the string; for a key, of the value that the key names. */
  readonly path: string;
  /** Name of the nearest object key above, "" at the root. */
  readonly key: string;
  readonly isKey: boolean;
}

export interface WalkLimits {
  readonly maxNodes: number;
  readonly maxCharacters: number;
}

export interface WalkReport {
  readonly nodes: number;
  readonly depth: number;
  readonly characters: number;
  readonly truncated: boolean;
}

interface Frame {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly path: string;
  readonly key: string;
  next: number;
}

/**
 * Visits every string value and key, and before its values each list and object with the name of the nearest key above.
 * Returns what was seen; `truncated` when a limit ended the walk early.
 */
export function walkStrings(
  root: unknown,
  limits: WalkLimits,
  visit: (leaf: Leaf) => void,
  visitContainer: (value: object, path: string, key: string) => void = () => {},
): WalkReport {
  let nodes = 0;
  let depth = 0;
  let characters = 0;
  let truncated = false;
  const stack: Frame[] = [];

  const enter = (value: unknown, path: string, key: string): boolean => {
    nodes += 1;
    if (nodes > limits.maxNodes) {
      truncated = true;
      return false;
    }
    if (typeof value === "string") {
      const room = limits.maxCharacters - characters;
      if (value.length > room) {
        truncated = true;
        if (room > 0) visit({ text: value.slice(0, room), path, key, isKey: false });
        characters = limits.maxCharacters;
        return false;
      }
      characters += value.length;
      visit({ text: value, path, key, isKey: false });
      return true;
    }
    if (value !== null && typeof value === "object") {
      if (stack.length === MOST_DEPTH) {
        truncated = true;
        return false;
      }
      const keys = Array.isArray(value) ? undefined : Object.keys(value);
      stack.push({ value, keys, path, key, next: 0 });
      if (stack.length > depth) depth = stack.length;
      visitContainer(value, path, key);
    }
    return true;
  };

  if (!enter(root, "", "")) return { nodes, depth, characters, truncated };
  while (stack.length > 0) {
    const frame = stack[stack.length - 1] as Frame;
    const at = frame.next;
    frame.next += 1;
    if (frame.keys === undefined) {
      const list = frame.value as readonly unknown[];
      if (at >= list.length) stack.pop();
      else if (!enter(list[at], `${frame.path}/${at}`, frame.key)) break;
      continue;
    }
    const key = frame.keys[at];
    if (key === undefined) {
      stack.pop();
      continue;
    }
    const path = `${frame.path}/${escapePointer(key)}`;
    characters += key.length;
    if (key.length > 3) visit({ text: key, path, key: frame.key, isKey: true });
    if (!enter((frame.value as Record<string, unknown>)[key], path, key)) break;
    if (characters > limits.maxCharacters) {
      truncated = true;
      break;
    }
  }
  return { nodes, depth, characters, truncated };
}

/** Escapes one reference token of a JSON pointer. */
export function escapePointer(token: string): string {
  return token.includes("~") || token.includes("/") ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}
