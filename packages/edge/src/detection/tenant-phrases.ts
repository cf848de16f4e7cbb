// A tenant's own phrases: compared on folded words, so case, accents, punctuation and invisible characters do not matter.

import type { TenantPhrase } from "./options.js";
import { foldText } from "./text/fold.js";

interface CompiledPhrase {
  readonly id: string;
  readonly words: readonly string[];
  readonly score: number;
}

/** Phrases by their first word. */
export type TenantMatcher = ReadonlyMap<string, readonly CompiledPhrase[]>;

export interface TenantMatch {
  readonly id: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const DEFAULT_SCORE = 0.8;
const MOST_WORDS = 12;

export function compileTenantPhrases(phrases: readonly TenantPhrase[]): TenantMatcher | undefined {
  if (phrases.length === 0) return undefined;
  const byFirst = new Map<string, CompiledPhrase[]>();
  for (const phrase of phrases) {
    const words = foldText(phrase.phrase)
      .split(" ")
      .filter((word) => word !== "")
      .slice(0, MOST_WORDS);
    const first = words[0];
    if (first === undefined) throw new Error(`the tenant phrase ${phrase.id} holds no word`);
    const score = Math.min(1, Math.max(0, phrase.score ?? DEFAULT_SCORE));
    byFirst.set(first, [...(byFirst.get(first) ?? []), { id: phrase.id, words, score }]);
  }
  return byFirst;
}

/** The first place of each phrase that `text` holds. */
export function findTenantPhrases(text: string, matcher: TenantMatcher): TenantMatch[] {
  const words: { word: string; start: number; end: number }[] = [];
  let word = "";
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? foldText(text[at] as string) : " ";
    if (unit === "") continue;
    if (unit !== " ") {
      if (start < 0) start = at;
      word += unit;
      continue;
    }
    if (start >= 0) words.push({ word, start, end: at });
    word = "";
    start = -1;
  }
  const found = new Map<string, TenantMatch>();
  words.forEach((first, index) => {
    for (const phrase of matcher.get(first.word) ?? []) {
      if (found.has(phrase.id)) continue;
      if (!phrase.words.every((expected, offset) => words[index + offset]?.word === expected)) continue;
      const last = words[index + phrase.words.length - 1] as { end: number };
      found.set(phrase.id, { id: phrase.id, score: phrase.score, start: first.start, end: last.end });
    }
  });
  return [...found.values()];
}
