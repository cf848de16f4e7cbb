// The dictionaries of all languages, compiled: one table of word hashes, one of word beginnings, the graph of phrases, and the
// automaton for text without word boundaries.
import type { Automaton } from "./automaton.js";
import { AUTOMATON, WORDS } from "./lexicon.at-build.js";
import type { Meaning } from "./meanings.js";
import { readAutomaton } from "./packed-automaton.js";
import { readWords, type Words } from "./packed-words.js";
import type { PhraseGraph } from "./phrase-graph.js";
import type { WordTable } from "./word-table.js";

export class Lexicon implements Words {
  readonly words: WordTable;
  readonly stems: WordTable;
  readonly stemOpenings: Uint8Array;
  readonly meanings: readonly Meaning[];
  readonly inPhrase: Uint8Array;
  readonly commands: Uint8Array;
  readonly phrases: PhraseGraph;
  private squashed: Automaton | undefined;

  constructor() {
    const read = readWords(WORDS);
    this.words = read.words;
    this.stems = read.stems;
    this.stemOpenings = read.stemOpenings;
    this.meanings = read.meanings;
    this.inPhrase = read.inPhrase;
    this.commands = read.commands;
    this.phrases = read.phrases;
  }

  /** Read when it is first asked for: most text has spaces and no odd stretch, and the automaton is the larger half. */
  get automaton(): Automaton {
    this.squashed ??= readAutomaton(AUTOMATON);
    return this.squashed;
  }
}

let known: Lexicon | undefined;

/** The one of this process. */
export function lexicon(): Lexicon {
  known ??= new Lexicon();
  return known;
}

/** Reads all of it, which the first text that needs each part would do otherwise: for programs in which no call should wait. */
export function readDictionaries(): void {
  lexicon().automaton.step(0, 0);
}
