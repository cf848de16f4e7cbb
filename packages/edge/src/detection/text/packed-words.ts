// Compiled words as text, and back.
import type { Meaning } from "./meanings.js";
import { NumberMap } from "./number-map.js";
import { packMap, readMap } from "./packed-map.js";
import { packMeanings, readMeanings } from "./packed-meanings.js";
import { NumberReader, NumberWriter } from "./packed-numbers.js";
import { PhraseGraph } from "./phrase-graph.js";
import { makeFilter, WordTable } from "./word-table.js";

/** What words, beginnings of words, and phrases say. */
export interface Words {
  readonly words: WordTable;
  readonly stems: WordTable;
  /** Filter over the first letters of stems longer than those. */
  readonly stemOpenings: Uint8Array;
  /** What each entry says as a word. */
  readonly meanings: readonly Meaning[];
  /** 1 when the entry is a word of some phrase. */
  readonly inPhrase: Uint8Array;
  /** Bits of command-words.ts. */
  readonly commands: Uint8Array;
  readonly phrases: PhraseGraph;
}

export function packWords({ words, stems, stemOpenings, meanings, inPhrase, commands, phrases }: Words): string {
  const writer = new NumberWriter();
  const numbers = packMeanings(writer, [...meanings, ...phrases.meanings]);
  const add = (meaning: Meaning): void => writer.add(numbers.get(meaning) as number);
  packMap(writer, words.entries);
  packMap(writer, stems.entries);
  packMap(writer, openingsIn(stemOpenings));
  writer.add(meanings.length);
  meanings.forEach((meaning, entry) => {
    add(meaning);
    writer.add(((commands[entry] as number) << 1) | (inPhrase[entry] as number));
  });
  writer.add(phrases.meanings.length);
  phrases.meanings.forEach(add);
  packMap(writer, phrases.links);
  return writer.text();
}

export function readWords(text: string): Words {
  const reader = new NumberReader(text);
  const known = readMeanings(reader);
  const words = new WordTable(readMap(reader));
  const stems = new WordTable(readMap(reader));
  const stemOpenings = makeFilter();
  readMap(reader).forEach((isSet, opening) => {
    stemOpenings[opening] = isSet;
  });
  const size = reader.next();
  const meanings: Meaning[] = [];
  const inPhrase = new Uint8Array(size);
  const commands = new Uint8Array(size);
  for (let entry = 0; entry < size; entry += 1) {
    meanings.push(known[reader.next()] as Meaning);
    const marks = reader.next();
    inPhrase[entry] = marks & 1;
    commands[entry] = marks >> 1;
  }
  const said: Meaning[] = [];
  for (let left = reader.next(); left > 0; left -= 1) said.push(known[reader.next()] as Meaning);
  const phrases = new PhraseGraph(said, readMap(reader));
  return { words, stems, stemOpenings, meanings, inPhrase, commands, phrases };
}

/** The places that are set in a filter. */
function openingsIn(filter: Uint8Array): NumberMap {
  const openings = new NumberMap();
  filter.forEach((isSet, opening) => {
    if (isSet === 1) openings.set(opening, isSet);
  });
  return openings;
}
