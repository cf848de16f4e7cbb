// The strings that stand at one path of the events of a stream: pieces of one text, or values of their own. White space where two
// meet speaks for a text, since values are rarely written with it; two that read as whole values speak against it.

/** How much the name of a string and its event say that it is a piece of a text. */
export type Likeness = "likely" | "maybe" | "hardly";

/** Trust goes up by this with white space where two pieces meet, and down by one where two values seem to stand apart. */
const GAIN = 2;
const MOST_TRUST = 16;
const LONGEST_GLANCE = 256;
const LEAST_GROWN = 16;

const BEGINS_WITH_SPACE = /^\s(?:\S|$)/;
const ENDS_WITH_SPACE = /\S\s$/;
const ENDS_WITH_ADDRESS = /[^\s@]@[^\s@]+\.[A-Za-z]{2,}$/;
const BEGINS_WITH_ADDRESS = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2}/;
/** The end of a value that has to go on: an address up to its domain, groups of digits up to what stands between two. */
const ENDS_OPEN = /[^\s@]@[^\s@.]*$|\d[-.]$/;
const NUMBER = /^[-+(]?\d[\d\s.,:()/-]*$/;
const WORDS = /\S\s+\S/;
const ENDS_WORDS = /[\p{Ll}\p{N}.!?:;)"'\u2026]$/u;
const BEGINS_WORDS = /^[\p{Lu}"'(]/u;

/** Texts that are told apart at one path. */
const MOST_TEXTS = 256;

/** The strings at one path; numbers that come again tell several texts apart, those that never do count the pieces of one. */
export class TextsAtPath {
  private readonly texts = new Map<string, { readonly name: string; readonly text: TextAtPath }>();
  private latest = { name: "", text: new TextAtPath() };
  /** Numbers have come again. */
  private isApart = false;

  /** The text that a string goes on with, by its name, and how. */
  take(numbers: string, text: string, likeness: Likeness): { name: string; piece: "first" | "next" | undefined } {
    const known = this.texts.get(numbers);
    const isSame = known !== undefined && /[^:\d]/.test(numbers);
    if (known !== undefined) {
      this.latest = known;
      if (!this.isApart) this.texts.clear();
      this.isApart = true;
    } else if (this.isApart || this.texts.size === 0) this.latest = { name: numbers, text: new TextAtPath() };
    if (this.texts.size >= MOST_TEXTS) this.texts.clear();
    this.texts.set(numbers, this.latest);
    // What says of which message it is, more than once, comes in pieces.
    return {
      name: this.latest.name,
      piece: this.latest.text.take(text, isSame && likeness === "maybe" ? "likely" : likeness),
    };
  }
}

/** A string as far as it is looked at. */
interface Glance {
  readonly head: string;
  readonly tail: string;
  readonly length: number;
}

class TextAtPath {
  private last: Glance = glanceAt("");
  private trust = 0;
  private isOpen = false;

  /** Whether this string goes on with the text, begins one, or is a value of its own. */
  take(text: string, likeness: Likeness): "first" | "next" | undefined {
    const { last, isOpen } = this;
    const next = glanceAt(text);
    this.last = next;
    const hasSpace = last.length > 0 && (BEGINS_WITH_SPACE.test(next.head) || ENDS_WITH_SPACE.test(last.tail));
    const isApart = !hasSpace && standApart(last, next, likeness);
    if (hasSpace) this.trust = Math.min(MOST_TRUST, this.trust + GAIN);
    else if (isApart) this.trust = Math.max(0, this.trust - 1);
    const isPiece = !isDocument(text);
    const goesOn =
      likeness !== "hardly" || this.trust > 0 || ENDS_WITH_SPACE.test(next.tail) || ENDS_OPEN.test(next.tail);
    this.isOpen = isPiece && goesOn;
    if (!isPiece || !(goesOn || isOpen)) return undefined;
    return isOpen && (!isApart || this.trust > 0) ? "next" : "first";
  }
}

function glanceAt(text: string): Glance {
  return { head: text.slice(0, LONGEST_GLANCE), tail: text.slice(-LONGEST_GLANCE), length: text.length };
}

/** Whether two strings in a row read as values of their own. */
function standApart(before: Glance, text: Glance, likeness: Likeness): boolean {
  // A text that is sent anew with each event, as far as it has come.
  if (before.length >= LEAST_GROWN && text.length >= before.length && text.head.startsWith(before.head)) return true;
  const areWords = WORDS.test(before.tail) && WORDS.test(text.head);
  if (areWords && ENDS_WORDS.test(before.tail) && BEGINS_WORDS.test(text.head)) return true;
  if (likeness === "likely") return false;
  if (NUMBER.test(before.tail) && NUMBER.test(text.head)) return true;
  return ENDS_WITH_ADDRESS.test(before.tail) || BEGINS_WITH_ADDRESS.test(text.head);
}

/** Whether a string is a JSON document by itself, which is redacted by that form. */
export function isDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
