// Runs the rule table over a stream of tokens. For each token that heads a rule it looks at the few tokens around it, so
// the work is linear in the tokens whatever the text.

import { GLUED, SIGNS, SPLIT } from "../text/squash.js";
import { classBit, TOKEN_CLASSES } from "../text/token-classes.js";
import type { TokenStream } from "../text/token-stream.js";
import { INJECTION_RULES, type InjectionRule, type NearClass } from "./rule-table.js";

export interface RuleMatch {
  readonly rule: number;
  readonly start: number;
  readonly end: number;
  /** Number of the head word. */
  readonly word: number;
  score: number;
}

interface CompiledNear {
  readonly low: number;
  readonly high: number;
  readonly from: number;
  readonly to: number;
}

interface CompiledRule {
  readonly index: number;
  readonly near: readonly CompiledNear[];
  readonly unless: readonly CompiledNear[];
  readonly negatable: boolean;
  readonly score: number;
  readonly span: number;
}

/** Longest phrase in words: a token's first word is at most this far before its last. */
const PHRASE_WORDS = 8;
const NOT = classBit("not");

function compileNear(condition: NearClass): CompiledNear {
  let low = 0;
  let high = 0;
  for (const name of condition.any) {
    const bit = classBit(name);
    low |= bit.low;
    high |= bit.high;
  }
  return { low, high, from: condition.from, to: condition.to };
}

function compileRule(rule: InjectionRule, index: number): CompiledRule {
  const spans = [...rule.near, ...(rule.unless ?? [])].flatMap((condition) => [
    Math.abs(condition.from),
    Math.abs(condition.to),
  ]);
  return {
    index,
    near: rule.near.map(compileNear),
    unless: (rule.unless ?? []).map(compileNear),
    negatable: rule.negatable ?? true,
    score: rule.score,
    span: Math.max(2, ...spans),
  };
}

const RULES_BY_HEAD: readonly (readonly CompiledRule[])[] = TOKEN_CLASSES.map((name) =>
  INJECTION_RULES.flatMap((rule, index) => (rule.head === name ? [compileRule(rule, index)] : [])),
);

let headLow = 0;
let headHigh = 0;
TOKEN_CLASSES.forEach((name, index) => {
  if ((RULES_BY_HEAD[index] as readonly CompiledRule[]).length === 0) return;
  const bit = classBit(name);
  headLow |= bit.low;
  headHigh |= bit.high;
});

/** Every match of every rule that is on, in the order of the heads. */
export function matchRules(
  text: string,
  stream: TokenStream,
  isOff: (rule: number) => boolean,
  squashed: boolean,
): RuleMatch[] {
  const matches: RuleMatch[] = [];
  for (let at = 0; at < stream.length; at += 1) {
    let low = (stream.low[at] as number) & headLow;
    let high = (stream.high[at] as number) & headHigh;
    while (low !== 0) {
      const bit = 31 - Math.clz32(low & -low);
      low &= low - 1;
      matchHead(text, stream, at, RULES_BY_HEAD[bit] as readonly CompiledRule[], isOff, squashed, matches);
    }
    while (high !== 0) {
      const bit = 31 - Math.clz32(high & -high);
      high &= high - 1;
      matchHead(text, stream, at, RULES_BY_HEAD[bit + 31] as readonly CompiledRule[], isOff, squashed, matches);
    }
  }
  return matches;
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
    if (isOff(rule.index)) continue;
    let start = stream.start[at] as number;
    let end = stream.end[at] as number;
    let tokens = 1;
    let glued = stream.broken[at] === GLUED ? 1 : 0;
    let split = stream.broken[at] === SPLIT ? 1 : 0;
    let signs = stream.broken[at] === SIGNS ? 1 : 0;
    let holds = true;
    for (const condition of rule.near) {
      const other = findNear(stream, at, condition, squashed);
      if (other < 0) {
        holds = false;
        break;
      }
      if ((stream.start[other] as number) < start) start = stream.start[other] as number;
      if ((stream.end[other] as number) > end) end = stream.end[other] as number;
      tokens += 1;
      if (stream.broken[other] === GLUED) glued += 1;
      else if (stream.broken[other] === SPLIT) split += 1;
      else if (stream.broken[other] === SIGNS) signs += 1;
    }
    if (!holds) continue;
    // In the squashed reading only what the plain one cannot see counts: letters run together, or words in pieces.
    if (squashed) {
      if (tokens === 1) continue;
      const isGlued = glued * 2 >= tokens && countSeparators(text, start, end) <= tokens / 2;
      if (signs === 0 && split * 2 < tokens && !isGlued) continue;
    }
    if (rule.unless.some((condition) => findNear(stream, at, condition, squashed) >= 0)) continue;
    if (rule.negatable && isNegated(stream, at)) continue;
    matches.push({ rule: rule.index, start, end, word: stream.firstWord[at] as number, score: rule.score });
  }
}

/** Spaces between words in a stretch, up to a few. */
function countSeparators(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end && count < 8; at += 1) if (text.charCodeAt(at) <= 32) count += 1;
  return count;
}

/** The nearest token of the classes in the window, after the head first; -1 when there is none. */
function findNear(stream: TokenStream, at: number, condition: CompiledNear, squashed: boolean): number {
  const first = stream.firstWord[at] as number;
  const last = stream.lastWord[at] as number;
  const sentence = stream.sentence[at] as number;
  const languages = stream.languages[at] as number;
  if (condition.to >= 0) {
    for (let other = at + 1; other < stream.length; other += 1) {
      const otherFirst = stream.firstWord[other] as number;
      if ((stream.lastWord[other] as number) - PHRASE_WORDS > last + condition.to) break;
      if (stream.sentence[other] !== sentence && !squashed) break;
      const distance = otherFirst - last;
      if (distance > condition.to || distance < condition.from) continue;
      if (otherFirst <= last && !(condition.from <= 0 && distance === 0)) continue;
      if (
        ((stream.low[other] as number) & condition.low) === 0 &&
        ((stream.high[other] as number) & condition.high) === 0
      )
        continue;
      if (((stream.languages[other] as number) & languages) === 0) continue;
      return other;
    }
  }
  if (condition.from <= 0) {
    for (let other = at - 1; other >= 0; other -= 1) {
      const otherLast = stream.lastWord[other] as number;
      if (otherLast < first + condition.from) break;
      if (stream.sentence[other] !== sentence && !squashed) break;
      const distance = otherLast - first;
      if (distance > condition.to || distance >= 0) continue;
      if (
        ((stream.low[other] as number) & condition.low) === 0 &&
        ((stream.high[other] as number) & condition.high) === 0
      )
        continue;
      if (((stream.languages[other] as number) & languages) === 0) continue;
      return other;
    }
  }
  return -1;
}

/** Whether the one or two words before the head turn the order round. */
function isNegated(stream: TokenStream, at: number): boolean {
  const first = stream.firstWord[at] as number;
  for (let other = at - 1; other >= 0; other -= 1) {
    const last = stream.lastWord[other] as number;
    if (last < first - 2) return false;
    if (stream.sentence[other] !== stream.sentence[at]) return false;
    if (last < first && ((stream.high[other] as number) & NOT.high) !== 0) return true;
  }
  return false;
}
