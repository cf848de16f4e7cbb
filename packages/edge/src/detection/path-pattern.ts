// Patterns over JSON pointers: `*` stands for one part of a pointer, `**` for any number of them. Matched part by part, with
// one step back at most, so that no pattern can be slow.

export type PathTest = (path: string) => boolean;

const ANY_PART = "*";
const ANY_PARTS = "**";

/**
 * A test for pointers that match.
 *
 * @example
 * compilePathPattern("/items/*\/email")("/items/0/email"); // true
 */
export function compilePathPattern(pattern: string): PathTest {
  if (!pattern.includes(ANY_PART)) return (path) => path === pattern;
  const wanted = partsOf(pattern);
  return (path) => matches(partsOf(path), wanted);
}

function partsOf(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/");
}

function matches(parts: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  let next = 0;
  /** Where the last `**` stands, and how far it has reached. */
  let star = -1;
  let reached = 0;
  while (at < parts.length) {
    const want = wanted[next];
    if (want === ANY_PARTS) {
      star = next;
      reached = at;
      next += 1;
    } else if (want !== undefined && (want === ANY_PART || want === parts[at])) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      reached += 1;
      at = reached;
      next = star + 1;
    } else return false;
  }
  while (wanted[next] === ANY_PARTS) next += 1;
  return next === wanted.length;
}
