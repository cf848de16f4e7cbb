// Reads one text into classed tokens in a single pass, and notices on the way what other readings are worth trying.

import { findAsLatin, findWithoutPrefix } from "./disguised-word.js";
import {
  ALPHABET,
  ARABIC,
  DIGIT,
  FOLD,
  foldAstral,
  INVISIBLE,
  KIND,
  LATIN,
  LOOKALIKE,
  MARK,
  SEPARATOR,
  SQUASH,
  SURROGATE,
  UNSPACED,
} from "./fold.js";
import { SHORTEST_FOREIGN } from "./foreign-words.js";
import { FILTER_SHIFT, HASH_P, type Lexicon, STEM_OPENING, spread } from "./lexicon.js";
import { mayOpenSpeech, pushSpeech } from "./speech.js";
import { startNotes, type TextNotes } from "./text-notes.js";
import { classBit } from "./token-classes.js";
import { ALL_LANGUAGES, type TokenStream, UNITS_PER_WORD } from "./token-stream.js";

const URL_BIT = classBit("url");
const EMAIL_BIT = classBit("email");
const TURN_BIT = classBit("turn");
const COMMENT_BIT = classBit("comment");
const COMMON_BIT = classBit("common");
/** Last unit of a word, and units of one character of a script without spaces. */
const LAST = UNITS_PER_WORD - 1;
const UNSPACED_UNITS = UNITS_PER_WORD / 2;
const LONGEST_WORD = 48;
/** Unknown words in a row that make a stretch odd, and the length at which one word does. */
const ODD_RUN = 4;
/** Words shorter than this may be pieces of words. */
const CHUNK = 6;
/** Characters on both sides of an odd stretch that a disguised order may share with plain text. */
const MARGIN = 72;
const LONG_WORD = 20;
const SPACE = 0x20;
/** A byte in binary digits. */
const LONGEST_BYTE = 8;

const MOST_PHRASES = 8;
const active = new Int32Array(MOST_PHRASES);
const activeStart = new Int32Array(MOST_PHRASES);
const activeUnit = new Int32Array(MOST_PHRASES);

