// What the dictionaries compile to. A build evaluates this module, and its values stand in what is built.
import { compileSquashed } from "./compile-squashed.js";
import { compileWords } from "./compile-words.js";
import { DICTIONARIES } from "./dictionaries.js";
import { packAutomaton } from "./packed-automaton.js";
import { packWords } from "./packed-words.js";

export const WORDS: string = packWords(compileWords(DICTIONARIES));
export const AUTOMATON: string = packAutomaton(compileSquashed(DICTIONARIES));
