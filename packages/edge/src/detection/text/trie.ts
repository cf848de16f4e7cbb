// A tree of sequences in which those that begin alike share their first nodes, built breadth first: nodes are numbered by their
// depth, those that go on from one node stand side by side, and so a range of numbers tells which they are.

/** Sequences of numbers below 0x10000, one behind the other in one array. */
export class Sequences {
  count = 0;
  units = new Uint16Array(1 << 14);
  /** Where each begins, and where the last one ends. */
  readonly starts: number[] = [0];

  add(sequence: ArrayLike<number>): void {
    const start = this.starts[this.count] as number;
    const end = start + sequence.length;
    if (end > this.units.length) this.grow();
    const { units } = this;
    for (let at = 0; at < sequence.length; at += 1) units[start + at] = sequence[at] as number;
    this.count += 1;
    this.starts.push(end);
  }

  private grow(): void {
    const units = new Uint16Array(this.units.length * 2);
    units.set(this.units);
    this.units = units;
  }
}

/** The root is node 0. */
export interface Trie {
  /** How many nodes there are. */
  readonly size: number;
  readonly parents: Int32Array;
  /** The number by which each node goes on from its parent. */
  readonly units: Uint16Array;
  /** The first of the nodes after each node; the last stands before the first of the next node, also when there is none. */
  readonly firsts: Int32Array;
}

/** The trie of sequences, and the node at which each of them ends. */
export function buildTrie(sequences: Sequences): Trie & { readonly ends: Int32Array } {
  const { count, units: numbers, starts } = sequences;
  const most = (starts[count] as number) + 1;
  const parents = new Int32Array(most);
  const units = new Uint16Array(most);
  const ends = new Int32Array(count);
  // The sequences that go on at a depth, those of one node side by side, in the order in which they came.
  let going = ends.map((_, index) => index);
  let regrouped = new Int32Array(count);
  const groups = new Int32Array(most);
  // Of each number, the last node that it went on from, and the node after that.
  const lastParent = new Int32Array(0x10000).fill(-1);
  const lastNode = new Int32Array(0x10000);
  let size = 1;
  for (let depth = 0, left = count; left > 0; depth += 1) {
    const firstNode = size;
    let kept = 0;
    for (let index = 0; index < left; index += 1) {
      const sequence = going[index] as number;
      const at = (starts[sequence] as number) + depth;
      if (at === starts[sequence + 1]) continue;
      const unit = numbers[at] as number;
      const parent = ends[sequence] as number;
      if (lastParent[unit] !== parent) {
        lastParent[unit] = parent;
        lastNode[unit] = size;
        parents[size] = parent;
        units[size] = unit;
        size += 1;
      }
      const node = lastNode[unit] as number;
      ends[sequence] = node;
      groups[node] = (groups[node] as number) + 1;
      going[kept] = sequence;
      kept += 1;
    }
    let place = 0;
    for (let node = firstNode; node < size; node += 1) {
      const members = groups[node] as number;
      groups[node] = place;
      place += members;
    }
    for (let index = 0; index < kept; index += 1) {
      const sequence = going[index] as number;
      const node = ends[sequence] as number;
      regrouped[groups[node] as number] = sequence;
      groups[node] = (groups[node] as number) + 1;
    }
    [going, regrouped] = [regrouped, going];
    left = kept;
  }
  return { size, parents: parents.slice(0, size), units: units.slice(0, size), firsts: firstsOf(parents, size), ends };
}

/** Parents stand in the order of their nodes. */
function firstsOf(parents: Int32Array, size: number): Int32Array {
  const firsts = new Int32Array(size + 1);
  let first = 1;
  for (let node = 0; node <= size; node += 1) {
    while (first < size && (parents[first] as number) < node) first += 1;
    firsts[node] = first;
  }
  return firsts;
}
