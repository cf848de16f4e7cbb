// Tables that are drawn with lines (┌─┬─┐ │ ├─┼─┤), read as those with bars, hyphens and plus signs: sign by sign, so that places stay.

const FIRST = 0x2500;
const LAST = 0x257f;
const BOX = /[\u2500-\u257f]/;
const BAR = 0x7c;
const HYPHEN = 0x2d;
const PLUS = 0x2b;
/** Diagonals and crosses draw no tables. */
const DIAGONALS = "\u2571\u2572\u2573";
const UPRIGHT = new Set([..."│┃┆┇┊┋║╎╏"].map((sign) => sign.charCodeAt(0)));
const LEVEL = new Set([..."─━┄┅┈┉═╌╍╴╶╸╺╼╾"].map((sign) => sign.charCodeAt(0)));

/** What a sign of a drawn line stands for; any other stands for itself. */
export function plainSign(code: number): number {
  if (code < FIRST || code > LAST || DIAGONALS.includes(String.fromCharCode(code))) return code;
  return UPRIGHT.has(code) ? BAR : LEVEL.has(code) ? HYPHEN : PLUS;
}

/** A line with the signs that its drawn lines stand for. */
export function plainLine(line: string): string {
  if (!BOX.test(line)) return line;
  let out = "";
  for (let at = 0; at < line.length; at += 1) out += String.fromCharCode(plainSign(line.charCodeAt(at)));
  return out;
}
