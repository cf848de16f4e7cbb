// The slips of a hurried hand: two letters swapped, one left out, one doubled. Only the long words of orders are known in
// their misspelt forms, because a short word one slip away is often another word.

/** Shortest word that is known with one slip. */
export const SHORTEST_MISSPELT = 6;

/** What a slip makes of a word where people mean it: "exiting" for "existing". */
const OTHER_WORDS: readonly string[] = ["exiting", "massage"];

/** Every form of a folded word with one slip; its first and last letters stay, since readers and writers keep them. */
export function misspell(word: string): Set<string> {
  const forms = new Set<string>();
  for (let at = 1; at < word.length - 1; at += 1) {
    const before = word.slice(0, at);
    const letter = word.charAt(at);
    const after = word.slice(at + 1);
    forms.add(before + after);
    forms.add(before + letter + letter + after);
    if (at < word.length - 2) forms.add(before + after.charAt(0) + letter + after.slice(1));
  }
  forms.delete(word);
  for (const other of OTHER_WORDS) forms.delete(other);
  return forms;
}
