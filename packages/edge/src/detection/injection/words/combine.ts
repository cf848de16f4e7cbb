// Phrases of two parts in every combination, so that a dictionary names the parts once.

/** Every opening with every ending, both separated by `|`, as the entries of a dictionary. */
export function combine(openings: string, endings: string): string {
  const ends = endings.split("|");
  return openings
    .split("|")
    .flatMap((opening) => ends.map((end) => `${opening} ${end}`))
    .join("|");
}
