// The automaton for text without word boundaries as text, and back: of each state its letter and how many states go on from it.
import { Automaton, type AutomatonEntry } from "./automaton.js";
import type { Meaning } from "./meanings.js";
import { packMeanings, readMeanings } from "./packed-meanings.js";
import { NumberReader, NumberWriter } from "./packed-numbers.js";
import type { Trie } from "./trie.js";

/** Taken from each letter by its bits: those of the Latin script are one digit then. */
const BEFORE_LATIN = 0x60;

/** Words and phrases to look for in text without word boundaries. */
export interface SquashedWords {
  readonly trie: Trie;
  /** The number of the entry that ends at a node, -1 where none does. */
  readonly ending: Int32Array;
  readonly entries: readonly AutomatonEntry[];
}

export function packAutomaton({ trie, ending, entries }: SquashedWords): string {
  const writer = new NumberWriter();
  const numbers = packMeanings(
    writer,
    entries.map(({ meaning }) => meaning),
  );
  writer.add(trie.size);
  for (let state = 0; state < trie.size; state += 1) {
    const entry = entries[ending[state] as number];
    const followers = (trie.firsts[state + 1] as number) - (trie.firsts[state] as number);
    writer.add((trie.units[state] as number) ^ BEFORE_LATIN);
    writer.add((followers << 1) | (entry === undefined ? 0 : 1));
    if (entry === undefined) continue;
    writer.add(entry.size);
    writer.add((entry.gaps << 1) | (entry.isUnspaced ? 1 : 0));
    writer.add(numbers.get(entry.meaning) as number);
  }
  return writer.text();
}

export function readAutomaton(text: string): Automaton {
  const reader = new NumberReader(text);
  const known = readMeanings(reader);
  const size = reader.next();
  const parents = new Int32Array(size);
  const units = new Uint16Array(size);
  const firsts = new Int32Array(size + 1);
  const ending = new Int32Array(size).fill(-1);
  const entries: AutomatonEntry[] = [];
  let first = 1;
  for (let state = 0; state < size; state += 1) {
    units[state] = reader.next() ^ BEFORE_LATIN;
    const marks = reader.next();
    firsts[state] = first;
    for (const end = first + (marks >> 1); first < end; first += 1) parents[first] = state;
    if ((marks & 1) !== 0) ending[state] = entries.push(readEntry(reader, known)) - 1;
  }
  firsts[size] = first;
  return new Automaton({ size, parents, units, firsts }, ending, entries);
}

function readEntry(reader: NumberReader, known: readonly Meaning[]): AutomatonEntry {
  const size = reader.next();
  const marks = reader.next();
  return { size, isUnspaced: (marks & 1) !== 0, meaning: known[reader.next()] as Meaning, gaps: marks >> 1 };
}
