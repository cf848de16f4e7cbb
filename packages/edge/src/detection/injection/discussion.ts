// Tells an attack from talk about attacks: a phrase that stands in quotation marks beside words such as "example" or
// "detects" is quoted, not given. Quotation marks alone, or such words alone, say much less.
import { FOLD } from "../text/fold.js";
import { classBit } from "../text/token-classes.js";
import { type TokenStream, UNITS_PER_WORD } from "../text/token-stream.js";
import type { RuleMatch } from "./match.js";

const DISCUSS = classBit("discuss");
const QUOTE_REACH = 400;
const UNITS_AROUND = 30 * UNITS_PER_WORD;

const OPENING = new Set([..."'\"`“‘«„「『‹＂＇｀"].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([..."'\"`”’»“」』›＂＇｀"].map((sign) => sign.charCodeAt(0)));

/** Factor between 0 and 1 for a match. */
export function discussionFactor(text: string, stream: TokenStream, match: RuleMatch): number {
  const { start, end, headStart, headEnd, unit, sentence } = match;
  const open = findOpening(text, headStart);
  const close = open < 0 ? -1 : findClosing(text, headEnd);
  const isQuoted = close >= 0;
  const from = isQuoted ? open : headStart;
  const to = isQuoted ? close : headEnd;
  let around = 0;
  let before = 0;
  let lastLow = -1;
  for (let at = firstNear(stream, unit - UNITS_AROUND); at < stream.length; at += 1) {
    if ((stream.firstUnit[at] as number) > unit + UNITS_AROUND) break;
    if (((stream.high[at] as number) & DISCUSS.high) === 0) continue;
    if ((stream.end[at] as number) > from && (stream.start[at] as number) < to) continue;
    if (stream.start[at] === lastLow) continue;
    lastLow = stream.start[at] as number;
    around += 1;
    if (stream.sentence[at] === sentence && (stream.start[at] as number) < from) before += 1;
  }
  // An order whose object only stands in quotation marks is a remark about a phrase.
  if (!isQuoted && around > 0 && hasOpening(text, start, end)) return 0.25;
  if (isQuoted) return around >= 2 ? 0.15 : around === 1 ? 0.25 : 1;
  return before >= 5 ? 0.4 : before >= 3 ? 0.6 : 1;
}

/** First token that ends at `unit` or later; tokens are ordered by their ends. */
function firstNear(stream: TokenStream, unit: number): number {
  let low = 0;
  let high = stream.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stream.lastUnit[middle] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findOpening(text: string, start: number): number {
  for (let at = start - 1; at >= 0 && at >= start - QUOTE_REACH; at -= 1) {
    const code = text.charCodeAt(at);
    if (!OPENING.has(code)) continue;
    const before = at > 0 ? text.charCodeAt(at - 1) : 32;
    if (!isLetterUnit(before)) return at;
    return -1;
  }
  return -1;
}

function hasOpening(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end - 1; at += 1) {
    if (OPENING.has(text.charCodeAt(at)) && !isLetterUnit(text.charCodeAt(at - 1))) return true;
  }
  return false;
}

function findClosing(text: string, end: number): number {
  for (let at = end; at < text.length && at < end + QUOTE_REACH; at += 1) {
    const code = text.charCodeAt(at);
    if (!CLOSING.has(code)) continue;
    const after = at + 1 < text.length ? text.charCodeAt(at + 1) : 32;
    if (!isLetterUnit(after)) return at;
  }
  return -1;
}

/** Letters and digits, with both halves of styled ones. */
function isLetterUnit(code: number): boolean {
  return FOLD[code] !== 0 || (code >= 0xd800 && code <= 0xdfff);
}
