// The encoding of files in older mail: uuencode, between its lines `begin` and `end`.
import { bytesToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const HEADER = /^begin(?:-base64)? [0-7]{3,4} \S{1,120}\r?\n/gm;
const MOST_BYTES = 65_536;
/** What may stand behind the signs of a line: a sum of them, a line break of two signs. */
const MOST_BEHIND = 2;

/** Every file of uuencode in `text` that holds text. */
export function decodeUuencode(text: string): DecodedRun[] {
  if (!text.includes("begin ")) return [];
  const runs: DecodedRun[] = [];
  HEADER.lastIndex = 0;
  for (let header = HEADER.exec(text); header !== null; header = HEADER.exec(text)) {
    const bytes: number[] = [];
    let at = header.index + header[0].length;
    while (at < text.length && bytes.length < MOST_BYTES) {
      const lineEnd = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
      const count = valueAt(text, at);
      // As long as it says, which no header is: so no line is read for two of them.
      const more = lineEnd - at - 1 - Math.ceil(count / 3) * 4;
      if (count === 0 || more < 0 || more > MOST_BEHIND) break;
      addLine(bytes, text, at + 1, count);
      at = lineEnd + 1;
    }
    const decoded = bytesToText(Uint8Array.from(bytes), bytes.length);
    if (bytes.length > 0 && decoded !== undefined)
      runs.push({ encoding: "uuencode", text: decoded, start: header.index, end: Math.min(at, text.length) });
  }
  return runs;
}

function addLine(bytes: number[], text: string, start: number, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = start + Math.floor(index / 3) * 4 + (index % 3);
    const shift = 2 + (index % 3) * 2;
    bytes.push(((valueAt(text, at) << shift) | (valueAt(text, at + 1) >> (6 - shift))) & 0xff);
  }
}

/** Six bits of a sign; a grave accent and a space are none. */
function valueAt(text: string, at: number): number {
  const code = at < text.length ? charCodeAt.call(text, at) : 32;
  return (code - 32) & 0x3f;
}
