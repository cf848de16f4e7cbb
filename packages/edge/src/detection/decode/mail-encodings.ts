// Encodings of older mail: uuencode between its lines `begin` and `end`, and UTF-7, which writes signs as base64 of their units.
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

/** Signs of ASCII in UTF-7 begin with the bits of A and of A to H. */
const SHIFTED = /\+(A[A-H][A-Za-z0-9+/]{1,2000})-?/g;

/** The whole of a text with what it shifts to UTF-7 undone; none where it shifts nothing. */
export function decodeUtf7(text: string): DecodedRun[] {
  if (!text.includes("+A")) return [];
  let start = -1;
  let end = 0;
  const undone = text.replace(SHIFTED, (run: string, signs: string, at: number) => {
    const decoded = unitsOf(signs);
    if (decoded === undefined) return run;
    if (start < 0) start = at;
    end = at + run.length;
    return decoded;
  });
  return start < 0 ? [] : [{ encoding: "utf-7", text: undone, start, end }];
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Units of sixteen bits, all of them signs of ASCII that are shown. */
function unitsOf(signs: string): string | undefined {
  let out = "";
  let held = 0;
  let bits = 0;
  for (let at = 0; at < signs.length; at += 1) {
    held = ((held << 6) | BASE64.indexOf(signs[at] as string)) & 0x3fffff;
    bits += 6;
    if (bits < 16) continue;
    bits -= 16;
    const unit = (held >>> bits) & 0xffff;
    if (unit < 32 || unit > 126) return undefined;
    out += String.fromCharCode(unit);
  }
  return out === "" ? undefined : out;
}
