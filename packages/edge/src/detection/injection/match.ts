// Runs the rule table over a stream of tokens. For each token that heads a rule it looks at the few tokens around it, so
// the work is linear in the tokens whatever the text.

import { FOLD, SQUASH } from "../text/fold.js";
import { GLUED, SIGNS, SPLIT, writingOf } from "../text/squash.js";
import {
  bothClasses,
  type ClassBits,
  classBit,
  hasClass,
  MASK_BITS,
  NO_CLASS,
  TOKEN_CLASSES,
} from "../text/token-classes.js";
import { BLOCK_BITS, type TokenStream, UNITS_PER_WORD } from "../text/token-stream.js";
import { standsAsOrder } from "./order-place.js";
import type { InjectionRule, NearClass } from "./rule.js";
import { INJECTION_RULES } from "./rule-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface RuleMatch {
  readonly rule: number;
  readonly start: number;
  readonly end: number;
  /** Place of the head. */
  readonly headStart: number;
  readonly headEnd: number;
  /** First unit of the head. */
  readonly unit: number;
  /** Sentence of the head; -1 in a reading that knows no sentences. */
  readonly sentence: number;
  score: number;
}

interface CompiledNear extends ClassBits {
  readonly from: number;
  readonly to: number;
  readonly sentences: number;
  readonly asOrder: boolean;
  readonly affirmed: boolean;
}

interface CompiledRule {
  readonly index: number;
  readonly near: readonly CompiledNear[];
  readonly unless: readonly CompiledNear[];
  readonly negatable: boolean;
  readonly score: number;
  /** Languages in which the rule holds. */
  readonly languages: number;
}

/** Longest phrase: a token's first unit is at most this far before its last. */
const PHRASE_UNITS = 8 * UNITS_PER_WORD;
const NOT = classBit("not");
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;
/** Turkish, Persian, Hindi, Chinese, Japanese and Korean, by their bits in dictionaries.ts. */
const VERB_LAST = (1 << 8) | (1 << 12) | (1 << 13) | (1 << 14) | (1 << 15) | (1 << 16);
const ENGLISH = 1;
/** German and Dutch. */
const NOT_LAST = (1 << 1) | (1 << 6);

const LANGUAGES_OF_ORDER = { any: -1, verb_last: VERB_LAST, not_last: NOT_LAST } as const;

function compileNear(condition: NearClass): CompiledNear {
  // One literal: objects that are spread into each other are read more slowly, and this is read for each word.
  const { low, high, top, apex } = condition.any.map(classBit).reduce(bothClasses);
  const { from, to, sentences = 0, asOrder = false, affirmed = false } = condition;
  return { low, high, top, apex, from, to, sentences, asOrder, affirmed };
}

function compileRule(rule: InjectionRule, index: number): CompiledRule {
  return {
    index,
    near: rule.near.map(compileNear),
    unless: (rule.unless ?? []).map(compileNear),
    negatable: rule.negatable ?? true,
    score: rule.score,
    languages: LANGUAGES_OF_ORDER[rule.wordOrder ?? "any"],
  };
}

const RULES_BY_HEAD: readonly (readonly CompiledRule[])[] = TOKEN_CLASSES.map((name) =>
  INJECTION_RULES.flatMap((rule, index) => (rule.head === name ? [compileRule(rule, index)] : [])),
);

const HEADS = INJECTION_RULES.map((rule) => classBit(rule.head)).reduce(bothClasses, NO_CLASS);
const HEAD_MASKS = Int32Array.of(HEADS.low, HEADS.high, HEADS.top, HEADS.apex);

/** Whether a word of these classes may head a rule. */
export function isHeadClass(classes: ClassBits): boolean {
  return hasClass(classes, HEADS);
}

/** Farthest place that any rule looks at, in units on each side of its head. */
const FARTHEST_UNITS =
  UNITS_PER_WORD *
    Math.max(
      ...INJECTION_RULES.flatMap((rule) => [...rule.near, ...(rule.unless ?? [])]).flatMap(({ from, to }) => [
        Math.abs(from),
        Math.abs(to),
      ]),
    ) +
  1;

/** Every match of every rule that is on, in the order of the heads. */
export function matchRules(
  text: string,
  stream: TokenStream,
  isOff: (rule: number) => boolean,
  squashed: boolean,
): RuleMatch[] {
  const matches: RuleMatch[] = [];
  stream.seal();
  resetCaps();
  for (let at = 0; at < stream.length; at += 1) {
    if ((at & BLOCK_MASK) === 0) stream.lookAround(at, FARTHEST_UNITS + PHRASE_UNITS);
    if (!stream.has(at, HEADS)) continue;
    for (let mask = 0; mask < 4; mask += 1)
      for (
        let rest = (stream.classes[4 * at + mask] as number) & (HEAD_MASKS[mask] as number);
        rest !== 0;
        rest &= rest - 1
      )
        matchHead(
          text,
          stream,
          at,
          RULES_BY_HEAD[mask * MASK_BITS + 31 - Math.clz32(rest & -rest)] as readonly CompiledRule[],
          isOff,
          squashed,
          matches,
        );
  }
  return matches;
}

