// Reads one text into classed tokens in a single pass, and notices on the way what other readings are worth trying: signs, words of
// letters and digits, the phrases that they make, and text of scripts without spaces.

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
import { opensHeader } from "./header-line.js";
import type { Lexicon } from "./lexicon.js";
import { type Meaning, recordOfClass, type WordRecord } from "./meanings.js";
import { ROOT } from "./phrase-graph.js";
import { NAMES, pushSpeech } from "./speech.js";
import { startNotes, type TextNotes } from "./text-notes.js";
import { hasClass } from "./token-classes.js";
import { type TokenStream, UNITS_PER_WORD } from "./token-stream.js";
import { WordNotes } from "./word-notes.js";
import { FILTER_SHIFT, HASH_P, STEM_OPENING, spread } from "./word-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const URL = recordOfClass("url");
const EMAIL = recordOfClass("email");
const TURN = recordOfClass("turn");
const COMMENT = recordOfClass("comment");
/** Last unit of a word, and units of one character of a script without spaces. */
const LAST = UNITS_PER_WORD - 1;
const UNSPACED_UNITS = UNITS_PER_WORD / 2;
const LONGEST_WORD = 48;
/** Longest word of letters amid a script without spaces that an entry of the automaton may hold: "AI助手", "ChatGPT에게". */
const LONGEST_AMID = 8;
/** Characters on both sides of an odd stretch that a disguised order may share with plain text. */
const MARGIN = 72;
const BLACK_FLAG = 0x1f3f4;
/** Letters and digits of a country's part, and the tag that ends them. */
const FLAG_TAGS = 6;
const SPACE = 0x20;
const NEWLINE = 0x0a;

const MOST_PHRASES = 8;
// The phrases under way: the node of the dictionaries' graph, and where the phrase began.
const phraseNode = new Int32Array(MOST_PHRASES);
const phraseStart = new Int32Array(MOST_PHRASES);
const phraseUnit = new Int32Array(MOST_PHRASES);

/** Reads `text` into `stream` (which it clears first). */
export function tokenize(text: string, lexicon: Lexicon, stream: TokenStream): TextNotes {
  stream.clear();
  return new Tokenizer(text, lexicon, stream).read();
}

class Tokenizer {
  private readonly notes = startNotes(MARGIN);
  private readonly wordNotes = new WordNotes(this.notes);
  private at = 0;
  private unit = 0;
  /** Of the last sign; one that comes before any other word takes a word's place, so that a window holds only so many. */
  private signUnit = -1;
  private sentence = 0;
  private newlines = 0;
  /** Of the automaton for text without spaces. */
  private state = 0;
  private isAfterUnspaced = false;
  /** How many phrases are under way. */
  private phrases = 0;

  constructor(
    private readonly text: string,
    private readonly lexicon: Lexicon,
    private readonly stream: TokenStream,
  ) {}

  read(): TextNotes {
    const { text } = this;
    while (this.at < text.length) {
      const first = charCodeAt.call(text, this.at);
      // Most signs between words say nothing.
      if (first === SPACE) {
        this.at += 1;
        continue;
      }
      const kind = KIND[first] as number;
      if (kind === UNSPACED) this.readUnspaced(first);
      else if (kind === SURROGATE) this.readAstral(first);
      else if (kind === SEPARATOR || kind > UNSPACED) this.readSign(first, kind);
      else this.readWord(first);
    }
    return this.notes;
  }

  /** Letters of another style are letters, what is hidden is counted, and the rest passed over. */
  private readAstral(first: number): void {
    const point = this.text.codePointAt(this.at) as number;
    if (foldAstral(point) !== 0) this.readWord(first);
    else {
      if (point >= 0xe0000 && point <= 0xe01ef) this.notes.hiddenAscii += 1;
      this.at += 2;
      if (point === BLACK_FLAG) this.passFlagTags();
    }
  }

  /** The tags behind a black flag that say whose it is, as those of England do, show a picture. */
  private passFlagTags(): void {
    for (let tags = 0; tags < FLAG_TAGS; tags += 1) {
      const point = this.text.codePointAt(this.at) ?? 0;
      if (point < 0xe0030 || point > 0xe007f) return;
      this.at += 2;
    }
  }

