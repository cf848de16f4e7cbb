// The compiled dictionaries: one table of word hashes, one of word beginnings, the graph of phrases, and the
// automaton for text without word boundaries. Built once from the language files; lookups compare 32-bit hashes only,
// since one false word cannot complete a rule.
import { Automaton, type AutomatonEntry } from "./automaton.js";
import {
  CHARACTER_WORD,
  CHARACTER_WORDS,
  SHELL_WORD,
  SHELL_WORDS,
  SQL_WORD,
  SQL_WORDS,
  STORE_WORD,
  STORE_WORDS,
} from "./command-words.js";
import { foldText, squashWord } from "./fold.js";
import { type Meaning, type MeaningChange, Meanings, NO_MEANING, recordFor } from "./meanings.js";
import { misspell, SHORTEST_MISSPELT } from "./misspellings.js";
import { NumberMap } from "./number-map.js";
import { MOST_NODES, type PhraseGraph, PhraseTree } from "./phrase-graph.js";
import { classBit, type Dictionary, NO_CLASS, type WordClass } from "./token-classes.js";

/** Multiplier of the polynomial word hash: h = h * P + unit. A polynomial also hashes the reversed word in one pass. */
export const HASH_P = 0x2f0b4c47;
const FILTER_BITS = 16;
export const FILTER_SHIFT = 32 - FILTER_BITS;
/** Letters by which it shows whether a word may have a longer stem. */
export const STEM_OPENING = 4;

function hashFolded(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, HASH_P) + word.charCodeAt(at)) | 0;
  return hash;
}

/** Spreads a hash for the tables; the high bits are the good ones. */
export function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Entries by the hash of their word, with a one-byte filter in front that answers most misses. */
class WordTable {
  readonly filter = new Uint8Array(1 << FILTER_BITS);
  /** One more than the entry. */
  private readonly entries = new NumberMap();

  /** The entry of a word, or -1. */
  find(hash: number): number {
    return this.filter[spread(hash) >>> FILTER_SHIFT] === 0 ? -1 : this.entries.get(hash) - 1;
  }

  add(hash: number, entry: number): void {
    this.filter[spread(hash) >>> FILTER_SHIFT] = 1;
    this.entries.set(hash, entry + 1);
  }
}

const PHRASE_WORD_LIMIT = 8;
const SHORTEST_STEM = 3;
/** Classes that are too common as letter sequences to look for inside squashed text. */
const NOT_SQUASHED: ReadonlySet<WordClass> = new Set(["common", "must", "my", "weak_object"]);
/** The same for words of letters; in scripts without spaces they are found in no other way. */
const NOT_SQUASHED_LETTERS: ReadonlySet<WordClass> = new Set([
  "agent",
  "answer_verb",
  "at_start",
  "binding",
  "carried",
  "carry_verb",
  "deem",
  "defy_verb",
  "do_this",
  "in_place_of",
  "instead",
  "judge_verb",
  "none",
  "paid_to",
  "quit_verb",
  "rate_verb",
  "role_name",
  "self_text",
  "spelling",
  "spend_verb",
  "task",
  "text_word",
  "this_text",
  "to_model",
  "user_words",
  "users_own",
  "withheld_key",
  "works_on",
]);
/** A letter of a script without spaces: words of them may hold Latin ones as well, as "AI助手" does. */
const UNSPACED_LETTER = /[\u0e00-\uffff]/;
const ENGLISH_BIT = 1;
const SHORT_SQUASHED: ReadonlySet<WordClass> = new Set(["all", "your", "not"]);
/** English words of these classes are known with one slip of the hand as well. */
const MISSPELT: ReadonlySet<WordClass> = new Set([
  "override_verb",
  "previous",
  "instruction",
  "policy",
  "weak_object",
  "told",
  "everything",
  "reveal_verb",
  "system_prompt",
]);

export class Lexicon {
  readonly words = new WordTable();
  readonly stems = new WordTable();
  /** Filter over the first letters of stems longer than those. */
  readonly stemOpenings = new Uint8Array(1 << FILTER_BITS);
  /** What each entry says as a word. */
  readonly meanings: Meaning[] = [];
  /** 1 when the entry is a word of some phrase. */
  readonly inPhrase: number[] = [];
  /** Bits of command-words.ts. */
  readonly commands: number[] = [];
  readonly phrases: PhraseGraph;
  readonly automaton: Automaton;
  private readonly byKey = new Map<string, number>();
  /** Entries of the words that are known with a slip. */
  private readonly misspelt = new Map<string, number>();

  constructor(dictionaries: readonly (readonly [language: number, Dictionary])[]) {
    const meanings = new Meanings();
    const phrases = new PhraseTree();
    const squashed = new Map<string, AutomatonEntry>();
    for (const [language, dictionary] of dictionaries) {
      for (const [name, list] of Object.entries(dictionary) as [WordClass, string][]) {
        const change = meanings.adder(name === "common" ? NO_CLASS : classBit(name), language);
        for (const raw of list.split("|")) this.addWord(raw.trim(), name, language, change, phrases, squashed);
      }
    }
    this.addMisspellings(meanings);
    this.lendStems(meanings);
    for (const word of SQL_WORDS.split("|")) this.markCommand(word, SQL_WORD);
    for (const word of SHELL_WORDS.split("|")) this.markCommand(word, SHELL_WORD);
    for (const word of STORE_WORDS.split("|")) this.markCommand(word, STORE_WORD);
    for (const word of CHARACTER_WORDS.split("|")) this.markCommand(word, CHARACTER_WORD);
    this.meanings = this.meanings.map(meanings.settle);
    if (this.meanings.length > MOST_NODES) throw new Error("The dictionaries outgrew the graph of phrases.");
    this.phrases = phrases.compile(meanings.settle);
    this.automaton = new Automaton([...squashed.values()]);
  }