/** Tokens of the match that is being tried: the head, then one for each condition. */
const members = new Int32Array(8);

/**
 * A rule counts once in a window of words, so more than a few matches of one rule in a stretch say nothing new; leaving
 * them out keeps text made of triggers as cheap as any other.
 */
const MOST_IN_WINDOW = 12;
const WINDOW_UNITS = 250 * UNITS_PER_WORD;
/** Matches of the squashed reading that turn out to be plain words: after many of them in a window no more are judged. */
const MOST_TRIES = 48;
const tries = new Int32Array(INJECTION_RULES.length);
const inWindow = new Int32Array(INJECTION_RULES.length);
const windowStart = new Int32Array(INJECTION_RULES.length);

function resetCaps(): void {
  inWindow.fill(0);
  windowStart.fill(0);
  tries.fill(0);
}

function isTired(rule: number): boolean {
  tries[rule] = (tries[rule] as number) + 1;
  return (tries[rule] as number) > MOST_TRIES;
}

function isCapped(rule: number, unit: number): boolean {
  if (unit - (windowStart[rule] as number) >= WINDOW_UNITS) {
    windowStart[rule] = unit;
    inWindow[rule] = 0;
    tries[rule] = 0;
  }
  return (inWindow[rule] as number) >= MOST_IN_WINDOW;
}

function matchHead(
  text: string,
  stream: TokenStream,
  at: number,
  rules: readonly CompiledRule[],
  isOff: (rule: number) => boolean,
  squashed: boolean,
  matches: RuleMatch[],
): void {
  for (const rule of rules) {
    if (
      ((stream.languages[at] as number) & rule.languages) === 0 ||
      !isPossible(rule, stream) ||
      isOff(rule.index) ||
      isCapped(rule.index, stream.firstUnit[at] as number)
    )
      continue;
    let start = stream.start[at] as number;
    let end = stream.end[at] as number;
    let tokens = 1;
    let isComplete = true;
    members[0] = at;
    for (const condition of rule.near) {
      const other = findNear(text, stream, at, condition, squashed);
      if (other < 0) {
        isComplete = false;
        break;
      }
      if ((stream.start[other] as number) < start) start = stream.start[other] as number;
      if ((stream.end[other] as number) > end) end = stream.end[other] as number;
      tokens += 1;
      members[tokens - 1] = other;
    }
    if (!isComplete) continue;
    // In the squashed reading only what the plain one cannot see counts: words in pieces, run together, or with digits.
    if (squashed && (tokens === 1 || isTired(rule.index) || !isDisguised(text, stream, start, end, tokens))) continue;
    if (rule.unless.some((condition) => findNear(text, stream, at, condition, squashed) >= 0)) continue;
    if (rule.negatable && isNegated(text, stream, at, squashed)) continue;
    inWindow[rule.index] = (inWindow[rule.index] as number) + 1;
    matches.push({
      rule: rule.index,
      start,
      end,
      headStart: stream.start[at] as number,
      headEnd: stream.end[at] as number,
      unit: stream.firstUnit[at] as number,
      sentence: squashed ? -1 : (stream.sentence[at] as number),
      score: rule.score,
    });
  }
}

/** Whether the stretch around the head holds some class of each condition at all. */
function isPossible(rule: CompiledRule, stream: TokenStream): boolean {
  for (const condition of rule.near) if (!stream.aroundHas(condition)) return false;
  return true;
}

/** Whether a squashed match is a disguise and no accident of neighbouring words. */
function isDisguised(text: string, stream: TokenStream, start: number, end: number, tokens: number): boolean {
  let broken = 0;
  let how = 0;
  for (let index = 0; index < tokens; index += 1) {
    const member = members[index] as number;
    const writing = writingOf(
      text,
      stream.start[member] as number,
      stream.end[member] as number,
      stream.gaps[member] as number,
    );
    how |= writing;
    if (writing !== 0) broken += 1;
  }
  const isGlued = (how & GLUED) !== 0;
  if ((how & SPLIT) !== 0) {
    if (broken * 2 < tokens) return false;
    // Letters spaced out with wider gaps between words: a word that goes on at its edge is another word.
    return !isGlued || !hasUnevenGaps(text, start, end);
  }
  if (isGlued) return (broken * 2 >= tokens || (how & SIGNS) !== 0) && countGaps(text, start, end) <= tokens / 2;
  return (how & SIGNS) !== 0;
}

/** Gaps between words in a stretch, up to a few. */
function countGaps(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end && count < 8; at += 1) if (charCodeAt.call(text, at) <= 32) count += 1;
  return count;
}

