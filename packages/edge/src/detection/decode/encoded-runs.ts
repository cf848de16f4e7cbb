// Finds and undoes encodings that hide text: base64 and hexadecimal runs, percent signs, character entities, escapes, and
// the invisible tag characters. A run that does not decode to text is left alone: images, hashes and keys are no attack.

export interface DecodedRun {
  readonly encoding: "base64" | "hex" | "percent" | "entities" | "escapes" | "tags";
  readonly text: string;
  /** Place of the encoded run. */
  readonly start: number;
  readonly end: number;
}

/** Shortest run that is worth decoding: 12 characters of text hide no order. */
const SHORTEST_BASE64 = 16;
const SHORTEST_HEX = 20;

const BASE64_VALUE = new Int8Array(128).fill(-1);
const HEX_VALUE = new Int8Array(128).fill(-1);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((sign, value) => {
  BASE64_VALUE[sign.charCodeAt(0)] = value;
});
BASE64_VALUE[0x2d] = 62;
BASE64_VALUE[0x5f] = 63;
[..."0123456789abcdef"].forEach((sign, value) => {
  HEX_VALUE[sign.charCodeAt(0)] = value;
  HEX_VALUE[sign.toUpperCase().charCodeAt(0)] = value;
});

/** Every run of base64, hexadecimal or tag characters that decodes to text; together not longer than the text. */
export function decodeRuns(text: string, hiddenAscii: boolean, hexPairs: boolean): DecodedRun[] {
  const runs: DecodedRun[] = [];
  decodeBlobs(text, runs);
  if (hexPairs) decodeHexPairs(text, runs);
  if (hiddenAscii) decodeTags(text, runs);
  return runs;
}

/** The text with percent signs, entities or escapes undone: a run for each that occurs at least twice. */
export function decodeInPlace(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  if (text.includes("%")) decodePercent(text, runs);
  if (text.includes("&")) decodeEntities(text, runs);
  if (text.includes("\\")) decodeEscapes(text, runs);
  return runs;
}

/** Base64 and hexadecimal runs, lines joined. */
function decodeBlobs(text: string, runs: DecodedRun[]): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    // Jump: a run that is long enough holds a character at every such step.
    const probe = at + SHORTEST_BASE64 - 1;
    if (probe >= length) break;
    if (!isBase64(text.charCodeAt(probe)) && !isBreak(text.charCodeAt(probe))) {
      at = probe + 1;
      continue;
    }
    let start = probe;
    while (start > at && isBase64(text.charCodeAt(start - 1))) start -= 1;
    let end = probe;
    let lineStart = start;
    for (;;) {
      while (end < length && isBase64(text.charCodeAt(end))) end += 1;
      if (end - lineStart < 40 || end >= length || !isBreak(text.charCodeAt(end))) break;
      let next = end;
      while (next < length && isBreak(text.charCodeAt(next))) next += 1;
      if (next - end > 2 || next >= length || !isBase64(text.charCodeAt(next))) break;
      end = next;
      lineStart = next;
    }
    if (end - start >= SHORTEST_BASE64) {
      while (end < length && text.charCodeAt(end) === 0x3d && end - start < length) end += 1;
      const run = decodeBlob(text, start, end);
      if (run !== undefined) runs.push(run);
    }
    at = Math.max(end, probe) + 1;
  }
}

function isBase64(code: number): boolean {
  return code < 128 && (BASE64_VALUE[code] as number) >= 0;
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function decodeBlob(text: string, start: number, end: number): DecodedRun | undefined {
  let hexDigits = 0;
  let hexStart = start;
  if (text.charCodeAt(start) === 0x30 && (text.charCodeAt(start + 1) | 0x20) === 0x78) hexStart = start + 2;
  for (let at = hexStart; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if ((HEX_VALUE[code] as number) >= 0) hexDigits += 1;
    else if (!isBreak(code)) {
      hexDigits = -1;
      break;
    }
  }
  if (hexDigits >= SHORTEST_HEX && (hexDigits & 1) === 0) {
    const decoded = bytesToText(hexBytes(text, hexStart, end, hexDigits >> 1), hexDigits >> 1);
    if (decoded !== undefined) return { encoding: "hex", text: decoded, start, end };
  }
  if (!looksMixed(text, start, end)) return undefined;
  const bytes = new Uint8Array(((end - start) * 3) >> 2);
  let bits = 0;
  let held = 0;
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const value = BASE64_VALUE[text.charCodeAt(at)] as number;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      const byte = (held >>> bits) & 0xff;
      // Text never holds these: give up at once on images and keys.
      if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9) return undefined;
      bytes[count] = byte;
      count += 1;
    }
  }
  const decoded = bytesToText(bytes, count);
  return decoded === undefined ? undefined : { encoding: "base64", text: decoded, start, end };
}

/** Base64 of text has capitals, small letters, and usually digits; a path or a long word lacks one of them. */
function looksMixed(text: string, start: number, end: number): boolean {
  let capitals = 0;
  let small = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x41 && code <= 0x5a) capitals += 1;
    else if (code >= 0x61 && code <= 0x7a) small += 1;
  }
  return capitals > 1 && small > 1;
}

