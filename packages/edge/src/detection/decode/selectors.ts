// Bytes hidden in variation selectors, which show nothing behind any sign: the first 16 selectors and the 240 of plane 14
// stand for the values 0 to 255.
import type { DecodedRun } from "./decoded-run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Selectors in a row; a sign that is shown as it should be has one. */
const FEWEST_SELECTORS = 4;
/** As many in a row, as units: most texts with hidden signs hold none. */
const ROW = /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){4}/;

/** Text whose UTF-8 bytes are variation selectors in a row, each such row by itself. */
export function decodeSelectors(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  if (!ROW.test(text)) return runs;
  let bytes: number[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; ) {
    const unit = at < text.length ? charCodeAt.call(text, at) : 0;
    // Selectors are above all letters.
    if (unit < 0xd800 && bytes.length === 0) {
      at += 1;
      continue;
    }
    const point = unit < 0xd800 ? unit : (text.codePointAt(at) as number);
    const byte = byteOf(point);
    if (byte >= 0) {
      if (bytes.length === 0) start = at;
      bytes.push(byte);
    } else if (bytes.length > 0) {
      if (bytes.length >= FEWEST_SELECTORS)
        runs.push({ encoding: "selectors", text: Buffer.from(bytes).toString("utf8"), start, end: at });
      bytes = [];
    }
    at += point > 0xffff ? 2 : 1;
  }
  return runs;
}

function byteOf(point: number): number {
  if (point >= 0xfe00 && point <= 0xfe0f) return point - 0xfe00;
  if (point >= 0xe0100 && point <= 0xe01ef) return point - 0xe0100 + 16;
  return -1;
}