  private readSign(code: number, kind: number): void {
    const { text, at } = this;
    this.at += 1;
    if (kind === INVISIBLE) return;
    if (code === NEWLINE) {
      this.newlines += 1;
      if (this.newlines === 2 || opensHeader(text, at + 1)) this.endSentence();
      return;
    }
    if (code > SPACE) this.newlines = 0;
    switch (code) {
      case 0x2e: // .
      case 0x21: // !
      case 0x3f: // ?
        if (!isBeforeGap(text, at)) return;
        this.endSentence();
        this.state = 0;
        return;
      case 0x3002:
      case 0xff01:
      case 0xff1f:
      case 0x964:
      case 0x6d4:
      case 0x61f:
        this.endSentence();
        this.state = 0;
        return;
      case 0x3a: // :
        if (charCodeAt.call(text, at + 1) === 0x2f && charCodeAt.call(text, at + 2) === 0x2f)
          this.pushAsWord(URL, at, 3);
        return;
      case 0x40: // @
        if (this.unit > 0 && isWordUnit(text, at - 1) && isWordUnit(text, at + 1)) this.pushSign(EMAIL, at, 1);
        return;
      case 0x3c: {
        // <
        const next = charCodeAt.call(text, at + 1);
        if (next === 0x21 && text.startsWith("<!--", at)) {
          this.endSentence();
          this.pushAsWord(COMMENT, at, 4);
        } else if (next === 0x7c && isWordUnit(text, at + 2)) this.pushSign(TURN, at, 2);
      }
    }
  }

  private readUnspaced(code: number): void {
    this.at += 1;
    this.newlines = 0;
    this.unit += this.isAfterUnspaced ? UNSPACED_UNITS : UNITS_PER_WORD;
    this.isAfterUnspaced = true;
    this.notes.mayBeForeign = true;
    this.state = this.lexicon.automaton.step(this.state, SQUASH[code] as number);
    this.pushUnspaced();
  }

  /** Tokens of the entries that end at the last character read, and begin in a script without spaces or end in one. */
  private pushUnspaced(): void {
    const { text, stream, at, unit, sentence } = this;
    const { automaton } = this.lexicon;
    for (let end = automaton.longest[this.state] as number; end !== 0; end = automaton.shorter[end] as number) {
      const entry = automaton.entries[automaton.ending[end] as number] as (typeof automaton.entries)[number];
      if (!entry.isUnspaced) continue;
      const { size, meaning } = entry;
      const firstUnit = unit + UNSPACED_UNITS * (1 - size);
      const lastUnit = unit + UNSPACED_UNITS - 1;
      const start = startOfUnspaced(text, at - 1, size);
      for (const record of meaning) {
        stream.push(record, firstUnit, lastUnit, start, at, sentence, 0);
        if (hasClass(record, NAMES)) pushSpeech(text, stream, record, firstUnit, lastUnit, start, at, sentence);
      }
    }
  }

  /** A short word amid a script without spaces is read along with it; any other ends what was read. */
  private readAmid(start: number, size: number): void {
    const { text, at } = this;
    const { automaton } = this.lexicon;
    if (!this.isAfterUnspaced || size > LONGEST_AMID) this.state = 0;
    if (size > LONGEST_AMID) return;
    for (let place = start; place < at; place += 1) {
      const letter = SQUASH[charCodeAt.call(text, place)] as number;
      if (letter !== 0) this.state = automaton.step(this.state, letter);
    }
    this.pushUnspaced();
  }