function hexBytes(text: string, start: number, end: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  let nibble = 0;
  for (let at = start; at < end; at += 1) {
    const value = HEX_VALUE[text.charCodeAt(at)] as number;
    if (value < 0 || value === undefined) continue;
    bytes[nibble >> 1] = ((bytes[nibble >> 1] as number) << 4) | value;
    nibble += 1;
  }
  return bytes;
}

/** Pairs of hexadecimal digits with one sign between them: `49 67 6e`, `49:67:6e`, `0x49, 0x67`. */
function decodeHexPairs(text: string, runs: DecodedRun[]): void {
  const length = text.length;
  let at = 0;
  while (at + 2 < length) {
    const first = text.charCodeAt(at);
    if (!isHex(first) || !isHex(text.charCodeAt(at + 1)) || (at > 0 && isHex(text.charCodeAt(at - 1)))) {
      at += 1;
      continue;
    }
    let end = at;
    let count = 0;
    const units: number[] = [];
    for (;;) {
      let from = end;
      if (count > 0) {
        while (from < length && from - end < 3 && isPairGap(text.charCodeAt(from))) from += 1;
        if (from === end) break;
      }
      if (text.charCodeAt(from) === 0x30 && (text.charCodeAt(from + 1) | 0x20) === 0x78) from += 2;
      const high = text.charCodeAt(from);
      const low = text.charCodeAt(from + 1);
      if (!isHex(high) || !isHex(low) || isHex(text.charCodeAt(from + 2))) break;
      units.push(((HEX_VALUE[high] as number) << 4) | (HEX_VALUE[low] as number));
      end = from + 2;
      count += 1;
    }
    if (count >= SHORTEST_HEX / 2) {
      const decoded = bytesToText(Uint8Array.from(units), count);
      if (decoded !== undefined) runs.push({ encoding: "hex", text: decoded, start: at, end });
    }
    at = Math.max(end, at + 2);
  }
}

function isHex(code: number): boolean {
  return code < 128 && (HEX_VALUE[code] as number) >= 0;
}

function isPairGap(code: number): boolean {
  return code === 32 || code === 0x3a || code === 0x2c || code === 0x2d || code === 0x3b;
}

function decodePercent(text: string, runs: DecodedRun[]): void {
  rewrite(text, "percent", runs, (at) => {
    if (text.charCodeAt(at) !== 0x25) return undefined;
    const high = text.charCodeAt(at + 1);
    const low = text.charCodeAt(at + 2);
    if (!isHex(high) || !isHex(low)) return undefined;
    return { value: ((HEX_VALUE[high] as number) << 4) | (HEX_VALUE[low] as number), size: 3, isByte: true };
  });
}

const NAMED_ENTITIES: Readonly<Record<string, number>> = {
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
  nbsp: 32,
  sol: 47,
  colon: 58,
  period: 46,
  comma: 44,
  excl: 33,
  lbrack: 91,
  rbrack: 93,
  Tab: 9,
  NewLine: 10,
};

function decodeEntities(text: string, runs: DecodedRun[]): void {
  rewrite(text, "entities", runs, (at) => {
    if (text.charCodeAt(at) !== 0x26) return undefined;
    let end = at + 1;
    while (end < text.length && end - at < 11 && text.charCodeAt(end) !== 0x3b && text.charCodeAt(end) !== 0x26)
      end += 1;
    const body = text.slice(at + 1, end);
    const size = text.charCodeAt(end) === 0x3b ? end - at + 1 : end - at;
    if (body.charCodeAt(0) !== 0x23) {
      const named = NAMED_ENTITIES[body];
      return named === undefined || text.charCodeAt(end) !== 0x3b ? undefined : { value: named, size, isByte: false };
    }
    if (text.charCodeAt(end) !== 0x3b) return undefined;
    const isHexadecimal = (body.charCodeAt(1) | 0x20) === 0x78;
    const digits = body.slice(isHexadecimal ? 2 : 1);
    let value = 0;
    for (let index = 0; index < digits.length; index += 1) {
      const digit = HEX_VALUE[digits.charCodeAt(index)] ?? -1;
      if (digit < 0 || (!isHexadecimal && digit > 9)) return undefined;
      value = value * (isHexadecimal ? 16 : 10) + digit;
    }
    return digits === "" || value > 0x10ffff ? undefined : { value, size, isByte: false };
  });
}

function decodeEscapes(text: string, runs: DecodedRun[]): void {
  rewrite(text, "escapes", runs, (at) => {
    if (text.charCodeAt(at) !== 0x5c) return undefined;
    const sign = text.charCodeAt(at + 1);
    if (sign === 0x75 && text.charCodeAt(at + 2) === 0x7b) {
      const close = text.indexOf("}", at + 3);
      if (close < 0 || close - at > 10) return undefined;
      const value = readHex(text, at + 3, close - at - 3);
      return value < 0 ? undefined : { value, size: close - at + 1, isByte: false };
    }
    const digits = sign === 0x75 ? 4 : sign === 0x78 ? 2 : sign === 0x55 ? 8 : 0;
    if (digits === 0) {
      const plain =
        sign === 0x6e
          ? 10
          : sign === 0x74
            ? 9
            : sign === 0x72
              ? 13
              : sign === 0x22 || sign === 0x2f || sign === 0x27
                ? sign
                : -1;
      return plain < 0 ? undefined : { value: plain, size: 2, isByte: false, isLight: true };
    }
    const value = readHex(text, at + 2, digits);
    return value < 0 || value > 0x10ffff ? undefined : { value, size: digits + 2, isByte: digits === 2 };
  });
}

