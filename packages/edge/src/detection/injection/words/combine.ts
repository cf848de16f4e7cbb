// Phrases of two parts in every combination, so that a dictionary names the parts once.

/** Every opening with every ending, both separated by `|`, as the entries of a dictionary. */
export function combine(openings: string, endings: string): string {
  return openings
    .split("|")
    .map((opening) => `${opening} ${endings.replaceAll("|", `|${opening} `)}`)
    .join("|");
}
