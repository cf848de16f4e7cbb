// Tells an attack from talk about attacks: a phrase that stands in quotation marks beside words such as "example" or
// "detects" is quoted, not given. Quotation marks alone, or such words alone, say much less.
import { FOLD } from "../text/fold.js";
import { classBit } from "../text/token-classes.js";
import { type TokenStream, UNITS_PER_WORD } from "../text/token-stream.js";
import type { RuleMatch } from "./match.js";
import type { InjectionRule } from "./rule.js";
import { INJECTION_RULES } from "./rule-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const DISCUSS = classBit("discuss");
const QUOTE_REACH = 400;
const UNITS_AROUND = 30 * UNITS_PER_WORD;
/** More words of talk than this change nothing. */
const ENOUGH = 5;
/** Marks that are looked at for one that closes. */
const MOST_MARKS = 8;

const LITERAL_PREFIX = /(?:^|[^a-z0-9])(?:[rbfu]|rb|br|fr|rf)$/i;

const OPENS = 1;
const CLOSES = 2;
const QUOTES = new Uint8Array(0x10000);
for (const sign of "'\"`“‘«„「『‹＂＇｀") QUOTES[sign.charCodeAt(0)] = OPENS;
for (const sign of "'\"`”’»“」』›＂＇｀") QUOTES[sign.charCodeAt(0)] = (QUOTES[sign.charCodeAt(0)] as number) | CLOSES;

