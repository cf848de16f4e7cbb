// The graph of phrases says of every run of words what the phrases say, in as few nodes as can be; and the dictionaries leave
// room for more.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lexicon } from "./lexicon.js";
import { type Meaning, Meanings, NO_MEANING } from "./meanings.js";
import { MOST_NODES, type PhraseGraph, PhraseTree, ROOT } from "./phrase-graph.js";
import { classBit, MOST_CLASSES, TOKEN_CLASSES } from "./token-classes.js";

const WORDS = 4;
const words = fc.array(fc.nat(WORDS - 1), { minLength: 1, maxLength: 5 });
const phrases = fc.array(
  fc.record({ words, name: fc.constantFrom("secret", "url", "self_text"), language: fc.nat(2) }),
  {
    maxLength: 60,
  },
);

/** The node behind a run of words, or -1. */
function nodeBehind(graph: PhraseGraph, run: readonly number[]): number {
  return run.reduce((node, word) => (node < 0 ? node : graph.advance(node, word)), ROOT);
}

describe("the graph of phrases", () => {
  it("says of each run of words what a list of the phrases says", () => {
    fc.assert(
      fc.property(phrases, fc.array(words), (list, runs) => {
        const meanings = new Meanings();
        const tree = new PhraseTree();
        const said = new Map<string, Meaning>();
        for (const { words, name, language } of list) {
          const change = meanings.adder(classBit(name), 1 << language);
          tree.add(words, change);
          said.set(words.join(), change(said.get(words.join()) ?? NO_MEANING));
        }
        const graph = tree.compile(meanings.settle);
        for (const run of [...runs, ...list.map((phrase) => phrase.words)]) {
          const node = nodeBehind(graph, run);
          const isBegun = list.some((phrase) => run.every((word, at) => phrase.words[at] === word));
          expect(node >= 0).toBe(isBegun);
          expect(node < 0 ? NO_MEANING : graph.meanings[node]).toEqual(
            meanings.settle(said.get(run.join()) ?? NO_MEANING),
          );
        }
      }),
    );
  });

  it("has no two nodes after which the same follows", () => {
    fc.assert(
      fc.property(phrases, (list) => {
        const meanings = new Meanings();
        const tree = new PhraseTree();
        for (const { words, name, language } of list) tree.add(words, meanings.adder(classBit(name), 1 << language));
        const graph = tree.compile(meanings.settle);
        const seen = graph.meanings.map((meaning, node) =>
          JSON.stringify([meaning, Array.from({ length: WORDS }, (_, word) => graph.advance(node, word))]),
        );
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });
});

describe("the dictionaries of all languages", () => {
  const { phrases: graph, meanings } = lexicon();

  it.each([
    ["nodes of phrases", graph.meanings.length, MOST_NODES],
    ["words", meanings.length, MOST_NODES],
    ["classes", TOKEN_CLASSES.length, MOST_CLASSES],
  ])("leave a tenth of the room for %s", (_, used, room) => {
    expect(used).toBeLessThanOrEqual((room * 9) / 10);
  });

  it("say the same by the same meaning, so that what they say takes little room", () => {
    const all = new Set([...graph.meanings, ...meanings]);
    expect(new Set([...all].map((meaning) => JSON.stringify(meaning))).size).toBe(all.size);
  });
});
