/**
 * Whether a string is valid UTF-16, which is whether it has a UTF-8 form that decodes to the same string.
 */

/** False when the text holds an unpaired surrogate. */
export function isWellFormedText(text: string): boolean {
  return !UNPAIRED_SURROGATE.test(text);
}

// With the `u` flag a paired surrogate is one character of another category.
const UNPAIRED_SURROGATE = /\p{Surrogate}/u;
