// Compiles the words, the beginnings of words, and the phrases of dictionaries in one pass over their lists.
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
import { FoldedWords } from "./folded-words.js";
import { type Meaning, type MeaningChange, Meanings, NO_MEANING, recordFor } from "./meanings.js";
import { misspell, SHORTEST_MISSPELT } from "./misspellings.js";
import type { Words } from "./packed-words.js";
import { MOST_NODES, PhraseTree } from "./phrase-graph.js";
import { classBit, ENGLISH_BIT, type LanguageDictionary, listsOf, NO_CLASS, type WordClass } from "./token-classes.js";
import { FILTER_SHIFT, HASH_P, hashOf, makeFilter, STEM_OPENING, spread, WordTable } from "./word-table.js";

const PHRASE_WORD_LIMIT = 8;
const SHORTEST_STEM = 3;
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

export function compileWords(dictionaries: readonly LanguageDictionary[]): Words {
  const compiler = new WordCompiler();
  for (const [language, dictionary] of dictionaries)
    for (const [name, list] of listsOf(dictionary)) compiler.addList(list, name, language);
  return compiler.finish();
}

class WordCompiler {
  private readonly words = new WordTable();
  private readonly stems = new WordTable();
  private readonly stemOpenings = makeFilter();
  /** The folded word or beginning of each entry. */
  private readonly texts: string[] = [];
  private readonly meanings: Meaning[] = [];
  private readonly inPhrase: number[] = [];
  private readonly commands: number[] = [];
  private readonly shared = new Meanings();
  private readonly phrases = new PhraseTree();
  /** The words of the phrase at hand. */
  private readonly phrase: number[] = [];
  /** Entries of the words that are known with a slip. */
  private readonly misspelt = new Map<string, number>();

  addList(list: string, name: WordClass, language: number): void {
    const change = this.shared.adder(name === "common" ? NO_CLASS : classBit(name), language);
    const isMisspelt = language === ENGLISH_BIT && MISSPELT.has(name);
    const words = new FoldedWords(list);
    while (words.next()) {
      this.readEntries(words);
      if (isMisspelt) this.noteMisspelt();
      if (words.parts === 1) this.change(this.phrase[0] as number, change);
      else this.addPhrase(change);
    }
  }

  finish(): Words {
    this.addMisspellings();
    this.lendStems();
    for (const word of SQL_WORDS.split("|")) this.markCommand(word, SQL_WORD);
    for (const word of SHELL_WORDS.split("|")) this.markCommand(word, SHELL_WORD);
    for (const word of STORE_WORDS.split("|")) this.markCommand(word, STORE_WORD);
    for (const word of CHARACTER_WORDS.split("|")) this.markCommand(word, CHARACTER_WORD);
    if (this.meanings.length > MOST_NODES) throw new Error("The dictionaries outgrew the graph of phrases.");
    return {
      words: this.words,
      stems: this.stems,
      stemOpenings: this.stemOpenings,
      meanings: this.meanings.map(this.shared.settle),
      inPhrase: Uint8Array.from(this.inPhrase),
      commands: Uint8Array.from(this.commands),
      phrases: this.phrases.compile(this.shared.settle),
    };
  }

  /** The entries of the parts of a word or phrase. */
  private readEntries({ units, ends, parts, isOpen }: FoldedWords): void {
    this.phrase.length = 0;
    let start = 0;
    for (let part = 0; part < parts && part < PHRASE_WORD_LIMIT; part += 1) {
      const end = ends[part] as number;
      this.phrase.push(this.entryOf(units, start, end, isOpen && part === parts - 1 && end - start >= SHORTEST_STEM));
      start = end;
    }
  }

  private addPhrase(change: MeaningChange): void {
    for (const entry of this.phrase) this.inPhrase[entry] = 1;
    this.phrases.add(this.phrase, change);
  }

  /** The entry of the word, or the beginning, that stands in `units`. */
  private entryOf(units: Uint16Array, start: number, end: number, isStem: boolean): number {
    let hash = 0;
    let opening = 0;
    for (let at = start; at < end; at += 1) {
      hash = (Math.imul(hash, HASH_P) + (units[at] as number)) | 0;
      if (at - start < STEM_OPENING) opening = hash;
    }
    const table = isStem ? this.stems : this.words;
    const known = table.find(hash);
    if (known >= 0) return known;
    if (isStem && end - start > STEM_OPENING) this.stemOpenings[spread(opening) >>> FILTER_SHIFT] = 1;
    return this.addEntry(table, hash, String.fromCharCode(...units.subarray(start, end)));
  }

  private addEntry(table: WordTable, hash: number, text: string): number {
    const entry = this.texts.push(text) - 1;
    this.meanings.push(NO_MEANING);
    this.inPhrase.push(0);
    this.commands.push(0);
    table.add(hash, entry);
    return entry;
  }

  private change(entry: number, change: MeaningChange): void {
    this.meanings[entry] = change(this.meanings[entry] as Meaning);
  }

  private noteMisspelt(): void {
    for (const entry of this.phrase) {
      const text = this.texts[entry] as string;
      if (text.length >= SHORTEST_MISSPELT) this.misspelt.set(text, entry);
    }
  }

  /** Adds the misspelt forms; one that is a word of another language keeps both meanings, an English word stays itself. */
  private addMisspellings(): void {
    for (const [word, entry] of this.misspelt) {
      const english = recordFor(this.meanings[entry] as Meaning, ENGLISH_BIT);
      const change = english === undefined ? undefined : this.shared.adder(english, ENGLISH_BIT);
      for (const form of misspell(word)) {
        const hash = hashOf(form);
        const known = this.words.find(hash);
        if (known < 0) this.words.add(hash, entry);
        else if (change !== undefined && recordFor(this.meanings[known] as Meaning, ENGLISH_BIT) === undefined)
          this.change(known, change);
      }
    }
  }

  /** A word or beginning that is known in one language, or only as a part of phrases, keeps what a shorter beginning means in others. */
  private lendStems(): void {
    const lenders: number[] = [];
    this.texts.forEach((text, entry) => {
      lenders.length = 0;
      let hash = 0;
      for (let at = 0; at < text.length; at += 1) {
        hash = (Math.imul(hash, HASH_P) + text.charCodeAt(at)) | 0;
        const stem = at + 1 < SHORTEST_STEM ? -1 : this.stems.find(hash);
        if (stem >= 0 && stem !== entry) lenders.push(stem);
      }
      for (const stem of lenders.reverse())
        for (const record of this.meanings[stem] as Meaning)
          if (recordFor(this.meanings[entry] as Meaning, record.languages) === undefined)
            this.change(entry, this.shared.adder(record, record.languages));
    });
  }

  /** A word that is known as a slip of another is a command as itself. */
  private markCommand(word: string, flag: number): void {
    const hash = hashOf(word);
    const known = this.words.find(hash);
    const entry = known >= 0 && this.texts[known] === word ? known : this.addEntry(this.words, hash, word);
    this.commands[entry] = (this.commands[entry] as number) | flag;
  }
}
