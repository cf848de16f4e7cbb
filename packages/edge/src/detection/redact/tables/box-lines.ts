// Tables that are drawn with lines (┌─┬─┐ │ ├─┼─┤), read as those with bars, hyphens and plus signs: sign by sign, so that places stay.

/** The first sign of a drawn line. */
export const FIRST_DRAWN = 0x2500;
const LAST = 0x257f;
const BOX = /[\u2500-\u257f]/;
const BOXES = /[\u2500-\u257f]/g;
const BAR = 0x7c;
const HYPHEN = 0x2d;
const PLUS = 0x2b;
/** Diagonals and crosses draw no tables. */
const DIAGONALS = "\u2571\u2572\u2573";
const UPRIGHT = new Set([..."│┃┆┇┊┋║╎╏"].map((sign) => sign.charCodeAt(0)));
const LEVEL = new Set([..."─━┄┅┈┉═╌╍╴╶╸╺╼╾"].map((sign) => sign.charCodeAt(0)));

/** What a sign of a drawn line stands for; any other stands for itself. */
export function plainSign(code: number): number {
  if (code < FIRST_DRAWN || code > LAST || DIAGONALS.includes(String.fromCharCode(code))) return code;
  return UPRIGHT.has(code) ? BAR : LEVEL.has(code) ? HYPHEN : PLUS;
}

const PLAIN = new Map(
  Array.from({ length: LAST - FIRST_DRAWN + 1 }, (_, at) => [
    String.fromCharCode(FIRST_DRAWN + at),
    String.fromCharCode(plainSign(FIRST_DRAWN + at)),
  ]),
);

/** A line with the signs that its drawn lines stand for. */
export function plainLine(line: string): string {
  return BOX.test(line) ? line.replace(BOXES, (sign) => PLAIN.get(sign) as string) : line;
}