  /** Letters and digits, with marks and invisible characters passed over. */
  private readWord(first: number): void {
    const { text, lexicon, notes } = this;
    const { words, stems, stemOpenings } = lexicon;
    const { length } = text;
    const stemFilter = stems.filter;
    const start = this.at;
    let at = start;
    let hash = 0;
    let size = 0;
    let letters = 0;
    let capitals = 0;
    let seen = 0;
    let stem = -1;
    let mayHaveStem = false;
    while (at < length) {
      const code = charCodeAt.call(text, at);
      let letter = FOLD[code] as number;
      if (code < 128) {
        if (letter === 0) break;
        if (letter > 0x39) letters += 1;
        if (letter !== code) capitals += 1;
        at += 1;
      } else {
        let kind = KIND[code] as number;
        if (kind === SEPARATOR || kind >= UNSPACED) {
          if (kind === MARK) {
            at += 1;
            continue;
          }
          if (kind === INVISIBLE) {
            if (at + 1 < length && seen !== 1 << ALPHABET && (seen & (1 << ARABIC)) === 0 && countsAsHidden(text, at)) {
              if (notes.firstInvisible < 0) notes.firstInvisible = at;
              notes.invisible += 1;
            }
            at += 1;
            continue;
          }
          if (kind !== SURROGATE) break;
          letter = foldAstral(text.codePointAt(at) as number);
          if (letter === 0) break;
          kind = KIND[letter] as number;
          at += 1;
        }
        at += 1;
        if (kind !== DIGIT) letters += 1;
        seen |= 1 << kind;
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
    this.at = at;
    this.newlines = 0;
    this.unit += UNITS_PER_WORD;
    if (this.isAfterUnspaced || isUnspacedNext(text, at)) this.readAmid(start, size);
    this.isAfterUnspaced = false;
    if (size >= SHORTEST_FOREIGN) notes.mayBeForeign = true;

    let entry = words.find(hash);
    if (entry < 0) entry = stem;
    if (entry < 0 && (seen & ((1 << LOOKALIKE) | (1 << ARABIC))) !== 0 && size <= LONGEST_WORD) {
      const find = (seen & (1 << ARABIC)) !== 0 ? findWithoutPrefix : findAsLatin;
      entry = find(text, start, at, lexicon);
    }
    const isCapitalInside = capitals > 1 || (capitals > 0 && (first < 0x41 || first > 0x5a));
    const isMixed = isCapitalInside || (letters > 0 && letters < size);
    this.wordNotes.add(start, at, size, letters, isMixed, entry >= 0);
    if (entry < 0) {
      this.phrases = 0;
      return;
    }
    notes.commands |= lexicon.commands[entry] as number;
    this.pushWord(entry, stem, start);
    if (lexicon.inPhrase[entry] !== 0 || (stem >= 0 && lexicon.inPhrase[stem] !== 0))
      this.readPhrases(entry, stem, start);
    else this.phrases = 0;
  }

  /** A word may be known as it is in one language and by its stem in another. */
  private pushWord(entry: number, stem: number, start: number): void {
    const { meanings } = this.lexicon;
    this.pushMeaning(meanings[entry] as Meaning, this.unit, start);
    if (stem >= 0 && stem !== entry) this.pushMeaning(meanings[stem] as Meaning, this.unit, start);
  }

  /** Advances the phrases under way, then begins a new one; the arrays stay in step. */
  private readPhrases(entry: number, stem: number, start: number): void {
    const { phrases } = this;
    const graph = this.lexicon.phrases;
    let kept = 0;
    for (let index = 0; index <= phrases && index < MOST_PHRASES; index += 1) {
      const isNew = index === phrases;
      const node = isNew ? ROOT : (phraseNode[index] as number);
      const from = isNew ? start : (phraseStart[index] as number);
      const fromUnit = isNew ? this.unit : (phraseUnit[index] as number);
      let next = graph.advance(node, entry);
      if (next < 0 && stem >= 0 && stem !== entry) next = graph.advance(node, stem);
      if (next < 0) continue;
      phraseNode[kept] = next;
      phraseStart[kept] = from;
      phraseUnit[kept] = fromUnit;
      kept += 1;
      this.pushMeaning(graph.meanings[next] as Meaning, fromUnit, from);
    }
    this.phrases = kept;
  }

  /** Tokens of what the dictionaries say of the words from `start` to the end of the one that was just read. */
  private pushMeaning(meaning: Meaning, firstUnit: number, start: number): void {
    const { text, stream, unit, at, sentence } = this;
    const lastUnit = unit + LAST;
    for (const record of meaning) {
      stream.push(record, firstUnit, lastUnit, start, at, sentence, 0);
      if (hasClass(record, NAMES)) pushSpeech(text, stream, record, firstUnit, lastUnit, start, at, sentence);
    }
  }

  private pushAsWord(record: WordRecord, start: number, size: number): void {
    if (this.unit === this.signUnit) this.unit += UNITS_PER_WORD;
    this.signUnit = this.unit;
    this.pushSign(record, start, size);
  }

  private pushSign(record: WordRecord, start: number, size: number): void {
    const { unit } = this;
    this.stream.push(record, unit, unit + LAST, start, start + size, this.sentence, 0);
  }

  private endSentence(): void {
    this.sentence += 1;
    this.phrases = 0;
  }
}

/** Whether a full stop is followed by a space, an end, or what closes a sentence. */
function isBeforeGap(text: string, at: number): boolean {
  const next = at + 1 < text.length ? charCodeAt.call(text, at + 1) : SPACE;
  return next <= SPACE || next === 0x22 || next === 0x27 || next === 0x29 || next === 0x2a;
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const kind = KIND[charCodeAt.call(text, at)] as number;
  return kind > SEPARATOR && kind < UNSPACED;
}

/** Soft hyphens and direction marks are ordinary inside words; the others are not. */
function countsAsHidden(text: string, at: number): boolean {
  const code = charCodeAt.call(text, at);
  if (code === 0xad || code === 0x200e || code === 0x200f || code === 0x61c) return false;
  const next = KIND[charCodeAt.call(text, at + 1)] as number;
  return next === LATIN || next === LOOKALIKE || next === UNSPACED || next === INVISIBLE;
}

/** Whether a script without spaces goes on at a place, or behind a space there. */
function isUnspacedNext(text: string, at: number): boolean {
  const next = at < text.length && charCodeAt.call(text, at) === SPACE ? at + 1 : at;
  return next < text.length && KIND[charCodeAt.call(text, next)] === UNSPACED;
}

/** Where an entry of so many letters begins that ends at a place. */
function startOfUnspaced(text: string, last: number, size: number): number {
  let at = last;
  let left = size - 1;
  while (left > 0 && at > 0) {
    at -= 1;
    if (SQUASH[charCodeAt.call(text, at)] !== 0) left -= 1;
  }
  return at;
}
