// The phrases of the dictionaries as the smallest acyclic automaton over their words: phrases that begin alike share their
// first nodes, and those that end alike and say the same share their last. Phrases are made of parts in every combination,
// so a tree of them would be several times as large.
import { type Meaning, type MeaningChange, NO_MEANING } from "./meanings.js";
import { NumberMap } from "./number-map.js";
import { buildTrie, Sequences } from "./trie.js";

/** Nodes, and words, that there is room for. */
export const MOST_NODES = 0x10000;

/** Where every phrase begins. */
export const ROOT = 0;

export class PhraseGraph {
  /** What the phrase says that ends at a node. */
  readonly meanings: readonly Meaning[];
  /** The node after each node and word, by the key of both. */
  readonly links: NumberMap;

  constructor(meanings: readonly Meaning[], links: NumberMap) {
    this.meanings = meanings;
    this.links = links;
  }

  /** The node after `node` and a word, or -1: no link leads back to the root. */
  advance(node: number, word: number): number {
    return this.links.get(linkKey(node, word)) || -1;
  }
}

/** Of a node and a word, both below 0x10000; a small integer, whatever its sign, is the fastest key. */
function linkKey(node: number, word: number): number {
  return (node << 16) | word;
}

/** Gathers phrases, and makes a graph of them. */
export class PhraseTree {
  private readonly phrases = new Sequences();
  private readonly changes: MeaningChange[] = [];

  /** Adds a phrase, words by number, or changes what it says. */
  add(words: readonly number[], change: MeaningChange): void {
    this.phrases.add(words);
    this.changes.push(change);
  }

  /** The graph of these phrases, with each meaning changed for the last time. */
  compile(finish: MeaningChange): PhraseGraph {
    const { size, units: words, firsts, ends } = buildTrie(this.phrases);
    const said = new Array<Meaning>(size).fill(NO_MEANING);
    this.changes.forEach((change, phrase) => {
      const branch = ends[phrase] as number;
      said[branch] = change(said[branch] as Meaning);
    });
    const meanings: Meaning[] = [NO_MEANING];
    const links = new NumberMap();
    const numbers = new Map<Meaning, number>();
    /** The node that stands for a branch of the tree and for all that go on alike. */
    const nodes = new Int32Array(size);
    /** How many words go on from each node. */
    const counts = [0];
    /** The latest node by a sum over what it says and how it goes on, and of each node the one before it with the same sum. */
    const latest = new NumberMap();
    const before = [0];
    for (let branch = size - 1; branch > ROOT; branch -= 1) nodes[branch] = nodeOf(branch);
    link(ROOT, ROOT);
    return new PhraseGraph(meanings, links);

    /** What goes on from a branch has its nodes already. */
    function nodeOf(branch: number): number {
      const meaning = finish(said[branch] as Meaning);
      const first = firsts[branch] as number;
      const end = firsts[branch + 1] as number;
      let sum = numberOf(meaning);
      for (let next = first; next < end; next += 1) sum = (sum + mix(nodes[next] as number, words[next] as number)) | 0;
      let node = latest.get(sum);
      while (node !== 0 && !(meanings[node] === meaning && counts[node] === end - first && goesOnAs(node, branch)))
        node = before[node] as number;
      if (node !== 0) return node;
      node = meanings.push(meaning) - 1;
      counts.push(end - first);
      before.push(latest.get(sum));
      latest.set(sum, node);
      link(node, branch);
      return node;
    }

    function numberOf(meaning: Meaning): number {
      let number = numbers.get(meaning);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(meaning, number);
      }
      return number;
    }

    /** Whether each word that goes on from a branch goes on from a node, and to the same. */
    function goesOnAs(node: number, branch: number): boolean {
      const end = firsts[branch + 1] as number;
      for (let next = firsts[branch] as number; next < end; next += 1)
        if (links.get(linkKey(node, words[next] as number)) !== nodes[next]) return false;
      return true;
    }

    function link(node: number, branch: number): void {
      if (node >= MOST_NODES) throw new Error("The dictionaries outgrew the graph of phrases.");
      const end = firsts[branch + 1] as number;
      for (let next = firsts[branch] as number; next < end; next += 1)
        links.set(linkKey(node, words[next] as number), nodes[next] as number);
    }
  }
}

/** A number of two, like that of others by chance only. */
function mix(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ other, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