/** Reads `text` into `stream` (which it clears first). */
export function tokenize(text: string, lexicon: Lexicon, stream: TokenStream): TextNotes {
  stream.clear();
  const {
    words,
    stems,
    stemOpenings,
    low,
    high,
    top,
    languages,
    inPhrase,
    commands,
    nextRecord,
    phraseEntry,
    automaton,
  } = lexicon;
  const wordFilter = words.filter;
  const stemFilter = stems.filter;
  const notes = startNotes(MARGIN);
  const length = text.length;
  let unit = 0;
  // Of the last sign; one that comes before any other word takes a word's place, so that a window holds only so many.
  let signUnit = -1;
  let sentence = 0;
  let state = 0;
  let isAfterUnspaced = false;
  let unknown = 0;
  let unknownStart = 0;
  let chunks = 0;
  let chunkStart = 0;
  let newlines = 0;
  let pairs = 0;
  let numbers = 0;
  // Phrases under way.
  let under = 0;

  let at = 0;
  while (at < length) {
    const first = text.charCodeAt(at);
    // Most signs between words say nothing.
    if (first === SPACE) {
      at += 1;
      continue;
    }
    let kind = KIND[first] as number;
    if (kind === SURROGATE) {
      const point = text.codePointAt(at) as number;
      if (foldAstral(point) !== 0) kind = LATIN;
      else {
        if (point >= 0xe0000 && point <= 0xe01ef) notes.hiddenAscii += 1;
        at += 2;
        continue;
      }
    }
    if (kind === SEPARATOR || kind > UNSPACED) {
      if (kind === INVISIBLE) {
        at += 1;
        continue;
      }
      if (first === 10) {
        newlines += 1;
        if (newlines === 2) {
          sentence += 1;
          under = 0;
        }
      } else if (first > 32) newlines = 0;
      switch (first) {
        case 0x2e: // .
        case 0x21: // !
        case 0x3f: {
          // ?
          const next = at + 1 < length ? text.charCodeAt(at + 1) : 32;
          if (next <= 32 || next === 0x22 || next === 0x27 || next === 0x29 || next === 0x2a) {
            sentence += 1;
            under = 0;
            state = 0;
          }
          break;
        }
        case 0x3002:
        case 0xff01:
        case 0xff1f:
        case 0x964:
        case 0x6d4:
        case 0x61f:
          sentence += 1;
          under = 0;
          state = 0;
          break;
        case 0x3a: // :
          if (text.charCodeAt(at + 1) === 0x2f && text.charCodeAt(at + 2) === 0x2f) {
            if (unit === signUnit) unit += UNITS_PER_WORD;
            signUnit = unit;
            stream.push(URL_BIT.low, URL_BIT.high, ALL_LANGUAGES, unit, unit + LAST, at, at + 3, sentence, 0);
          }
          break;
        case 0x40: // @
          if (isWordUnit(text, at - 1) && isWordUnit(text, at + 1) && unit > 0) {
            stream.push(EMAIL_BIT.low, EMAIL_BIT.high, ALL_LANGUAGES, unit, unit + LAST, at, at + 1, sentence, 0);
          }
          break;
        case 0x3c: {
          // <
          const next = text.charCodeAt(at + 1);
          if (next === 0x21 && text.startsWith("<!--", at)) {
            sentence += 1;
            under = 0;
            if (unit === signUnit) unit += UNITS_PER_WORD;
            signUnit = unit;
            stream.push(COMMENT_BIT.low, COMMENT_BIT.high, ALL_LANGUAGES, unit, unit + LAST, at, at + 4, sentence, 0);
          } else if (next === 0x7c && isWordUnit(text, at + 2)) {
            stream.push(TURN_BIT.low, TURN_BIT.high, ALL_LANGUAGES, unit, unit + LAST, at, at + 2, sentence, 0);
          }
          break;
        }
      }
      at += 1;
      continue;
    }
    newlines = 0;

    if (kind === UNSPACED) {
      unit += isAfterUnspaced ? UNSPACED_UNITS : UNITS_PER_WORD;
      isAfterUnspaced = true;
      notes.mayBeForeign = true;
      state = automaton.step(state, SQUASH[first] as number);
      for (let end = automaton.longest[state] as number; end !== 0; end = automaton.shorter[end] as number) {
        const entry = automaton.entries[automaton.ending[end] as number] as (typeof automaton.entries)[number];
        if (entry.key.charCodeAt(0) < 0xe00) continue;
        const size = entry.key.length;
        const start = startOfUnspaced(text, at, size);
        for (const record of entry.records) {
          stream.push(
            record.low,
            record.high,
            record.languages,
            unit + UNSPACED_UNITS * (1 - size),
            unit + UNSPACED_UNITS - 1,
            start,
            at + 1,
            sentence,
            0,
            record.top,
          );
        }
      }
      at += 1;
      continue;
    }

    // A word: letters and digits with marks and invisible characters passed over.
    const start = at;
    let hash = 0;
    let size = 0;
    let letters = 0;
    let capitals = 0;
    let seen = 0;
    let stem = -1;
    let mayHaveStem = false;
    while (at < length) {
      const code = text.charCodeAt(at);
      let letter = 0;
      if (code < 128) {
        letter = FOLD[code] as number;
        if (letter === 0) break;
        if (letter > 0x39) letters += 1;
        if (letter !== code) capitals += 1;
        at += 1;
      } else {
        let unitKind = KIND[code] as number;
        letter = FOLD[code] as number;
        if (unitKind === SEPARATOR || unitKind >= UNSPACED) {
          if (unitKind === MARK) {
            at += 1;
            continue;
          }
          if (unitKind === INVISIBLE) {
            if (at + 1 < length && seen !== 1 << ALPHABET && (seen & (1 << ARABIC)) === 0 && countsAsHidden(text, at)) {
              if (notes.firstInvisible < 0) notes.firstInvisible = at;
              notes.invisible += 1;
            }
            at += 1;
            continue;
          }
          if (unitKind !== SURROGATE) break;
          letter = foldAstral(text.codePointAt(at) as number);
          if (letter === 0) break;
          unitKind = KIND[letter] as number;
          at += 1;
        }
        at += 1;
        if (unitKind !== DIGIT) letters += 1;
        seen |= 1 << unitKind;
      }
      size += 1;
      hash = (Math.imul(hash, HASH_P) + letter) | 0;
      if (size >= 3 && (size <= STEM_OPENING || mayHaveStem)) {
        const mixed = spread(hash) >>> FILTER_SHIFT;
        if (size === STEM_OPENING) mayHaveStem = stemOpenings[mixed] !== 0;
        if (stemFilter[mixed] !== 0) {
          const found = stems.find(hash);
          if (found >= 0) stem = found;
        }
      }
    }
    unit += UNITS_PER_WORD;
    isAfterUnspaced = false;
    if (size >= SHORTEST_FOREIGN) notes.mayBeForeign = true;

    let entry = -1;
    if (wordFilter[spread(hash) >>> FILTER_SHIFT] !== 0) entry = words.find(hash);
    if (entry < 0) entry = stem;
    if (entry < 0 && (seen & ((1 << LOOKALIKE) | (1 << ARABIC))) !== 0 && size <= LONGEST_WORD) {
      entry =
        (seen & (1 << ARABIC)) !== 0
          ? findWithoutPrefix(text, start, at, lexicon)
          : findAsLatin(text, start, at, lexicon);
    }

    if (capitals > 1 || (capitals > 0 && (first < 0x41 || first > 0x5a)) || (letters > 0 && letters < size))
      notes.mixedWords += 1;
    if (size === 2 || size === 4) {
      pairs += 1;
      if (pairs === 8) notes.hexPairs = true;
    } else pairs = 0;
    if (letters === 0 && size <= LONGEST_BYTE) {
      numbers += 1;
      if (numbers === 10) notes.numbers = true;
    } else numbers = 0;
    // A stretch of words that no dictionary knows may be text in disguise; so may one word of letters and digits.
    if (entry < 0 && letters > 0) {
      if (unknown === 0) unknownStart = start;
      unknown += 1;
      if (size < CHUNK) {
        if (chunks === 0) chunkStart = start;
        chunks += 1;
        if (chunks >= ODD_RUN) notes.odd.add(chunkStart, at);
      } else {
        chunks = 0;
        if (size >= LONG_WORD) notes.odd.add(start, at);
      }
      if (letters < size && letters > 1 && size > 3) notes.odd.add(start, at);
      if (unknown >= ODD_RUN) notes.foreign.add(unknownStart, at);
    } else if (size > 2 && letters > 0) {
      unknown = 0;
      chunks = 0;
    }

    if (entry < 0) {
      under = 0;
      continue;
    }
    notes.commands |= commands[entry] as number;
    // A word may be known as it is in one language and by its stem in another.
    for (let source = entry; source >= 0; source = source === stem ? -1 : stem) {
      for (let record = source; record >= 0; record = nextRecord[record] as number) {
        const recordLow = low[record] as number;
        const recordHigh = high[record] as number;
        const recordTop = top[record] as number;
        if ((recordLow | (recordHigh & ~COMMON_BIT.high) | recordTop) === 0) continue;
        stream.push(
          recordLow,
          recordHigh,
          languages[record] as number,
          unit,
          unit + LAST,
          start,
          at,
          sentence,
          0,
          recordTop,
        );
        if (mayOpenSpeech(recordLow, recordHigh))
          pushSpeech(text, stream, recordLow, recordHigh, unit, unit + LAST, start, at, sentence);
      }
    }
    if (inPhrase[entry] === 0 && (stem < 0 || inPhrase[stem] === 0)) {
      under = 0;
      continue;
    }
    // Advance the phrases under way, then begin a new one; the arrays stay in step.
    let kept = 0;
    for (let index = 0; index <= under && index < MOST_PHRASES; index += 1) {
      const node = index < under ? (active[index] as number) : 0;
      const phraseStart = index < under ? (activeStart[index] as number) : start;
      const phraseUnit = index < under ? (activeUnit[index] as number) : unit;
      let next = lexicon.advancePhrase(node, entry);
      if (next < 0 && stem >= 0 && stem !== entry) next = lexicon.advancePhrase(node, stem);
      if (next < 0) continue;
      active[kept] = next;
      activeStart[kept] = phraseStart;
      activeUnit[kept] = phraseUnit;
      kept += 1;
      for (let record = phraseEntry[next] as number; record >= 0; record = nextRecord[record] as number) {
        const recordLow = low[record] as number;
        const recordHigh = high[record] as number;
        stream.push(
          recordLow,
          recordHigh,
          languages[record] as number,
          phraseUnit,
          unit + LAST,
          phraseStart,
          at,
          sentence,
          0,
          top[record] as number,
        );
        if (mayOpenSpeech(recordLow, recordHigh))
          pushSpeech(text, stream, recordLow, recordHigh, phraseUnit, unit + LAST, phraseStart, at, sentence);
      }
    }
    under = kept;
  }
  return notes;
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const kind = KIND[text.charCodeAt(at)] as number;
  return kind > SEPARATOR && kind < UNSPACED;
}

/** Soft hyphens and direction marks are ordinary inside words; the others are not. */
function countsAsHidden(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0xad || code === 0x200e || code === 0x200f || code === 0x61c) return false;
  const next = KIND[text.charCodeAt(at + 1)] as number;
  return next === LATIN || next === LOOKALIKE || next === UNSPACED || next === INVISIBLE;
}

function startOfUnspaced(text: string, last: number, size: number): number {
  let at = last;
  let left = size - 1;
  while (left > 0 && at > 0) {
    at -= 1;
    if (KIND[text.charCodeAt(at)] === UNSPACED) left -= 1;
  }
  return at;
}
