// The compiled dictionaries: one open-addressed table of word hashes, one of word beginnings, a trie of phrases, and the
// automaton for text without word boundaries. Built once from the language files; lookups compare 32-bit hashes only,
// since one false word cannot complete a rule.
import { Automaton, type AutomatonEntry } from "./automaton.js";
import { SHELL_WORD, SHELL_WORDS, SQL_WORD, SQL_WORDS } from "./command-words.js";
import { foldText, squashWord } from "./fold.js";
import { misspell, SHORTEST_MISSPELT } from "./misspellings.js";
import { type ClassBit, classBit, type Dictionary, type TokenClass } from "./token-classes.js";

/** Multiplier of the polynomial word hash: h = h * P + unit. A polynomial also hashes the reversed word in one pass. */
export const HASH_P = 0x2f0b4c47;
const TABLE_BITS = 15;
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

/** Hash table from word hash to entry number, with a one-byte filter in front that answers most misses. */
class WordTable {
  readonly filter = new Uint8Array(1 << FILTER_BITS);
  private readonly keys = new Int32Array(1 << TABLE_BITS);
  private readonly entries = new Int32Array(1 << TABLE_BITS).fill(-1);

  find(hash: number): number {
    const mixed = spread(hash);
    if (this.filter[mixed >>> (32 - FILTER_BITS)] === 0) return -1;
    for (let slot = mixed >>> (32 - TABLE_BITS); ; slot = (slot + 1) & ((1 << TABLE_BITS) - 1)) {
      const entry = this.entries[slot] as number;
      if (entry < 0 || this.keys[slot] === hash) return entry;
    }
  }

  add(hash: number, entry: number): void {
    const mixed = spread(hash);
    this.filter[mixed >>> (32 - FILTER_BITS)] = 1;
    let slot = mixed >>> (32 - TABLE_BITS);
    while ((this.entries[slot] as number) >= 0) slot = (slot + 1) & ((1 << TABLE_BITS) - 1);
    this.keys[slot] = hash;
    this.entries[slot] = entry;
  }
}

