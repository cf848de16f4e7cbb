// The phrases of the dictionaries as the smallest acyclic automaton over their words: phrases that begin alike share their
// first nodes, and those that end alike and say the same share their last. Phrases are made of parts in every combination,
// so a tree of them would be several times as large.
import { type Meaning, type MeaningChange, NO_MEANING } from "./meanings.js";

/** Nodes, and words, that there is room for. */
export const MOST_NODES = 0x10000;

/** Where every phrase begins. */
export const ROOT = 0;

export class PhraseGraph {
  /** What the phrase says that ends at a node. */
  readonly meanings: readonly Meaning[];
  private readonly links: ReadonlyMap<number, number>;

  constructor(meanings: readonly Meaning[], links: ReadonlyMap<number, number>) {
    this.meanings = meanings;
    this.links = links;
  }

  /** The node after `node` and a word, or -1. */
  advance(node: number, word: number): number {
    return this.links.get(linkKey(node, word)) ?? -1;
  }
}

/** A node of the tree that phrases are gathered in. */
interface Branch {
  meaning: Meaning;
  next?: Map<number, Branch>;
}

export class PhraseTree {
  private readonly root: Branch = { meaning: NO_MEANING };

  /** Adds a phrase, words by number, or changes what it says. */
  add(words: readonly number[], change: MeaningChange): void {
    let branch = this.root;
    for (const word of words) {
      branch.next ??= new Map();
      let next = branch.next.get(word);
      if (next === undefined) {
        next = { meaning: NO_MEANING };
        branch.next.set(word, next);
      }
      branch = next;
    }
    branch.meaning = change(branch.meaning);
  }

  /** The graph of these phrases, with each meaning changed for the last time. */
  compile(finish: MeaningChange): PhraseGraph {
    const meanings: Meaning[] = [NO_MEANING];
    const links = new Map<number, number>();
    const numbers = new Map<Meaning, number>();
    const nodes = new Map<string, number>();
    link(ROOT, goesOn(this.root));
    return new PhraseGraph(meanings, links);

    /** The node that stands for a branch and for all that go on alike. */
    function nodeOf(branch: Branch): number {
      const meaning = finish(branch.meaning);
      const onward = goesOn(branch);
      let number = numbers.get(meaning);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(meaning, number);
      }
      const key = `${number} ${onward.join()}`;
      let node = nodes.get(key);
      if (node === undefined) {
        node = meanings.push(meaning) - 1;
        nodes.set(key, node);
        link(node, onward);
      }
      return node;
    }

    /** Words that go on from a branch, in their order, and each with its node. */
    function goesOn({ next }: Branch): number[] {
      if (next === undefined) return [];
      return [...next.keys()].sort((a, b) => a - b).flatMap((word) => [word, nodeOf(next.get(word) as Branch)]);
    }

    function link(node: number, onward: readonly number[]): void {
      if (node >= MOST_NODES) throw new Error("The dictionaries outgrew the graph of phrases.");
      for (let at = 0; at < onward.length; at += 2)
        links.set(linkKey(node, onward[at] as number), onward[at + 1] as number);
    }
  }
}

/** Of a node and a word, both below 0x10000; a small integer, whatever its sign, is the fastest key. */
function linkKey(node: number, word: number): number {
  return (node << 16) | word;
}
