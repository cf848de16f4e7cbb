// One UTF-16 unit of a text, and what it is.

const { charCodeAt } = String.prototype;

/**
 * The unit at a place inside a text. To the engine, strings that are flat, cut from others, joined, of one byte or of two are of
 * as many kinds, and where it meets more than four it looks the method up anew at each call: here it is known. The engine puts only
 * so many small functions into the code of a large one; loops that are made of little else call the method themselves.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}

/** The same for readers that look a little ahead: 0 outside the text, which costs less than what is no number. */
export function unitAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? charCodeAt.call(text, at) : 0;
}

/** Whether a unit is a letter or digit of ASCII. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