const PHRASE_WORD_LIMIT = 8;
const SHORTEST_STEM = 3;
/** Classes that are too common as letter sequences to look for inside squashed text. */
const NOT_SQUASHED: ReadonlySet<TokenClass> = new Set(["common", "must", "my", "role_name", "weak_object"]);
/** The same for words of letters; in scripts without spaces they are found in no other way. */
const NOT_SQUASHED_LETTERS: ReadonlySet<TokenClass> = new Set([
  "answer_verb",
  "at_start",
  "binding",
  "deem",
  "defy_verb",
  "instead",
  "judge_verb",
  "none",
  "quit_verb",
  "self_text",
  "spelling",
  "task",
  "text_word",
  "to_model",
  "user_words",
  "withheld_key",
]);
const ENGLISH_BIT = 1;
const SHORT_SQUASHED: ReadonlySet<TokenClass> = new Set(["all", "your", "not"]);
/** English words of these classes are known with one slip of the hand as well. */
const MISSPELT: ReadonlySet<TokenClass> = new Set([
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
  readonly low: number[] = [];
  readonly high: number[] = [];
  readonly top: number[] = [];
  readonly languages: number[] = [];
  /** Another record of the same word for other languages, or -1. */
  readonly nextRecord: number[] = [];
  /** 1 when the entry is a word of some phrase. */
  readonly inPhrase: number[] = [];
  /** SQL_WORD and SHELL_WORD. */
  readonly commands: number[] = [];
  readonly phraseNext = new Map<number, number>();
  readonly phraseEntry: number[] = [-1];
  readonly automaton: Automaton;
  private readonly byKey = new Map<string, number>();
  /** Entries of the words that are known with a slip. */
  private readonly misspelt = new Map<string, number>();
  private phraseNodes = 1;

  constructor(dictionaries: readonly (readonly [language: number, Dictionary])[]) {
    const squashed = new Map<string, AutomatonEntry>();
    for (const [language, dictionary] of dictionaries) {
      for (const [name, list] of Object.entries(dictionary) as [TokenClass, string][]) {
        for (const raw of list.split("|")) this.addWord(raw.trim(), name, language, squashed);
      }
    }
    this.addMisspellings();
    this.lendStems();
    this.joinRecords();
    for (const word of SQL_WORDS.split("|")) this.markCommand(word, SQL_WORD);
    for (const word of SHELL_WORDS.split("|")) this.markCommand(word, SHELL_WORD);
    this.automaton = new Automaton([...squashed.values()]);
    if (Math.max(this.phraseNodes, this.low.length) > 0x10000) throw new Error("The dictionaries outgrew phraseKey.");
  }

  /** The next phrase node after `node` and the word entry, or -1. */
  advancePhrase(node: number, entry: number): number {
    return this.phraseNext.get(phraseKey(node, entry)) ?? -1;
  }

  private addWord(raw: string, name: TokenClass, language: number, squashed: Map<string, AutomatonEntry>): void {
    if (raw === "") return;
    const isOpen = raw.endsWith("*");
    const parts = foldText(isOpen ? raw.slice(0, -1) : raw)
      .split(" ")
      .filter((part) => part !== "");
    if (parts.length === 0) return;
    const isStem = isOpen && (parts[parts.length - 1] as string).length >= SHORTEST_STEM;
    const bit = classBit(name);
    this.addSquashed(parts, name, bit, language, squashed);
    if (parts.length === 1) {
      const entry = this.entryOf(parts[0] as string, isStem);
      if (language === ENGLISH_BIT) this.noteMisspelt(parts[0] as string, name, entry);
      this.mark(entry, bit, language);
      return;
    }
    let node = 0;
    parts.slice(0, PHRASE_WORD_LIMIT).forEach((part, index) => {
      const entry = this.entryOf(part, isStem && index === parts.length - 1);
      this.inPhrase[entry] = 1;
      if (language === ENGLISH_BIT) this.noteMisspelt(part, name, entry);
      const key = phraseKey(node, entry);
      let next = this.phraseNext.get(key);
      if (next === undefined) {
        next = this.phraseNodes;
        this.phraseNodes += 1;
        this.phraseNext.set(key, next);
        this.phraseEntry[next] = -1;
      }
      node = next;
    });
    let entry = this.phraseEntry[node] as number;
    if (entry < 0) {
      entry = this.newEntry();
      this.phraseEntry[node] = entry;
    }
    this.mark(entry, bit, language);
  }

  private addSquashed(
    parts: readonly string[],
    name: TokenClass,
    bit: ClassBit,
    language: number,
    squashed: Map<string, AutomatonEntry>,
  ): void {
    if (NOT_SQUASHED.has(name)) return;
    const key = squashWord(parts.join(""));
    const unspaced = key.charCodeAt(0) >= 0xe00;
    if (!unspaced && NOT_SQUASHED_LETTERS.has(name)) return;
    if (key.length < (unspaced ? 1 : language === ENGLISH_BIT && SHORT_SQUASHED.has(name) ? 3 : 4)) return;
    const known = squashed.get(key);
    if (known === undefined) {
      squashed.set(key, { key, records: [{ ...bit, languages: language }], gaps: parts.length - 1 });
      return;
    }
    const record = known.records.find((other) => other.languages === language);
    if (record === undefined) known.records.push({ ...bit, languages: language });
    else {
      record.low |= bit.low;
      record.high |= bit.high;
      record.top |= bit.top;
    }
  }

  private entryOf(word: string, isStem: boolean): number {
    const key = isStem ? `${word}*` : word;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const entry = this.newEntry();
    this.byKey.set(key, entry);
    (isStem ? this.stems : this.words).add(hashFolded(word), entry);
    if (isStem && word.length > STEM_OPENING) {
      this.stemOpenings[spread(hashFolded(word.slice(0, STEM_OPENING))) >>> FILTER_SHIFT] = 1;
    }
    return entry;
  }

  private newEntry(): number {
    this.low.push(0);
    this.high.push(0);
    this.top.push(0);
    this.languages.push(0);
    this.inPhrase.push(0);
    this.nextRecord.push(-1);
    this.commands.push(0);
    return this.low.length - 1;
  }

  private noteMisspelt(word: string, name: TokenClass, entry: number): void {
    if (word.length >= SHORTEST_MISSPELT && MISSPELT.has(name)) this.misspelt.set(word, entry);
  }

  /** Adds the misspelt forms; one that is a word of another language keeps both meanings, an English word stays itself. */
  private addMisspellings(): void {
    for (const [word, entry] of this.misspelt) {
      for (const form of misspell(word)) {
        const hash = hashFolded(form);
        const known = this.words.find(hash);
        if (known < 0) this.words.add(hash, entry);
        else if (this.recordOf(known, ENGLISH_BIT) < 0) this.copyRecord(entry, known, ENGLISH_BIT);
      }
    }
  }

  /** A word or beginning that is known in one language, or only as a part of phrases, keeps what a shorter beginning means in others. */
  private lendStems(): void {
    for (const [key, entry] of this.byKey) {
      const size = key.endsWith("*") ? key.length - 2 : key.length;
      const found: number[] = [];
      let hash = 0;
      for (let at = 0; at < size; at += 1) {
        hash = (Math.imul(hash, HASH_P) + key.charCodeAt(at)) | 0;
        const stem = at + 1 < SHORTEST_STEM ? -1 : this.stems.find(hash);
        if (stem >= 0) found.push(stem);
      }
      for (const stem of found.reverse()) this.lendStem(stem, entry);
    }
  }

  private lendStem(stem: number, entry: number): void {
    for (let record = stem; record >= 0; record = this.nextRecord[record] as number) {
      const language = this.languages[record] as number;
      if (language !== 0 && this.recordOf(entry, language) < 0) this.copyRecord(record, entry, language);
    }
  }

  /** The record of an entry for a language, or -1. */
  private recordOf(entry: number, language: number): number {
    let record = entry;
    while (record >= 0 && ((this.languages[record] as number) & language) === 0)
      record = this.nextRecord[record] as number;
    return record;
  }

  private copyRecord(from: number, to: number, language: number): void {
    const record = this.recordOf(from, language);
    if (record < 0) return;
    const low = this.low[record] as number;
    const high = this.high[record] as number;
    this.mark(to, { low, high, top: this.top[record] as number }, language);
  }

  private markCommand(word: string, flag: number): void {
    const entry = this.entryOf(word, false);
    this.commands[entry] = (this.commands[entry] as number) | flag;
  }

  /** Adds a class in one language; a word that means other things in other languages has one record for each. */
  private mark(entry: number, { low, high, top }: ClassBit, language: number): void {
    let record = entry;
    for (;;) {
      const languages = this.languages[record] as number;
      if (languages === 0 || languages === language) break;
      let next = this.nextRecord[record] as number;
      if (next < 0) {
        next = this.newEntry();
        this.nextRecord[record] = next;
      }
      record = next;
    }
    this.low[record] = (this.low[record] as number) | low;
    this.high[record] = (this.high[record] as number) | high;
    this.top[record] = (this.top[record] as number) | top;
    this.languages[record] = language;
  }

  private isSameClasses(one: number, other: number): boolean {
    return (
      this.low[one] === this.low[other] && this.high[one] === this.high[other] && this.top[one] === this.top[other]
    );
  }

  /** Joins the records of an entry that say the same. */
  private joinRecords(): void {
    const count = this.low.length;
    for (let entry = 0; entry < count; entry += 1) {
      let last = entry;
      for (let record = this.nextRecord[entry] as number; record >= 0; record = this.nextRecord[record] as number) {
        let same = entry;
        while (same !== record && !this.isSameClasses(same, record)) same = this.nextRecord[same] as number;
        if (same === record) {
          this.nextRecord[last] = record;
          last = record;
        } else this.languages[same] = (this.languages[same] as number) | (this.languages[record] as number);
      }
      if (last !== entry || (this.nextRecord[entry] as number) >= 0) this.nextRecord[last] = -1;
    }
  }
}

/** Of a node and a word that comes next, both below 0x10000; a small integer, whatever its sign, is the fastest key. */
function phraseKey(node: number, entry: number): number {
  return (node << 16) | entry;
}
