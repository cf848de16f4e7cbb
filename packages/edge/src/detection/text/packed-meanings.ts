// Meanings as packed numbers: each of them once, and a number for it, small for those that are said often.
import { type Meaning, recordOf, type WordRecord } from "./meanings.js";
import type { NumberReader, NumberWriter } from "./packed-numbers.js";

/** Packs the meanings of some words, in which the same meaning is one object; tells the number of each. */
export function packMeanings(writer: NumberWriter, meanings: readonly Meaning[]): ReadonlyMap<Meaning, number> {
  const uses = new Map<Meaning, number>();
  for (const meaning of meanings) uses.set(meaning, (uses.get(meaning) ?? 0) + 1);
  const known = [...uses.keys()].sort((one, other) => (uses.get(other) as number) - (uses.get(one) as number));
  writer.add(known.length);
  for (const meaning of known) {
    writer.add(meaning.length);
    for (const { low, high, top, apex, languages } of meaning)
      for (const mask of [low, high, top, apex, languages]) writer.add(mask);
  }
  return new Map(known.map((meaning, number) => [meaning, number]));
}

/** The meanings by their numbers. */
export function readMeanings(reader: NumberReader): Meaning[] {
  const known: Meaning[] = [];
  for (let left = reader.next(); left > 0; left -= 1) {
    const meaning: WordRecord[] = [];
    for (let records = reader.next(); records > 0; records -= 1) {
      const classes = { low: reader.next(), high: reader.next(), top: reader.next(), apex: reader.next() };
      meaning.push(recordOf(classes, reader.next()));
    }
    known.push(meaning);
  }
  return known;
}
