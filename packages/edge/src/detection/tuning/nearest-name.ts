// The name that was most likely meant, for what is told of an unknown one.

/** The known name that takes the fewest edits; undefined where none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(name.length / 2)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = countEdits(name, candidate);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Letters that are put in, left out or changed. */
function countEdits(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (before[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      row.push(Math.min(change, (before[to] as number) + 1, (row[to - 1] as number) + 1));
    }
    before = row;
  }
  return before[other.length] as number;
}
