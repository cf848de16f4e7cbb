// What stands in a string behind its encodings, layer by layer: the string itself, what was decoded from it, and what was
// decoded from that.
import { CHARACTER_WORD } from "../text/command-words.js";
import type { TextNotes } from "../text/text-notes.js";
import { decodeBase85 } from "./base85.js";
import { decodeBlobs } from "./blobs.js";
import type { DecodedRun } from "./decoded-run.js";
import { decodeAgain } from "./in-place.js";
import { decodeLiterals } from "./literals.js";
import { decodeMarkup } from "./markup.js";
import { decodeMorse } from "./morse.js";
import { decodeCharacterCalls, decodeNumbers } from "./numbers.js";
import { decodeSelectors } from "./selectors.js";
import { decodeTags } from "./tags.js";
import { decodeUtf7 } from "./utf7.js";
import { decodeUuencode } from "./uuencode.js";

export const DEEPEST_DECODING = 2;

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The string of a leaf, or what was decoded from it. */
export interface Layer {
  readonly text: string;
  /** Encodings that were undone, the outer one first. */
  readonly chain: readonly string[];
  readonly depth: number;
  /** Place in the leaf of the outer encoded run. */
  readonly place?: Place;
  /** Nothing is left in the text that could be undone in place. */
  readonly isUndone?: boolean;
}

/** The next layer. What stands in place under another such layer is undone at once and looked at once. */
export function layerOf(layer: Layer, run: DecodedRun): Layer {
  const place = layer.place ?? { start: run.start, end: run.end };
  const chain = [...layer.chain, run.encoding];
  // Words that tags cut are read once: what is encoded in them besides would multiply the layers.
  const depth = run.encoding === "markup" ? DEEPEST_DECODING : layer.depth + 1;
  const again = depth === 1 ? decodeAgain(run) : undefined;
  if (again === undefined) return { text: run.text, chain, depth, place };
  return { text: again.text, chain: [...chain, again.encoding], depth, place, isUndone: true };
}

/** Whether a layer is the string as it is written, or in a string of a program: in no encoding that hides it. */
export function isPlain(chain: readonly string[]): boolean {
  return chain.every((encoding) => encoding === "literal");
}

/** What a layer holds in encodings that do not stand in place, as far as the notes on its text let it. */
export function decodeApart(
  { text, chain }: Layer,
  { hexPairs, mixedWords, hiddenAscii, numbers, commands }: TextNotes,
): DecodedRun[] {
  return [
    ...decodeBlobs(text, hexPairs, mixedWords),
    ...(hiddenAscii > 0 ? [...decodeTags(text), ...decodeSelectors(text)] : []),
    ...(numbers ? decodeNumbers(text) : []),
    ...((commands & CHARACTER_WORD) !== 0 ? decodeCharacterCalls(text) : []),
    ...decodeMorse(text),
    ...decodeBase85(text, mixedWords),
    ...decodeUuencode(text),
    ...decodeUtf7(text),
    ...(isPlain(chain) ? decodeLiterals(text) : []),
    ...(chain.length === 0 && text.includes(">") ? decodeMarkup(text) : []),
  ];
}
