// A text as it reads: percent signs, character entities and escapes undone, full-width signs as plain ones, invisible signs left
// out, with a way back to the places in the text. Only printable ASCII is undone: that is what addresses and numbers are of.

const SPELLED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the invisible signs are what is looked for, each by itself
  /%(?:25){0,2}([0-7][0-9a-f])|&(?:amp;){0,2}(?:#0{0,4}(\d{2,3})|#x0{0,4}([2-7][0-9a-f])|(commat|period|lowbar|plus|nbsp));|\\(?:u00|x)([2-7][0-9a-f])|[\u00ad\u034f\u180e\u200b-\u200f\u2060-\u2064\ufeff]|[\u0660-\u0669\u06f0-\u06f9\u3000\ufe6b\uff01-\uff5e]/gi;
const OPENS = "%&\\";
const NAMED: Readonly<Record<string, string>> = { commat: "@", period: ".", lowbar: "_", plus: "+", nbsp: " " };
/** Signs that one spelled sign takes at most, and a little more. */
const LONGEST_SPELLING = 24;

interface Piece {
  /** Where it begins and ends in the view, and in the text. */
  readonly viewStart: number;
  readonly viewEnd: number;
  readonly start: number;
  readonly end: number;
}

export interface Spelling {
  readonly view: string;
  /** The place in the text at which the sign at a place of the view begins. */
  startOf(place: number): number;
  /** The place in the text at which the sign before a place of the view ends. */
  endOf(place: number): number;
  /** The place in the view of a place in the text that is the start of a sign. */
  viewOf(place: number): number;
  /** Whether anything between two places of the view is spelled otherwise in the text. */
  isSpelled(from: number, to: number): boolean;
}

/** How a text reads; undefined where it reads as it is written. */
export function readSpelling(text: string): Spelling | undefined {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let size = 0;
  let kept = 0;
  for (const found of text.matchAll(SPELLED)) {
    const sign = signOf(found);
    if (sign === undefined) continue;
    parts.push(text.slice(kept, found.index), sign);
    size += found.index - kept;
    kept = found.index + found[0].length;
    pieces.push({ viewStart: size, viewEnd: size + sign.length, start: found.index, end: kept });
    size += sign.length;
  }
  if (pieces.length === 0) return undefined;
  parts.push(text.slice(kept));
  return spellingOf(parts.join(""), pieces);
}

/** The view of a text that reads as it is written. */
export function asWritten(text: string): Spelling {
  return spellingOf(text, []);
}

/** Where the last signs of a text begin that may be spelled by what follows. */
export function openSpellingFrom(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST_SPELLING); at < text.length; at += 1)
    if (OPENS.includes(text[at] as string)) return at;
  return text.length;
}

/** The sign that a match stands for, "" for an invisible one; undefined where it stands for itself. */
function signOf(found: RegExpMatchArray): string | undefined {
  const [whole, percent, decimal, hex, name, escaped] = found;
  if (name !== undefined) return NAMED[name.toLowerCase()];
  const digits = percent ?? hex ?? escaped;
  if (digits === undefined && decimal === undefined) return plainSign(whole.charCodeAt(0));
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  if (code === 9 || code === 10 || code === 13 || code === 160) return " ";
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

function plainSign(code: number): string {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x0660 && code <= 0x0669) return String.fromCharCode(code - 0x0660 + 0x30);
  if (code >= 0x06f0 && code <= 0x06f9) return String.fromCharCode(code - 0x06f0 + 0x30);
  return code === 0x3000 ? " " : code === 0xfe6b ? "@" : "";
}

function spellingOf(view: string, pieces: readonly Piece[]): Spelling {
  /** Index of the first piece for which the test holds; pieces for which it does not come before. */
  const firstWhere = (test: (piece: Piece) => boolean): number => {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(pieces[middle] as Piece)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    view,
    startOf: (place) => {
      const next = firstWhere((piece) => piece.viewEnd > place);
      const piece = pieces[next];
      if (piece !== undefined && piece.viewStart <= place) return piece.start;
      const before = pieces[next - 1];
      return before === undefined ? place : before.end + place - before.viewEnd;
    },
    endOf: (place) => {
      const next = firstWhere((piece) => piece.viewEnd >= place);
      const piece = pieces[next];
      if (piece !== undefined && piece.viewStart < place) return piece.end;
      const before = pieces[next - 1];
      return before === undefined ? place : before.end + place - before.viewEnd;
    },
    viewOf: (place) => {
      const next = firstWhere((piece) => piece.end > place);
      const piece = pieces[next];
      if (piece !== undefined && piece.start <= place) return piece.viewStart;
      const before = pieces[next - 1];
      return before === undefined ? place : before.viewEnd + place - before.end;
    },
    isSpelled: (from, to) => {
      // An invisible sign at the very beginning is no part of what follows.
      const piece = pieces[firstWhere((one) => one.viewEnd > from)];
      return piece !== undefined && piece.viewStart < to;
    },
  };
}
