// Judges one text in every reading that is worth trying: plain, squashed, turned by 13 letters, backwards, and its quoted pieces
// put together. A reading other than the plain one counts only where the plain one does not already hold the same match.

import { ForeignWords } from "../text/foreign-words.js";
import type { Lexicon } from "../text/lexicon.js";
import { squash } from "../text/squash.js";
import { Stretches } from "../text/stretches.js";
import type { TextNotes } from "../text/text-notes.js";
import { TokenStream } from "../text/token-stream.js";
import { tokenize } from "../text/tokenize.js";
import { textOfUnits, unitsFor } from "../text/units.js";
import { type Cluster, findCluster } from "./cluster.js";
import { Discussion, QuoteMarks } from "./discussion.js";
import { type JoinedPieces, joinPieces } from "./joined-pieces.js";
import { isHeadClass, matchRules, type RuleMatch } from "./match.js";
import { isReported, WhatHappens } from "./reported.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export type ReadingView = "plain" | "squashed" | "rot13" | "reversed" | "joined";

export interface Reading {
  readonly view: ReadingView;
  readonly cluster: Cluster;
  /** Every match of the reading. */
  readonly matches: readonly RuleMatch[];
}

export interface Judgement {
  readonly readings: readonly Reading[];
  readonly notes: TextNotes;
  /** Characters read, in all readings. */
  readonly characters: number;
}

/** Characters around a turned or reversed stretch that may show what it is. */
const FOREIGN_MARGIN = 200;
const DISCOUNTED_FROM = 0.2;
const REPORTED_FACTOR = 0.25;
const CUT_FACTOR = 3;
const MOST_OF_CUT = 0.9;

const plainStream = new TokenStream();
const otherStream = new TokenStream();

/**
 * Judges one text. `weigh` turns a rule's score into the score that counts here; stretches that are decoded elsewhere are
 * not squashed. From a reading that `settles` what the text says on, it is read in no other way.
 */
export function judgeText(
  text: string,
  lexicon: Lexicon,
  isOff: (rule: number) => boolean,
  weigh: (match: RuleMatch) => number,
  decodedElsewhere: Stretches,
  settles: (reading: Reading) => boolean,
): Judgement {
  const notes = tokenize(text, lexicon, plainStream);
  const readings: Reading[] = [];
  const quotes = new QuoteMarks(text);
  const plain = settle(quotes, plainStream, matchRules(text, plainStream, isOff, false), weigh);
  addReading(readings, "plain", plain);
  let characters = text.length;
  if (isSettled()) return { readings, notes, characters };
  const known = new KnownMatches(plain);
  const { starts, ends } = notes.odd;
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] as number;
    const end = Math.min(text.length, ends[index] as number);
    if (decodedElsewhere.overlaps(start, end)) continue;
    characters += end - start;
    squash(text, start, end, lexicon, otherStream);
    const found = matchRules(text, otherStream, isOff, true).filter((match) => !known.holds(match));
    if (found.length === 0) continue;
    addReading(readings, "squashed", settle(quotes, otherStream, found, weigh));
    if (isSettled()) return { readings, notes, characters };
  }
  for (const { start, end, rot13, reversed } of foreignWindows(text, notes, lexicon)) {
    const part = text.slice(start, end);
    if (rot13) addOther("rot13", turn13(part), start, false);
    if (reversed) {
      // Either the whole text runs backwards or each word does; in the wrong order quotation marks are lost, so of two
      // readings the weaker one is right.
      const count = readings.length;
      addOther("reversed", reverseWhole(part), start, true);
      addOther("reversed", reverseWords(part), start, false);
      if (readings.length === count + 2) {
        const isFirstWeaker =
          (readings[count] as Reading).cluster.total <= (readings[count + 1] as Reading).cluster.total;
        readings.splice(isFirstWeaker ? count + 1 : count, 1);
      }
    }
    if (isSettled()) return { readings, notes, characters };
  }
  const joined = joinPieces(text);
  if (joined !== undefined) addJoined(joined);
  return { readings, notes, characters };

  /** Whether the last reading that found something settles it. */
  function isSettled(): boolean {
    const last = readings[readings.length - 1];
    return last !== undefined && settles(last);
  }

  /** What is found in the pieces joined and not in the text as it stands. */
  function addJoined({ text: whole, edges, start, end }: JoinedPieces): void {
    characters += whole.length;
    tokenize(whole, lexicon, otherStream);
    const matches = settle(new QuoteMarks(whole), otherStream, matchRules(whole, otherStream, isOff, false), weigh);
    // A verb that is cut in two is hidden on purpose.
    for (const match of matches)
      if (edges.some((edge) => match.headStart < edge && edge < match.headEnd))
        match.score = Math.min(MOST_OF_CUT, match.score * CUT_FACTOR);
    addReading(
      readings,
      "joined",
      matches.map((match) => ({ ...match, start, end })).filter((match) => !known.holds(match)),
    );
  }

  function addOther(view: ReadingView, other: string, start: number, isMirrored: boolean): void {
    characters += other.length;
    tokenize(other, lexicon, otherStream);
    const matches = settle(new QuoteMarks(other), otherStream, matchRules(other, otherStream, isOff, false), weigh);
    const end = start + other.length;
    addReading(
      readings,
      view,
      matches.map((match) =>
        isMirrored
          ? { ...match, start: end - match.end, end: end - match.start }
          : { ...match, start: start + match.start, end: start + match.end },
      ),
    );
  }
}