/** Whether spaced-out letters have gaps of two kinds: one inside words, one between them. */
function hasUnevenGaps(text: string, start: number, end: number): boolean {
  let shortest = 99;
  let longest = 0;
  let kinds = 0;
  let singles = 0;
  let pieces = 0;
  let gap = 0;
  let piece = 0;
  for (let at = start; at < end; at += 1) {
    const code = charCodeAt.call(text, at);
    const isGap = FOLD[code] === 0 && SQUASH[code] === 0;
    if (isGap) {
      if (gap === 0) {
        pieces += 1;
        if (piece === 1) singles += 1;
        piece = 0;
      }
      gap += 1;
      kinds |= code === 32 ? 1 : 2;
    } else {
      if (gap > 0) {
        if (gap < shortest) shortest = gap;
        if (gap > longest) longest = gap;
        gap = 0;
      }
      piece += 1;
    }
  }
  return singles * 2 > pieces && (longest > shortest || kinds === 3);
}

/** The nearest token of the classes in the window, after the head first; -1 when there is none. */
function findNear(text: string, stream: TokenStream, at: number, condition: CompiledNear, squashed: boolean): number {
  const first = stream.firstUnit[at] as number;
  const last = stream.lastUnit[at] as number;
  const sentence = stream.sentence[at] as number;
  const languages = stream.languages[at] as number;
  const after = condition.to * UNITS_PER_WORD;
  const before = condition.from * UNITS_PER_WORD;
  if (condition.to >= 0) {
    for (let other = at + 1; other < stream.length; other += 1) {
      if ((other & BLOCK_MASK) === 0 && !stream.blockHas(other, condition)) {
        // Nothing in this block; its first token tells whether the window is passed.
        if ((stream.lastUnit[other] as number) - PHRASE_UNITS > last + after) break;
        other += BLOCK_MASK;
        continue;
      }
      if ((stream.lastUnit[other] as number) - PHRASE_UNITS > last + after) break;
      if ((stream.sentence[other] as number) - sentence > condition.sentences && !squashed) break;
      const distance = (stream.firstUnit[other] as number) - last;
      if (distance <= 0 || distance > after + 1) continue;
      // Beyond the first word the window may start later.
      if (condition.from > 1 && distance <= before - UNITS_PER_WORD) continue;
      if (!holds(text, stream, other, condition, languages)) continue;
      return other;
    }
  }
  if (condition.from <= 0) {
    for (let other = at - 1; other >= 0; other -= 1) {
      if ((other & BLOCK_MASK) === BLOCK_MASK && !stream.blockHas(other, condition)) {
        if ((stream.lastUnit[other] as number) < first + before - 1) break;
        other -= BLOCK_MASK;
        continue;
      }
      const otherLast = stream.lastUnit[other] as number;
      if (otherLast < first + before - 1) break;
      if (sentence - (stream.sentence[other] as number) > condition.sentences && !squashed) break;
      // A window that ends before the head ends there.
      if (otherLast >= first || (condition.to < -1 && otherLast > first + after + UNITS_PER_WORD)) continue;
      if (!holds(text, stream, other, condition, languages)) continue;
      return other;
    }
  }
  return -1;
}

function holds(text: string, stream: TokenStream, other: number, condition: CompiledNear, languages: number): boolean {
  if (!stream.has(other, condition) || ((stream.languages[other] as number) & languages) === 0) return false;
  return (
    !condition.asOrder ||
    !isEnglish(stream, other) ||
    standsAsOrder(text, stream.start[other] as number, condition.affirmed)
  );
}

/** Whether a word is known in English, in whichever of its records. */
function isEnglish(stream: TokenStream, at: number): boolean {
  const start = stream.start[at] as number;
  let first = at;
  while (first > 0 && stream.start[first - 1] === start) first -= 1;
  for (let other = first; other < stream.length && stream.start[other] === start; other += 1)
    if (((stream.languages[other] as number) & ENGLISH) !== 0) return true;
  return false;
}

/** Whether the one or two words before the head turn the order round. */
function isNegated(text: string, stream: TokenStream, at: number, squashed: boolean): boolean {
  const first = stream.firstUnit[at] as number;
  for (let other = at - 1; other >= 0; other -= 1) {
    const last = stream.lastUnit[other] as number;
    if (last < first - 2 * UNITS_PER_WORD) return false;
    if (stream.sentence[other] !== stream.sentence[at]) return false;
    if (last >= first || !stream.has(other, NOT)) continue;
    if (!squashed) return true;
    // Inside run-together letters every third word seems to hold a "not".
    const writing = writingOf(
      text,
      stream.start[other] as number,
      stream.end[other] as number,
      stream.gaps[other] as number,
    );
    if ((writing & GLUED) === 0) return true;
  }
  return false;
}
