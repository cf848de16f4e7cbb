// The compiled dictionaries: one table of word hashes, one of word beginnings, the graph of phrases, and the
// automaton for text without word boundaries. Built once from the language files.
import type { Automaton } from "./automaton.js";
import { compileSquashed } from "./compile-squashed.js";
import { compileWords } from "./compile-words.js";
import type { Meaning } from "./meanings.js";
import type { PhraseGraph } from "./phrase-graph.js";
import type { LanguageDictionary } from "./token-classes.js";
import type { WordTable } from "./word-table.js";

export class Lexicon {
  readonly words: WordTable;
  readonly stems: WordTable;
  /** Filter over the first letters of stems longer than those. */
  readonly stemOpenings: Uint8Array;
  /** What each entry says as a word. */
  readonly meanings: readonly Meaning[];
  /** 1 when the entry is a word of some phrase. */
  readonly inPhrase: Uint8Array;
  /** Bits of command-words.ts. */
  readonly commands: Uint8Array;
  readonly phrases: PhraseGraph;
  private squashed: Automaton | undefined;

  constructor(private readonly dictionaries: readonly LanguageDictionary[]) {
    const compiled = compileWords(dictionaries);
    this.words = compiled.words;
    this.stems = compiled.stems;
    this.stemOpenings = compiled.stemOpenings;
    this.meanings = compiled.meanings;
    this.inPhrase = compiled.inPhrase;
    this.commands = compiled.commands;
    this.phrases = compiled.phrases;
  }

  /** Compiled when it is first asked for: most text has spaces and no odd stretch, and the automaton is the larger half. */
  get automaton(): Automaton {
    this.squashed ??= compileSquashed(this.dictionaries);
    return this.squashed;
  }
}
