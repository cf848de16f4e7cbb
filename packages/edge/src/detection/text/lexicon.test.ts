// What is read from the packed dictionaries is what they compile to.
import { describe, expect, it } from "vitest";
import { compileSquashed } from "./compile-squashed.js";
import { compileWords } from "./compile-words.js";
import { DICTIONARIES } from "./dictionaries.js";
import { lexicon } from "./lexicon.js";
import type { NumberMap } from "./number-map.js";

function pairsOf(map: NumberMap): string[] {
  const pairs: string[] = [];
  map.forEach((value, key) => {
    pairs.push(`${key} ${value}`);
  });
  return pairs.sort();
}

describe("of words", () => {
  const compiled = compileWords(DICTIONARIES);
  const read = lexicon();

  it.each(["meanings", "inPhrase", "commands", "stemOpenings"] as const)("the %s", (name) => {
    expect(read[name]).toEqual(compiled[name]);
  });

  it.each(["words", "stems"] as const)("the table of %s", (name) => {
    expect(pairsOf(read[name].entries)).toEqual(pairsOf(compiled[name].entries));
    expect(read[name].filter).toEqual(compiled[name].filter);
  });

  it("the graph of phrases", () => {
    expect(read.phrases.meanings).toEqual(compiled.phrases.meanings);
    expect(pairsOf(read.phrases.links)).toEqual(pairsOf(compiled.phrases.links));
  });
});

it("of the automaton, the states and the entries that end there", () => {
  const { trie, ending, entries } = compileSquashed(DICTIONARIES);
  const { automaton } = lexicon();
  const states = Array.from(trie.units, (unit, state) => automaton.step(trie.parents[state] as number, unit));
  expect(states.slice(1)).toEqual(states.slice(1).map((_, index) => index + 1));
  expect(Array.from(automaton.ending, (entry) => automaton.entries[entry])).toEqual(
    Array.from(ending, (entry) => entries[entry]),
  );
});
