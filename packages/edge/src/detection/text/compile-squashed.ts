// Compiles the automaton for text without word boundaries from what the dictionaries list, squashed.
import type { AutomatonEntry } from "./automaton.js";
import { SQUASH } from "./fold.js";
import { FoldedWords } from "./folded-words.js";
import { type MeaningChange, Meanings, NO_MEANING } from "./meanings.js";
import type { SquashedWords } from "./packed-automaton.js";
import { classBit, ENGLISH_BIT, type LanguageDictionary, listsOf, type WordClass } from "./token-classes.js";
import { buildTrie, Sequences } from "./trie.js";

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
const SHORT_SQUASHED: ReadonlySet<WordClass> = new Set(["all", "your", "not"]);

/** The first letter of the scripts that are written without spaces. */
const FIRST_UNSPACED = 0xe00;
/** Shorter ones stand in too many words. */
const SHORTEST = 4;
const SHORTEST_OF_SHORT = 3;

export function compileSquashed(dictionaries: readonly LanguageDictionary[]): SquashedWords {
  const shared = new Meanings();
  const keys = new Sequences();
  const gaps: number[] = [];
  const changes: MeaningChange[] = [];
  for (const [language, dictionary] of dictionaries) {
    for (const [name, list] of listsOf(dictionary)) {
      if (name === "common" || NOT_SQUASHED.has(name)) continue;
      const change = shared.adder(classBit(name), language);
      const shortest = language === ENGLISH_BIT && SHORT_SQUASHED.has(name) ? SHORTEST_OF_SHORT : SHORTEST;
      const takesLetters = !NOT_SQUASHED_LETTERS.has(name);
      const words = new FoldedWords(list);
      while (words.next()) {
        const letters = squashLetters(words);
        if (!letters.some(isUnspaced) && (!takesLetters || letters.length < shortest)) continue;
        keys.add(letters);
        gaps.push(words.parts - 1);
        changes.push(change);
      }
    }
  }
  const trie = buildTrie(keys);
  const entries: AutomatonEntry[] = [];
  const ending = new Int32Array(trie.size).fill(-1);
  changes.forEach((change, index) => {
    const state = trie.ends[index] as number;
    const known = entries[ending[state] as number];
    if (known !== undefined) known.meaning = change(known.meaning);
    else ending[state] = entries.push(entryOf(index)) - 1;
  });
  return { trie, ending, entries };

  function entryOf(index: number): AutomatonEntry {
    const start = keys.starts[index] as number;
    const end = keys.starts[index + 1] as number;
    return {
      size: end - start,
      isUnspaced: isUnspaced(keys.units[start] as number) || isUnspaced(keys.units[end - 1] as number),
      meaning: (changes[index] as MeaningChange)(NO_MEANING),
      gaps: gaps[index] as number,
    };
  }
}

/** Squashes the letters of a word or phrase where they stand. */
function squashLetters({ units, ends, parts }: FoldedWords): Uint16Array {
  const size = ends[parts - 1] as number;
  let kept = 0;
  for (let at = 0; at < size; at += 1) {
    const letter = SQUASH[units[at] as number] as number;
    if (letter === 0) continue;
    units[kept] = letter;
    kept += 1;
  }
  return units.subarray(0, kept);
}

/** Whether a letter is of a script without spaces: words of them may hold Latin ones as well, as "AI助手" does. */
function isUnspaced(letter: number): boolean {
  return letter >= FIRST_UNSPACED;
}
