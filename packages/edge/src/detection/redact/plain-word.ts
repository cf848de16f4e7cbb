// Short words of letters, signs of names and a few digits, as most names and many values of JSON are: what is looked for has more of
// them, but for a tenant's own patterns. To look at the word costs less than to begin to detect.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** The numbers with the fewest are accounts of some countries. */
const FEWEST_DIGITS = 6;

/** Whether a text is such a word, shorter than `shortest`, which a secret has without any other sign. */
export function isPlainWord(text: string, shortest: number): boolean {
  if (text.length >= shortest) return false;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (!((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) && code !== 0x5f && code !== 0x2d) return false;
  }
  return digits < FEWEST_DIGITS;
}
