// The lines of a mail's or a request's head, such as `Content-Type: text/plain`: each says something of its own.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const LONGEST_NAME = 40;
const HYPHEN = 0x2d;
const COLON = 0x3a;

/** Whether a line that begins at a place opens with the name of a header that has a hyphen in it: a capital, letters, a colon. */
export function opensHeader(text: string, from: number): boolean {
  if (from >= text.length) return false;
  const first = charCodeAt.call(text, from);
  if (first < 0x41 || first > 0x5a) return false;
  const stop = Math.min(text.length, from + LONGEST_NAME);
  let hasHyphen = false;
  for (let at = from + 1; at < stop; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code === HYPHEN) hasHyphen = true;
    else if (code === COLON) return hasHyphen;
    else if ((code | 0x20) < 0x61 || (code | 0x20) > 0x7a) return false;
  }
  return false;
}
