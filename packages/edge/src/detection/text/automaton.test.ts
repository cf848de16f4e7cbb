// The automaton finds each entry wherever it stands in a text, the longest first, as a search for each by itself would.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Automaton } from "./automaton.js";
import { NO_MEANING } from "./meanings.js";
import { buildTrie, Sequences } from "./trie.js";

// Few letters, so that entries begin and end alike; Latin ones have rows of their own, and up to a depth.
const letters = fc.constantFrom("a", "b", "z", "我", "你", "ก");
const text = fc.string({ unit: letters, maxLength: 60 });
const keys = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), { maxLength: 40 });

function unitsOf(key: string): number[] {
  return [...key].map((letter) => letter.charCodeAt(0));
}

function automatonOf(list: readonly string[]): Automaton {
  const sequences = new Sequences();
  for (const key of list) sequences.add(unitsOf(key));
  const trie = buildTrie(sequences);
  const ending = new Int32Array(trie.size).fill(-1);
  list.forEach((_, index) => {
    ending[trie.ends[index] as number] = index;
  });
  const entries = list.map(({ length }) => ({ size: length, isUnspaced: false, meaning: NO_MEANING, gaps: 0 }));
  return new Automaton(trie, ending, entries);
}

it("finds every entry that ends at a place, the longest first", () => {
  fc.assert(
    fc.property(keys, text, fc.nat(20), (list, rest, cut) => {
      const automaton = automatonOf(list);
      // An entry, and one cut short, are in the text by more than chance.
      const whole = `${(list[0] ?? "").slice(cut % 4)}${list[1] ?? ""}${rest}${list.join("").slice(0, cut)}`;
      let state = 0;
      unitsOf(whole).forEach((unit, at) => {
        state = automaton.step(state, unit);
        const found: string[] = [];
        for (let end = automaton.longest[state] as number; end !== 0; end = automaton.shorter[end] as number)
          found.push(list[automaton.ending[end] as number] as string);
        const before = whole.slice(0, at + 1);
        const expected = list.filter((key) => before.endsWith(key)).sort((one, other) => other.length - one.length);
        expect(found).toEqual(expected);
      });
    }),
  );
});
