// All dictionaries, as they are compiled.

import { ADDRESSEES_BY_LANGUAGE } from "../injection/words/addressees-by-language.js";
import { COLLOQUIAL } from "../injection/words/colloquial.js";
import { DOCUMENT_ORDERS_EAST } from "../injection/words/document-orders-east.js";
import { DOCUMENT_ORDERS_SCRIPTS } from "../injection/words/document-orders-scripts.js";
import { DOCUMENT_ORDERS_WEST } from "../injection/words/document-orders-west.js";
import { INDONESIAN, POLISH, RUSSIAN, TURKISH, UKRAINIAN, VIETNAMESE } from "../injection/words/eastern.js";
import { ENGLISH } from "../injection/words/english.js";
import { ENGLISH_ADDRESSEES } from "../injection/words/english-addressees.js";
import { ENGLISH_AMORAL } from "../injection/words/english-amoral.js";
import { ENGLISH_BYSTANDERS } from "../injection/words/english-bystanders.js";
import { ENGLISH_DOCUMENT_ORDERS } from "../injection/words/english-document-orders.js";
import { ENGLISH_FORBIDDEN_REFUSALS } from "../injection/words/english-forbidden-refusals.js";
import { ENGLISH_HARMS } from "../injection/words/english-harms.js";
import { ENGLISH_ORDERS } from "../injection/words/english-orders.js";
import { ENGLISH_READER_ORDERS } from "../injection/words/english-reader-orders.js";
import { ENGLISH_READERS_AT_WORK } from "../injection/words/english-readers-at-work.js";
import { ENGLISH_SET_ASIDE } from "../injection/words/english-set-aside.js";
import { ENGLISH_SWITCHED_OFF } from "../injection/words/english-switched-off.js";
import { ENGLISH_UNABLE } from "../injection/words/english-unable.js";
import { ENGLISH_UNBOUND } from "../injection/words/english-unbound.js";
import { DUTCH, GERMAN } from "../injection/words/germanic.js";
import { IN_PLACE_OF } from "../injection/words/in-place-of.js";
import { JOINT_BY_LANGUAGE } from "../injection/words/joint-by-language.js";
import { JOINT_ENGLISH } from "../injection/words/joint-english.js";
import { LIFTED_BY_LANGUAGE } from "../injection/words/lifted-by-language.js";
import { LOANWORDS } from "../injection/words/loanwords.js";
import { NO_BOUNDS_BY_LANGUAGE } from "../injection/words/no-bounds-by-language.js";
import { NO_RULES_BY_LANGUAGE } from "../injection/words/no-rules-by-language.js";
import { ORDERS_BY_LANGUAGE } from "../injection/words/orders-by-language.js";
import { ARABIC_WORDS, CHINESE, HINDI, JAPANESE, KOREAN, PERSIAN, THAI } from "../injection/words/other-scripts.js";
import { PERSONAS_EAST } from "../injection/words/personas-east.js";
import { PERSONAS_SCRIPTS } from "../injection/words/personas-scripts.js";
import { PERSONAS_WEST } from "../injection/words/personas-west.js";
import { PROMPT_BY_LANGUAGE } from "../injection/words/prompt-by-language.js";
import { READERS_AT_WORK } from "../injection/words/readers-at-work.js";
import { ROLES_BY_LANGUAGE } from "../injection/words/roles-by-language.js";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "../injection/words/romance.js";
import { STEERED_ANSWERS } from "../injection/words/steered-answers.js";
import { SWITCHED_OFF_BY_LANGUAGE } from "../injection/words/switched-off-by-language.js";
import type { Dictionary, LanguageDictionary } from "./token-classes.js";

/** Dictionaries in the order of their language bits. */
const LANGUAGES: readonly (readonly [code: string, Dictionary])[] = [
  ["en", ENGLISH],
  ["de", GERMAN],
  ["fr", FRENCH],
  ["es", SPANISH],
  ["pt", PORTUGUESE],
  ["it", ITALIAN],
  ["nl", DUTCH],
  ["pl", POLISH],
  ["tr", TURKISH],
  ["ru", RUSSIAN],
  ["uk", UKRAINIAN],
  ["ar", ARABIC_WORDS],
  ["fa", PERSIAN],
  ["hi", HINDI],
  ["zh", CHINESE],
  ["ja", JAPANESE],
  ["ko", KOREAN],
  ["vi", VIETNAMESE],
  ["id", INDONESIAN],
  ["th", THAI],
];

/** Words that are added to the dictionaries above. */
const ADDED: readonly Readonly<Record<string, Dictionary>>[] = [
  { en: ENGLISH_ORDERS, ...ORDERS_BY_LANGUAGE },
  { en: ENGLISH_DOCUMENT_ORDERS, ...DOCUMENT_ORDERS_WEST, ...DOCUMENT_ORDERS_EAST, ...DOCUMENT_ORDERS_SCRIPTS },
  { en: JOINT_ENGLISH, ...JOINT_BY_LANGUAGE },
  { en: ENGLISH_SET_ASIDE },
  { en: ENGLISH_READER_ORDERS },
  { en: ENGLISH_ADDRESSEES, ...ADDRESSEES_BY_LANGUAGE },
  ROLES_BY_LANGUAGE,
  { ...PERSONAS_WEST, ...PERSONAS_EAST, ...PERSONAS_SCRIPTS },
  { en: ENGLISH_FORBIDDEN_REFUSALS, ...NO_RULES_BY_LANGUAGE },
  PROMPT_BY_LANGUAGE,
  COLLOQUIAL,
  { en: ENGLISH_UNBOUND, ...NO_BOUNDS_BY_LANGUAGE },
  { en: ENGLISH_BYSTANDERS },
  { en: ENGLISH_HARMS },
  { en: ENGLISH_AMORAL },
  { en: ENGLISH_READERS_AT_WORK },
  READERS_AT_WORK,
  IN_PLACE_OF,
  LIFTED_BY_LANGUAGE,
  { en: ENGLISH_UNABLE },
  { en: ENGLISH_SWITCHED_OFF, ...SWITCHED_OFF_BY_LANGUAGE },
  STEERED_ANSWERS,
];

const ALL_BUT_ENGLISH = (1 << LANGUAGES.length) - 2;

/** Where a language does not tell verbs that are said of words from those that are said of settings, all are both. */
function withDisregard(dictionary: Dictionary): Dictionary {
  return dictionary.override_verb === undefined ? dictionary : { disregard: dictionary.override_verb, ...dictionary };
}

/** The dictionaries of all languages. */
export const DICTIONARIES: readonly LanguageDictionary[] = [
  ...LANGUAGES.map(([, dictionary], index) => [1 << index, withDisregard(dictionary)] as const),
  ...ADDED.flatMap((words) =>
    LANGUAGES.map(([code], index) => [1 << index, withDisregard(words[code] ?? {})] as const),
  ),
  [ALL_BUT_ENGLISH, LOANWORDS],
];
