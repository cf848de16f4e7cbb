/**
 * Whether a string is valid UTF-16, which is whether it has a UTF-8 form that decodes to the same string.
 */

/** False when the text holds an unpaired surrogate. */
export function isWellFormedText(text: string): boolean {
  return !UNPAIRED_SURROGATE.test(text);
}

/**
 * A text of JSON with U+FFFD in place of each escaped surrogate that is not one of a pair, as `toWellFormed` has it for strings: what
 * it says can then be hashed, stored and read by any program.
 */
export function wellFormedJson(text: string): string {
  return ESCAPED_SURROGATE.test(text) ? text.replace(ESCAPES, (found) => (LONE.test(found) ? "\\ufffd" : found)) : text;
}

/** Whether a text of JSON may hold unpaired surrogates, where it has none as it stands. */
export const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** Each escape, and both of a pair together. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;
const LONE = /^\\u[dD].{3}$/;

// With the `u` flag a paired surrogate is one character of another category.
const UNPAIRED_SURROGATE = /\p{Surrogate}/u;
