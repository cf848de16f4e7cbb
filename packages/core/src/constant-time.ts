/**
 * Comparison of secrets. Both sides are hashed first, so the time depends neither on where they differ nor on whether their
 * lengths do.
 */
import { sha256 } from "./hash.js";

/** Whether two secrets are equal, in time that does not depend on their content. */
export function equalsConstantTime(a: string, b: string): boolean {
  const left = sha256(a);
  const right = sha256(b);
  let difference = 0;
  for (let index = 0; index < 32; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  // Unpaired surrogates all hash as U+FFFD, so equal digests alone do not mean equal strings.
  return difference === 0 && a === b;
}