  private addWord(
    raw: string,
    name: WordClass,
    language: number,
    change: MeaningChange,
    phrases: PhraseTree,
    squashed: Map<string, AutomatonEntry>,
  ): void {
    if (raw === "") return;
    const isOpen = raw.endsWith("*");
    const parts = foldText(isOpen ? raw.slice(0, -1) : raw)
      .split(" ")
      .filter((part) => part !== "");
    if (parts.length === 0) return;
    const isStem = isOpen && (parts[parts.length - 1] as string).length >= SHORTEST_STEM;
    addSquashed(parts, name, language, change, squashed);
    if (parts.length === 1) {
      const entry = this.entryOf(parts[0] as string, isStem);
      if (language === ENGLISH_BIT) this.noteMisspelt(parts[0] as string, name, entry);
      this.change(entry, change);
      return;
    }
    const words = parts.slice(0, PHRASE_WORD_LIMIT).map((part, index) => {
      const entry = this.entryOf(part, isStem && index === parts.length - 1);
      this.inPhrase[entry] = 1;
      if (language === ENGLISH_BIT) this.noteMisspelt(part, name, entry);
      return entry;
    });
    phrases.add(words, change);
  }

  private entryOf(word: string, isStem: boolean): number {
    const key = isStem ? `${word}*` : word;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const entry = this.meanings.push(NO_MEANING) - 1;
    this.inPhrase.push(0);
    this.commands.push(0);
    this.byKey.set(key, entry);
    (isStem ? this.stems : this.words).add(hashFolded(word), entry);
    if (isStem && word.length > STEM_OPENING) {
      this.stemOpenings[spread(hashFolded(word.slice(0, STEM_OPENING))) >>> FILTER_SHIFT] = 1;
    }
    return entry;
  }

  private change(entry: number, change: MeaningChange): void {
    this.meanings[entry] = change(this.meanings[entry] as Meaning);
  }

  private noteMisspelt(word: string, name: WordClass, entry: number): void {
    if (word.length >= SHORTEST_MISSPELT && MISSPELT.has(name)) this.misspelt.set(word, entry);
  }

  /** Adds the misspelt forms; one that is a word of another language keeps both meanings, an English word stays itself. */
  private addMisspellings(meanings: Meanings): void {
    for (const [word, entry] of this.misspelt) {
      const english = recordFor(this.meanings[entry] as Meaning, ENGLISH_BIT);
      const change = english === undefined ? undefined : meanings.adder(english, ENGLISH_BIT);
      for (const form of misspell(word)) {
        const hash = hashFolded(form);
        const known = this.words.find(hash);
        if (known < 0) this.words.add(hash, entry);
        else if (change !== undefined && recordFor(this.meanings[known] as Meaning, ENGLISH_BIT) === undefined)
          this.change(known, change);
      }
    }
  }

  /** A word or beginning that is known in one language, or only as a part of phrases, keeps what a shorter beginning means in others. */
  private lendStems(meanings: Meanings): void {
    for (const [key, entry] of this.byKey) {
      const size = key.endsWith("*") ? key.length - 2 : key.length;
      const found: number[] = [];
      let hash = 0;
      for (let at = 0; at < size; at += 1) {
        hash = (Math.imul(hash, HASH_P) + key.charCodeAt(at)) | 0;
        const stem = at + 1 < SHORTEST_STEM ? -1 : this.stems.find(hash);
        if (stem >= 0) found.push(stem);
      }
      for (const stem of found.reverse())
        for (const record of this.meanings[stem] as Meaning)
          if (recordFor(this.meanings[entry] as Meaning, record.languages) === undefined)
            this.change(entry, meanings.adder(record, record.languages));
    }
  }

  private markCommand(word: string, flag: number): void {
    const entry = this.entryOf(word, false);
    this.commands[entry] = (this.commands[entry] as number) | flag;
  }
}

function addSquashed(
  parts: readonly string[],
  name: WordClass,
  language: number,
  change: MeaningChange,
  squashed: Map<string, AutomatonEntry>,
): void {
  if (NOT_SQUASHED.has(name)) return;
  const key = squashWord(parts.join(""));
  const unspaced = UNSPACED_LETTER.test(key);
  if (!unspaced && NOT_SQUASHED_LETTERS.has(name)) return;
  if (key.length < (unspaced ? 1 : language === ENGLISH_BIT && SHORT_SQUASHED.has(name) ? 3 : 4)) return;
  const known = squashed.get(key);
  if (known === undefined) squashed.set(key, { key, meaning: change(NO_MEANING), gaps: parts.length - 1 });
  else known.meaning = change(known.meaning);
}