function readHex(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code < 128) || (HEX_VALUE[code] as number) < 0) return -1;
    value = value * 16 + (HEX_VALUE[code] as number);
  }
  return count === 0 ? -1 : value;
}

interface Unit {
  readonly value: number;
  readonly size: number;
  /** The value is a byte of UTF-8. */
  readonly isByte: boolean;
  /** An escape that ordinary text holds; it does not make the text worth another look. */
  readonly isLight?: boolean;
}

const FEWEST_SEQUENCES = 2;
/** Characters between two sequences of one stretch at most, and around a stretch. */
const FARTHEST_APART = 64;
const AROUND = 160;

/** Rewrites sequences in place and keeps the rest: a run for each stretch that holds at least two. */
function rewrite(
  text: string,
  encoding: DecodedRun["encoding"],
  runs: DecodedRun[],
  read: (at: number) => Unit | undefined,
): void {
  const marker = encoding === "percent" ? "%" : encoding === "entities" ? "&" : "\\";
  let out = "";
  let kept = 0;
  let count = 0;
  let first = -1;
  let last = 0;
  let bytes: number[] = [];
  const flush = (): void => {
    if (bytes.length === 0) return;
    out += utf8ToText(Uint8Array.from(bytes), bytes.length) ?? "\ufffd";
    bytes = [];
  };
  const close = (): void => {
    flush();
    if (count >= FEWEST_SEQUENCES)
      runs.push({ encoding, text: out + text.slice(kept, kept + AROUND), start: first, end: last });
    out = "";
    count = 0;
    first = -1;
  };
  for (let at = text.indexOf(marker); at >= 0; ) {
    const unit = read(at);
    if (unit === undefined) {
      at = text.indexOf(marker, at + 1);
      continue;
    }
    // Sequences far apart are those of ordinary text: each dense stretch is judged with what stands around it.
    if (first >= 0 && at - last > FARTHEST_APART) close();
    if (first < 0) {
      first = at;
      kept = Math.max(0, at - AROUND);
    }
    if (at > kept) {
      flush();
      out += text.slice(kept, at);
    }
    if (unit.isByte) bytes.push(unit.value);
    else {
      flush();
      out += String.fromCodePoint(unit.value);
    }
    kept = at + unit.size;
    last = kept;
    if (unit.isLight !== true) count += 1;
    at = text.startsWith(marker, kept) ? kept : text.indexOf(marker, kept);
  }
  if (first >= 0) close();
}

/** Hidden ASCII in tag characters, without the subdivision flags of emoji. */
function decodeTags(text: string, runs: DecodedRun[]): void {
  let out = "";
  let start = -1;
  let end = 0;
  let inFlag = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) {
      inFlag = false;
      continue;
    }
    const point = text.codePointAt(at) as number;
    if (point >= 0xe0020 && point <= 0xe007e) {
      if (!inFlag) {
        if (start < 0) start = at;
        end = at + 2;
        out += String.fromCharCode(point - 0xe0000);
      }
    } else inFlag = point === 0x1f3f4;
    at += 1;
  }
  if (out.length > 3) runs.push({ encoding: "tags", text: out, start, end });
}

/** UTF-8 bytes as a string when they read as text, else undefined. */
function bytesToText(bytes: Uint8Array, count: number): string | undefined {
  let controls = 0;
  let wordish = 0;
  for (let at = 0; at < count; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9) controls += 1;
    if (
      (byte >= 0x61 && byte <= 0x7a) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      byte >= 0x80 ||
      byte === 32 ||
      (byte >= 0x30 && byte <= 0x39) ||
      byte === 0x25 ||
      byte === 0x26 ||
      byte === 0x3b ||
      byte === 0x5c ||
      byte === 0x23
    )
      wordish += 1;
  }
  if (controls > 0 || wordish * 10 < count * 7) return undefined;
  return utf8ToText(bytes, count);
}

/** Strict UTF-8; undefined when the bytes are none. */
function utf8ToText(bytes: Uint8Array, count: number): string | undefined {
  let out = "";
  for (let at = 0; at < count; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      out += String.fromCharCode(byte);
      at += 1;
      continue;
    }
    const size =
      byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
    if (size === 0 || at + size > count) return undefined;
    let point = byte & (0xff >> (size + 1));
    for (let index = 1; index < size; index += 1) {
      const next = bytes[at + index] as number;
      if ((next & 0xc0) !== 0x80) return undefined;
      point = (point << 6) | (next & 0x3f);
    }
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    out += String.fromCodePoint(point);
    at += size;
  }
  return out;
}
