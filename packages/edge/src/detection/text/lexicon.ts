// The dictionaries of all languages, compiled: one table of word hashes, one of word beginnings, the graph of phrases, and the
// automaton for text without word boundaries.
import type { Automaton } from "./automaton.js";
import { AUTOMATON, WORDS } from "./lexicon.at-build.js";
import { readAutomaton } from "./packed-automaton.js";
import { readWords, type Words } from "./packed-words.js";

export interface Lexicon extends Words {
  /** Read when it is first asked for: most text has spaces and no odd stretch, and the automaton is the larger half. */
  readonly automaton: Automaton;
}

let known: Lexicon | undefined;

/** The one of this process. */
export function lexicon(): Lexicon {
  known ??= readLexicon();
  return known;
}

function readLexicon(): Lexicon {
  let automaton: Automaton | undefined;
  return {
    ...readWords(WORDS),
    get automaton() {
      automaton ??= readAutomaton(AUTOMATON);
      return automaton;
    },
  };
}

/** Reads all of it, which the first text that needs each part would do otherwise: for programs in which no call should wait. */
export function readDictionaries(): void {
  lexicon().automaton.step(0, 0);
}