/** Signs that prose does not have: `\s+`, `\b(`, `)?`, `.*`, `(?:`. A backslash before each letter is a disguise. */
const EXPRESSION = /\\[sw][+*?{]|\\b[(a-z]|\)[?*+]|\.[*+]|\(\?:/i;

/** What each of the signs below begins with: most matches hold none of it. */
const EXPRESSION_OPENING = /[\\(]|\)\?|\.[*+{]/;
/** Two signs of another kind each leave no doubt, without a word of talk beside them. */
const EXPRESSION_SIGNS: readonly RegExp[] = [/\\[swb]/, /\(\?[:i]/, /\)\?/, /\(\w[^()|]*\|[^()]*\)/, /\.(?:[*+]|\{\d)/];

/** Signs of code, of which three kinds leave no doubt: brackets, ends and names of statements, calls, members, scopes, arrows. */
const CODE_OPENING = /[;{}()=]|::/;
const CODE_SIGNS: readonly RegExp[] = [
  /[{}]/,
  /;\s*(?:[\n}]|\/\/|$)|\)\s*[;:]/,
  /\b(?:const|let|var|function|import|return|class|interface|type|static|void|def|elif|public|private)\s/,
  /\w\([\w.:]*[,)]|\w\(\)|\w\(\w+::/,
  /[a-z)\]]\.[a-z]\w*\(?/i,
  /=>|===|!==|&&|\|\||::/,
  /\w\[\w+\]|\w<\w+>/,
  /\w\s=\s[\w({['"]/,
];
/** What stands before and behind a name of code: an order that has code in its midst begins as a sentence does. */
const BEFORE_NAME = /[.([{"'`_=<]\s?$/;
const BEHIND_NAME = /^(?:[.(:\]}"'`=;]|\s[=)}])/;
const CODE_WORD = /[\p{L}\p{N}_$]+/u;
/** What parts words of code, but not those of a sentence. */
const CODE_GAP = /[;{}()=[\]<>|&]|::|^[.:]$/;
/** Share of the gaps between words that must be such: with less, a piece of code stands amid a sentence. */
const MOST_GAPS = 0.6;

const WIDE_QUOTE = /[“”‘’«»„「」『』‹›＂＇｀]/g;

/** The quotation marks of one text, gathered when the first match asks; every reading of the text shares them. */
export class QuoteMarks {
  private isGathered = false;
  private readonly places: number[] = [];
  private readonly kinds: number[] = [];

  constructor(readonly text: string) {}

  /** The nearest mark before a place, when it is one that opens. */
  openBefore(place: number): number {
    this.gather();
    const index = lowerBound(this.places, place) - 1;
    const at = this.places[index];
    if (at === undefined || at < place - QUOTE_REACH) return -1;
    return ((this.kinds[index] as number) & OPENS) !== 0 ? at : -1;
  }

  /** The first mark after a place that closes. */
  closeAfter(place: number): number {
    this.gather();
    const first = lowerBound(this.places, place);
    for (let index = first; index < this.places.length && index < first + MOST_MARKS; index += 1) {
      const at = this.places[index] as number;
      if (at >= place + QUOTE_REACH) return -1;
      if (((this.kinds[index] as number) & CLOSES) !== 0) return at;
    }
    return -1;
  }

  hasOpening(start: number, end: number): boolean {
    this.gather();
    const first = lowerBound(this.places, start + 1);
    for (let index = first; index < this.places.length && index < first + MOST_MARKS; index += 1) {
      if ((this.places[index] as number) >= end - 1) return false;
      if (((this.kinds[index] as number) & OPENS) !== 0) return true;
    }
    return false;
  }

  private gather(): void {
    if (this.isGathered) return;
    this.isGathered = true;
    const { text } = this;
    let single = placeOf(text, "'", 0);
    let double = placeOf(text, '"', 0);
    let back = placeOf(text, "`", 0);
    let wide = wideQuoteFrom(text, 0);
    for (;;) {
      const at = Math.min(single, double, back, wide);
      if (at === Number.POSITIVE_INFINITY) return;
      if (at === single) single = placeOf(text, "'", at + 1);
      else if (at === double) double = placeOf(text, '"', at + 1);
      else if (at === back) back = placeOf(text, "`", at + 1);
      else wide = wideQuoteFrom(text, at + 1);
      const quote = QUOTES[charCodeAt.call(text, at)] as number;
      const opens =
        (quote & OPENS) !== 0 && (!isLetterUnit(at > 0 ? charCodeAt.call(text, at - 1) : 32) || isPrefixed(text, at));
      const closes = (quote & CLOSES) !== 0 && !isLetterUnit(at + 1 < text.length ? charCodeAt.call(text, at + 1) : 32);
      this.places.push(at);
      this.kinds.push((opens ? OPENS : 0) | (closes ? CLOSES : 0));
    }
  }
}

/** Whether a quotation mark stands behind the prefix of a literal of source code: `r"…"`, `b'…'`, `f"…"`. */
function isPrefixed(text: string, at: number): boolean {
  return LITERAL_PREFIX.test(text.slice(Math.max(0, at - 3), at));
}

/** Where a sign stands next: to search for three signs costs less than to look at every character of most texts. */
function placeOf(text: string, sign: string, from: number): number {
  const place = text.indexOf(sign, from);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

/** Where the next quotation mark after ASCII stands. */
function wideQuoteFrom(text: string, from: number): number {
  WIDE_QUOTE.lastIndex = from;
  return WIDE_QUOTE.test(text) ? WIDE_QUOTE.lastIndex - 1 : Number.POSITIVE_INFINITY;
}

/** Quotation marks of a text and words of talk of one of its readings. */
export class Discussion {
  private isGathered = false;
  private readonly talk: number[] = [];

  constructor(
    private readonly quotes: QuoteMarks,
    private readonly stream: TokenStream,
  ) {}

  /** Factor between 0 and 1 for a match. */
  factor(match: RuleMatch): number {
    if (!this.isGathered) this.gather();
    const { stream } = this;
    const open = this.quotes.openBefore(match.headStart);
    const close = open < 0 ? -1 : this.quotes.closeAfter(match.headEnd);
    const isQuoted = close >= 0;
    const from = isQuoted ? open : match.headStart;
    const to = isQuoted ? close : match.headEnd;
    let around = 0;
    let before = 0;
    for (let index = this.firstTalk(match.unit - UNITS_AROUND); index < this.talk.length; index += 1) {
      const at = this.talk[index] as number;
      if ((stream.firstUnit[at] as number) > match.unit + UNITS_AROUND) break;
      if ((stream.end[at] as number) > from && (stream.start[at] as number) < to) continue;
      around += 1;
      if (stream.sentence[at] === match.sentence && (stream.start[at] as number) < from) before += 1;
      if (around >= ENOUGH && (isQuoted || before >= ENOUGH)) break;
    }
    // An order whose object only stands in quotation marks is a remark about a phrase.
    if (!isQuoted && around > 0 && (this.quotes.hasOpening(match.start, match.end) || this.isExpression(match)))
      return 0.25;
    if (this.isPlainlyExpression(match) || this.isPlainlyCode(match)) return 0.25;
    if (isQuoted) return around >= 2 ? 0.15 : around === 1 || this.isExpression(match) ? 0.25 : 1;
    return before >= ENOUGH ? 0.4 : before >= 3 ? 0.6 : 1;
  }

  /** Whether the words of a match are tied by signs of a regular expression, as in the source of a detector. */
  private isExpression(match: RuleMatch): boolean {
    return EXPRESSION.test(this.quotes.text.slice(match.start, match.end));
  }

  private isPlainlyExpression(match: RuleMatch): boolean {
    const span = this.quotes.text.slice(match.start, match.end);
    return EXPRESSION_OPENING.test(span) && EXPRESSION_SIGNS.filter((sign) => sign.test(span)).length >= 2;
  }

  /** Whether the words of a match are names of code. An order to set something aside is read in any spelling. */
  private isPlainlyCode(match: RuleMatch): boolean {
    const { family, head } = INJECTION_RULES[match.rule] as InjectionRule;
    if (head !== "to_model" && (family === "override" || family === "persona" || family === "concealment"))
      return false;
    const { text } = this.quotes;
    const isName =
      BEFORE_NAME.test(text.slice(Math.max(0, match.headStart - 2), match.headStart)) ||
      BEHIND_NAME.test(text.slice(match.headEnd, match.headEnd + 2));
    const span = text.slice(match.start, match.end);
    if (!isName || !CODE_OPENING.test(span) || CODE_SIGNS.filter((sign) => sign.test(span)).length < 3) return false;
    const gaps = span.split(CODE_WORD).slice(1, -1);
    return gaps.filter((gap) => CODE_GAP.test(gap)).length >= gaps.length * MOST_GAPS;
  }

  private gather(): void {
    const { stream } = this;
    const { text } = this.quotes;
    this.isGathered = true;
    const firstLine = text.indexOf("\n");
    let last = -1;
    for (let at = 0; at < stream.length; at += 1) {
      if (!stream.has(at, DISCUSS) || stream.start[at] === last) continue;
      last = stream.start[at] as number;
      const end = stream.end[at] as number;
      const isName =
        isMemberName(text, end) ||
        (end <= firstLine && isColumnName(text, last, end)) ||
        isInAddress(text, last) ||
        isSpeech(text, last, end);
      if (!isName) this.talk.push(at);
    }
  }

  /** First word of talk that ends at `unit` or later; tokens are ordered by their ends. */
  private firstTalk(unit: number): number {
    let low = 0;
    let high = this.talk.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.stream.lastUnit[this.talk[middle] as number] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a word ends the name of a JSON member ("comment": …): a label of data, not talk about it. */
function isMemberName(text: string, end: number): boolean {
  let at = end;
  if (charCodeAt.call(text, at) === 0x5c) at += 1;
  if (charCodeAt.call(text, at) !== 0x22) return false;
  at += 1;
  while (charCodeAt.call(text, at) === 32) at += 1;
  return charCodeAt.call(text, at) === 0x3a;
}

/** Whether a word of the first line is the name of a column: `id,name,comment`. */
function isColumnName(text: string, start: number, end: number): boolean {
  const isAlone = start === 0 && charCodeAt.call(text, end) === 10;
  return (
    !isAlone &&
    (start === 0 || isDelimiter(text, start - 1)) &&
    (isDelimiter(text, end) || charCodeAt.call(text, end) === 10)
  );
}

function isDelimiter(text: string, at: number): boolean {
  const code = charCodeAt.call(text, at);
  return code === 0x2c || code === 0x3b || code === 9;
}

/** A word that hands on what somebody says, before a colon or a quotation mark: whoever is told may obey it all the same. */
const SPEECH = /^(?:said|says|wrote)$/i;
const BEFORE_SPEECH = /^(?::| ["'“„«‘])/;

function isSpeech(text: string, start: number, end: number): boolean {
  return SPEECH.test(text.slice(start, end)) && BEFORE_SPEECH.test(text.slice(end, end + 3));
}

/** How far before a word the beginning of the address is looked for that it is a part of. */
const LONGEST_ADDRESS = 120;
/** An address up to a word within it: `https://docs.`, `kim@`. */
const ADDRESS = /(?:\w:\/\/|\w@|\bwww\.)[\w.~:/?#@!$&*+,;=%-]*$/;

/** Whether a word is a part of an address, as in `https://example.com/report`: a name, not talk. */
function isInAddress(text: string, start: number): boolean {
  const before = charCodeAt.call(text, start - 1);
  // Most words stand behind a space or a quotation mark.
  if (!(before === 0x2f || before === 0x2e || before === 0x40 || before === 0x2d || before === 0x5f)) return false;
  return ADDRESS.test(text.slice(Math.max(0, start - LONGEST_ADDRESS), start));
}

/** Index of the first value that is not below `value`. */
function lowerBound(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Letters and digits, with both halves of styled ones. */
function isLetterUnit(code: number): boolean {
  return FOLD[code] !== 0 || (code >= 0xd800 && code <= 0xdfff);
}
