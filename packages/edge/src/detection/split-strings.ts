// Strings that stand side by side, in a list or as the fields of one object, read as one text: an order may be spread over
// them. Only what reaches over an edge between two of them is of interest; labels of one word are not joined.

export interface SplitText {
  readonly text: string;
  /** Places in the text at which one string ends and the next begins. */
  readonly edges: readonly number[];
}

const MOST_STRINGS = 64;
const LONGEST_TEXT = 4096;

/** The strings of a list or object as one text; undefined where none goes on in the next, as a sentence does. */
export function joinStrings(value: object): SplitText | undefined {
  const strings = (Array.isArray(value) ? value : Object.values(value)).slice(0, MOST_STRINGS);
  let text = "";
  let goesOn = false;
  const edges: number[] = [];
  let before: unknown;
  for (const string of strings) {
    if (typeof string !== "string") {
      before = undefined;
      continue;
    }
    if (text.length + string.length > LONGEST_TEXT) break;
    const isContinued = typeof before === "string" && continues(before, string);
    if (isContinued) goesOn = true;
    if (text !== "") {
      if (isContinued) edges.push(text.length);
      text += isContinued ? " " : ".\n\n";
    }
    text += string;
    before = string;
  }
  return goesOn ? { text, edges } : undefined;
}

/** Whether a sentence may go on from one string to the next: no end of a sentence, several words, no capital. */
function continues(before: string, after: string): boolean {
  return (
    /[\p{L}\p{N},]\s{0,3}$/u.test(before.slice(-4)) &&
    /^\s{0,3}[^\p{Lu}\p{Lt}\s]/u.test(after.slice(0, 4)) &&
    (isSeveral(before) || isSeveral(after))
  );
}

function isSeveral(text: string): boolean {
  const first = text.trim().indexOf(" ");
  return first > 0 && text.trim().indexOf(" ", first + 1) > 0;
}
