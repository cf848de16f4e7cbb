// All dictionaries, compiled once, on first use.
import { ENGLISH } from "../injection/words/english.js";
import { Lexicon } from "./lexicon.js";

let compiled: Lexicon | undefined;

/** The compiled dictionaries of all languages. */
export function lexicon(): Lexicon {
  compiled ??= new Lexicon([[1, ENGLISH]]);
  return compiled;
}
