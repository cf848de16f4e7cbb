// One UTF-16 unit of a text, at a place that may lie outside of it, and what it is: for readers that look a little ahead.

/** The unit at a place, 0 outside the text: always a small number, which costs less than one that may be none. */
export function unitAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}

/** Whether a unit is a letter or digit of ASCII. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
