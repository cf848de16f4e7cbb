/** Largest answer of a tool in bytes, before and after decompression: 16 MiB. More is `response_too_large`. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
