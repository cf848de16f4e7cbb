// One UTF-16 unit of a text, at a place that may lie outside of it, and what it is: for readers that look a little ahead.

/**
 * Strings that are flat, cut from others or joined, of one byte or of two, are of as many kinds to the engine, and where it meets
 * more than four it looks a method up anew at each call. What reads text unit by unit meets them all, and so calls the method
 * itself. Each file has it as a constant of its own, which the compiler knows: imported from here, scans cost a third more and
 * redaction two thirds.
 */
const { charCodeAt } = String.prototype;

/** The unit at a place, 0 outside the text: always a small number, which costs less than one that may be none. */
export function unitAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? charCodeAt.call(text, at) : 0;
}

/** Whether a unit is a letter or digit of ASCII. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
