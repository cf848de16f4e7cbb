// One UTF-16 unit of a text, at a place that may lie outside of it: readers that look a little ahead use it.

/** The unit at a place, 0 outside the text: always a small number, which costs less than one that may be none. */
export function unitAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}
