// A map of numbers as packed numbers: its keys in order, each by its distance from the one before and with its value.
import { NumberMap } from "./number-map.js";
import type { NumberReader, NumberWriter } from "./packed-numbers.js";

export function packMap(writer: NumberWriter, map: NumberMap): void {
  const pairs: [key: number, value: number][] = [];
  map.forEach((value, key) => {
    pairs.push([key, value]);
  });
  pairs.sort(([one], [other]) => (one >>> 0) - (other >>> 0));
  writer.add(pairs.length);
  let last = 0;
  for (const [key, value] of pairs) {
    writer.add(key - last);
    writer.add(value);
    last = key;
  }
}

export function readMap(reader: NumberReader): NumberMap {
  const size = reader.next();
  const map = new NumberMap(size);
  let key = 0;
  for (let pair = 0; pair < size; pair += 1) {
    key = (key + reader.next()) | 0;
    map.set(key, reader.next());
  }
  return map;
}
