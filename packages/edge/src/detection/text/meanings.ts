// What words and phrases say: the classes that they are of, language by language. Most say what many others say, so each
// meaning is made once and shared, and is never changed: to say more is to have another meaning.
import { bothClasses, type ClassBits, classBit, NO_CLASS, type TokenClass } from "./token-classes.js";

/** Classes in the languages whose bits are set. */
export interface WordRecord extends ClassBits {
  readonly languages: number;
}

/** Languages of what belongs to none: a mark for each. */
const ALL_LANGUAGES = -1;

/** A class in every language. */
export function recordOfClass(name: TokenClass): WordRecord {
  return recordOf(classBit(name), ALL_LANGUAGES);
}

/** Records of a word that means other things in other languages, in the order in which the dictionaries named them. */
export type Meaning = readonly WordRecord[];

export const NO_MEANING: Meaning = [];

/** Makes one meaning of another, and the same one of the same. */
export type MeaningChange = (meaning: Meaning) => Meaning;

export class Meanings {
  private readonly adders = new Map<number, Map<ClassBits, MeaningChange>>();
  private readonly known = new Map<string, Meaning>([["", NO_MEANING]]);
  /** Joins the records of a meaning that say the same in several languages, and leaves out those that say nothing. */
  readonly settle: MeaningChange = this.change(joinRecords);

  /** Adds classes in a language to meanings. */
  adder(classes: ClassBits, languages: number): MeaningChange {
    const adders = this.adders.get(languages) ?? new Map<ClassBits, MeaningChange>();
    this.adders.set(languages, adders);
    const adder = adders.get(classes) ?? this.change((meaning) => addClasses(meaning, classes, languages));
    adders.set(classes, adder);
    return adder;
  }

  private change(make: MeaningChange): MeaningChange {
    const made = new Map<Meaning, Meaning>();
    return (meaning) => {
      let changed = made.get(meaning);
      if (changed === undefined) {
        changed = this.shared(make(meaning));
        made.set(meaning, changed);
      }
      return changed;
    };
  }

  private shared(meaning: Meaning): Meaning {
    let key = "";
    for (const { low, high, top, apex, languages } of meaning) key += `${low},${high},${top},${apex},${languages};`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, meaning);
    return meaning;
  }
}

function addClasses(meaning: Meaning, classes: ClassBits, languages: number): Meaning {
  const at = meaning.findIndex((record) => record.languages === languages);
  const record = recordOf(bothClasses(at < 0 ? NO_CLASS : (meaning[at] as WordRecord), classes), languages);
  return at < 0 ? [...meaning, record] : meaning.with(at, record);
}

/** The record of a meaning for a language. */
export function recordFor(meaning: Meaning, language: number): WordRecord | undefined {
  return meaning.find((record) => (record.languages & language) !== 0);
}

function joinRecords(meaning: Meaning): Meaning {
  const joined: WordRecord[] = [];
  for (const record of meaning) {
    if (isSame(record, NO_CLASS)) continue;
    const at = joined.findIndex((other) => isSame(other, record));
    if (at < 0) joined.push(record);
    else joined[at] = recordOf(record, (joined[at] as WordRecord).languages | record.languages);
  }
  return joined;
}

export function recordOf({ low, high, top, apex }: ClassBits, languages: number): WordRecord {
  return { low, high, top, apex, languages };
}

function isSame(one: ClassBits, other: ClassBits): boolean {
  return one.low === other.low && one.high === other.high && one.top === other.top && one.apex === other.apex;
}
