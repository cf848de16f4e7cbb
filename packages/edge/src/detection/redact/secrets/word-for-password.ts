// The word for a password that ends at a place, told from its last two letters: most words end otherwise, and none is looked for
// anywhere else.
import { unitAt } from "../../text/unit.js";

/** Letters that a pattern takes for another without regard to case, besides its capital. */
const ODD_FORMS: Readonly<Record<string, string>> = { s: "ſ", ς: "σ" };
const OPENS_LETTER = /[\p{L}\p{M}]$/u;

interface Form {
  readonly word: string;
  /** The word in letters of any case. */
  readonly anyCase: RegExp;
}

/** Some words, by how they end. */
export class WordsByEnding {
  private readonly forms = new Map<number, Form[]>();

  /** Words of one or more parts, each in small letters. */
  constructor(words: readonly string[]) {
    for (const word of words) {
      const form = { word, anyCase: new RegExp(`^${word}$`, "iu") };
      for (const ending of endingsOf(word)) this.forms.set(ending, [...(this.forms.get(ending) ?? []), form]);
    }
  }

  /** Length of the longest that ends at `end` and that `mayBegin`, given by the place at which it begins; 0 where none does. */
  sizeBefore(text: string, end: number, mayBegin: (start: number) => boolean): number {
    const forms = this.forms.get(endingOf(unitAt(text, end - 2), unitAt(text, end - 1)));
    if (forms === undefined) return 0;
    let size = 0;
    for (const { word, anyCase } of forms) {
      const start = end - word.length;
      if (word.length <= size || start < 0) continue;
      const isWord = text.startsWith(word, start) || anyCase.test(text.slice(start, end));
      if (isWord && mayBegin(start)) size = word.length;
    }
    return size;
  }
}

/** Whether a letter, or a mark on one, stands before a place. */
export function isBehindLetter(text: string, place: number): boolean {
  const code = unitAt(text, place - 1);
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return OPENS_LETTER.test(text.slice(Math.max(0, place - 2), place));
}

/** Two letters as one small number, which few others have. */
function endingOf(before: number, last: number): number {
  return (before << 13) ^ last;
}

/** The last two letters of a word, in every case. */
function endingsOf(word: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const last of formsOf(word.charAt(word.length - 1)))
    for (const before of formsOf(word.charAt(word.length - 2))) found.add(endingOf(before, last));
  return found;
}

function formsOf(letter: string): readonly number[] {
  return [letter, letter.toUpperCase(), ...(ODD_FORMS[letter] ?? "")].map((form) => form.charCodeAt(0));
}
