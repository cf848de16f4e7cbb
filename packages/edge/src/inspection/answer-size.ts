/** Largest answer of a tool in bytes, before and after decompression: 16 MiB. More is `response_too_large`. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Largest answer that is kept for repeats of an idempotency key, in bytes of its JSON: 24 MiB, which the largest one of bytes takes in
 * base64. Every process on the way copies it and escapes it once more; a text of escapes is four times as long.
 */
export const MAX_KEPT_ANSWER_BYTES = 24 * 1024 * 1024;

/** Largest result that goes through the serving loop, in characters of its JSON: a text of 16 MiB of line ends, which take two each. */
export const MAX_RESULT_LENGTH = 2 * MAX_ANSWER_BYTES + 2;