/** What one pass over a text notices, without a judgement of what it says. */
export function noteText(text: string, lexicon: Lexicon): Judgement {
  return { readings: [], notes: tokenize(text, lexicon, plainStream), characters: text.length };
}

interface ForeignWindow {
  readonly start: number;
  readonly end: number;
  readonly rot13: boolean;
  readonly reversed: boolean;
}

let foreignWords: { readonly of: Lexicon; readonly words: ForeignWords } | undefined;

/** What is worth reading turned or backwards, widened and joined, so that no character is read twice in one way. */
function foreignWindows(text: string, notes: TextNotes, lexicon: Lexicon): ForeignWindow[] {
  const windows: ForeignWindow[] = [];
  const { starts, ends } = notes.foreign;
  if (starts.length === 0 || !notes.mayBeForeign) return windows;
  if (foreignWords?.of !== lexicon) foreignWords = { of: lexicon, words: new ForeignWords(lexicon, isHeadClass) };
  for (let index = 0; index < starts.length; index += 1) {
    const from = starts[index] as number;
    const to = Math.min(text.length, ends[index] as number);
    const look = foreignWords.words.look(text, from, to);
    if (!look.rot13 && !look.reversed) continue;
    const start = Math.max(0, from - FOREIGN_MARGIN);
    const end = Math.min(text.length, to + FOREIGN_MARGIN);
    const last = windows[windows.length - 1];
    if (last === undefined || start > last.end) windows.push({ start, end, ...look });
    else
      windows[windows.length - 1] = {
        start: last.start,
        end,
        rot13: last.rot13 || look.rot13,
        reversed: last.reversed || look.reversed,
      };
  }
  return windows;
}

function addReading(readings: Reading[], view: ReadingView, matches: readonly RuleMatch[]): void {
  const cluster = findCluster(matches);
  if (cluster !== undefined) readings.push({ view, cluster, matches });
}

function settle(
  quotes: QuoteMarks,
  stream: TokenStream,
  matches: RuleMatch[],
  weigh: (match: RuleMatch) => number,
): RuleMatch[] {
  const discussion = new Discussion(quotes, stream);
  const asked = new WhatHappens(quotes.text);
  for (const match of matches) {
    match.score = weigh(match);
    if (match.score >= DISCOUNTED_FROM)
      match.score *= isReported(asked, match) ? REPORTED_FACTOR : discussion.factor(match);
  }
  return matches;
}

/** The matches of the plain reading, asked for by rule and place. */
class KnownMatches {
  private readonly byRule = new Map<number, Stretches>();

  constructor(private readonly matches: readonly RuleMatch[]) {}

  holds(match: RuleMatch): boolean {
    if (this.matches.length === 0) return false;
    let known = this.byRule.get(match.rule);
    if (known === undefined) {
      known = new Stretches(this.matches.filter((other) => other.rule === match.rule));
      this.byRule.set(match.rule, known);
    }
    return known.overlaps(match.start, match.end);
  }
}

/** Units to a string, one for one; halves of pairs without the other half become a replacement character. */
function textOfTurned(units: Uint16Array): string {
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] as number;
    if ((unit & 0xf800) !== 0xd800) continue;
    if (unit < 0xdc00 && ((units[at + 1] ?? 0) & 0xfc00) === 0xdc00) at += 1;
    else units[at] = 0xfffd;
  }
  return textOfUnits(units);
}

/** Turns each Latin letter by 13 places. */
function turn13(text: string): string {
  const units = unitsFor(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt.call(text, at);
    const lower = code | 0x20;
    units[at] =
      code < 128 && lower >= 0x61 && lower <= 0x7a ? ((lower - 0x61 + 13) % 26) + 0x61 - (lower - code) : code;
  }
  return textOfTurned(units);
}

function reverseWhole(text: string): string {
  const length = text.length;
  const units = unitsFor(length);
  for (let at = 0; at < length; at += 1) units[at] = charCodeAt.call(text, length - 1 - at);
  return textOfTurned(units);
}

/** Reverses each run of other than spaces in place. */
function reverseWords(text: string): string {
  const length = text.length;
  const units = unitsFor(length);
  let start = 0;
  for (let at = 0; at <= length; at += 1) {
    if (at < length && charCodeAt.call(text, at) > 32) continue;
    for (let from = start; from < at; from += 1) units[from] = charCodeAt.call(text, at - 1 - (from - start));
    if (at < length) units[at] = charCodeAt.call(text, at);
    start = at + 1;
  }
  return textOfTurned(units);
}
