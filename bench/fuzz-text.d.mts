/** One hostile case for the scanner and the redactor: a text, or an object of many strings; see fuzz-text.mjs. */
export declare function makeCase(
  seed: number,
  corpus: readonly string[],
  size?: number,
): string | Record<string, unknown>;
