// A tenant's own phrases and patterns. Phrases are compared on folded words, so case, accents, punctuation and invisible
// characters do not matter; in scripts without spaces each letter is a word. Patterns have a fixed length.

import type { TenantPattern, TenantPhrase } from "./options.js";
import {
  countFitting,
  type FixedPattern,
  LONGEST_PATTERN,
  PatternsByStart,
  parseFixedPattern,
  SHORTEST_PATTERN,
  standsAlone,
} from "./text/fixed-pattern.js";
import { foldText, KIND, UNSPACED } from "./text/fold.js";

const MAX_TENANT_PHRASES = 200;
const MAX_TENANT_PATTERNS = 50;
export const MAX_PHRASE_WORDS = 24;

/** Phrases that begin alike share a path, so that many of them cost a text no more than the longest. */
interface PhraseNode {
  readonly next: Map<string, PhraseNode>;
  readonly ending: { readonly id: string; readonly score: number }[];
}

interface CompiledPattern extends FixedPattern {
  readonly id: string;
  readonly score: number;
}

export interface TenantMatcher {
  readonly phrases: PhraseNode;
  readonly patterns: PatternsByStart<CompiledPattern> | undefined;
}

export interface TenantMatch {
  readonly id: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const DEFAULT_SCORE = 0.8;

/** Undefined where there is nothing to look for; throws an Error that names the phrase or pattern that is refused. */
export function compileTenantRules(
  phrases: readonly TenantPhrase[],
  patterns: readonly TenantPattern[],
): TenantMatcher | undefined {
  if (phrases.length > MAX_TENANT_PHRASES) throw new Error(`at most ${MAX_TENANT_PHRASES} phrases`);
  if (patterns.length > MAX_TENANT_PATTERNS) throw new Error(`at most ${MAX_TENANT_PATTERNS} patterns`);
  if (phrases.length + patterns.length === 0) return undefined;
  const root: PhraseNode = { next: new Map(), ending: [] };
  for (const { id, phrase, score } of phrases) {
    const words = phraseWords(phrase);
    if (words.length === 0) throw new Error(`the phrase ${id} holds no word`);
    if (words.length > MAX_PHRASE_WORDS) throw new Error(`the phrase ${id} has more than ${MAX_PHRASE_WORDS} words`);
    let node = root;
    for (const word of words) {
      const next = node.next.get(word) ?? { next: new Map(), ending: [] };
      node.next.set(word, next);
      node = next;
    }
    node.ending.push({ id, score: boundScore(score) });
  }
  const compiled = patterns.map(({ id, pattern, score }) => {
    const parsed = parseFixedPattern(pattern);
    if (parsed !== undefined) return { ...parsed, id, score: boundScore(score) };
    throw new Error(`the pattern ${id} must have ${SHORTEST_PATTERN} to ${LONGEST_PATTERN} characters`);
  });
  return { phrases: root, patterns: compiled.length === 0 ? undefined : new PatternsByStart(compiled) };
}

/** The words that a phrase is compared by. */
export function phraseWords(phrase: string): string[] {
  return wordsOf(phrase).map(({ word }) => word);
}

/** The first place of each phrase and pattern that `text` holds. */
export function findTenantRules(text: string, { phrases, patterns }: TenantMatcher): TenantMatch[] {
  const found = new Map<string, TenantMatch>();
  if (phrases.next.size > 0) findPhrases(wordsOf(text), phrases, found);
  for (let at = 0; patterns !== undefined && at < text.length; at += 1) {
    for (const pattern of patterns.at(text, at)) {
      const end = at + pattern.steps.length;
      if (found.has(pattern.id) || countFitting(pattern, text, at) < pattern.steps.length) continue;
      if (standsAlone(text, at, end)) found.set(pattern.id, { id: pattern.id, score: pattern.score, start: at, end });
    }
  }
  return [...found.values()];
}

interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function findPhrases(words: readonly PlacedWord[], root: PhraseNode, found: Map<string, TenantMatch>): void {
  words.forEach(({ start }, first) => {
    let node = root.next.get(words[first]?.word ?? "");
    for (let at = first; node !== undefined; at += 1) {
      const { end } = words[at] as PlacedWord;
      for (const { id, score } of node.ending) if (!found.has(id)) found.set(id, { id, score, start, end });
      node = node.next.get(words[at + 1]?.word ?? "");
    }
  });
}

function wordsOf(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  let word = "";
  let start = 0;
  const end = (at: number): void => {
    if (word !== "") words.push({ word, start, end: at });
    word = "";
  };
  for (let at = 0; at < text.length; ) {
    const sign = String.fromCodePoint(text.codePointAt(at) as number);
    const folded = foldText(sign);
    if (folded === " ") end(at);
    else if (folded !== "" && KIND[folded.charCodeAt(0)] === UNSPACED) {
      end(at);
      words.push({ word: folded, start: at, end: at + sign.length });
    } else if (folded !== "") {
      if (word === "") start = at;
      word += folded;
    }
    at += sign.length;
  }
  end(text.length);
  return words;
}

function boundScore(score: number | undefined): number {
  return Math.min(1, Math.max(0, score ?? DEFAULT_SCORE));
}
