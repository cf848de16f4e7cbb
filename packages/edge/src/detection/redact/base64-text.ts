// Base64 that holds readable text, as a whole value: decoded for the redactor and encoded again in the same form (alphabet,
// padding, line length, data URI). What is no text (images, hashes, keys) is told apart by its first bytes.

import { BASE64_VALUE } from "../decode/base64-value.js";
import { MOST_HELD } from "./run.js";
import { decodeUtf16, encodeUtf16, utf16Of } from "./utf16.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** A value that was decoded; `encode` gives it the form that it had. */
export interface Base64Text {
  readonly text: string;
  /** Of two bytes for each character: such a text is read as a whole only. */
  readonly isWide: boolean;
  encode(text: string): string;
}

/** `binary` is base64 of something that is no text; undefined is no base64. */
export type Base64Reading = Base64Text | "binary" | undefined;

/** Shorter values hold no personal data worth the name, and look like words and identifiers. */
export const SHORTEST_BASE64 = 12;
const PROBE = 64;
const DATA_URI = /^data:[^,]{0,200};base64,/i;

/** The form of base64 that a value has. */
export interface Base64Form {
  readonly prefix: string;
  readonly isUrlSafe: boolean;
  readonly isPadded: boolean;
  /** Characters in a line, 0 for one line. */
  readonly lineLength: number;
  readonly lineEnd: string;
  /** Line ends after the last line. */
  readonly tail: string;
}

/**
 * Reads a whole value as base64. With `isDeclaredText` (a textual media type stands beside it) bytes that are not UTF-8 are
 * read one by one, which is lossless, instead of being taken for binary.
 */
export function readBase64(value: string, isDeclaredText = false): Base64Reading {
  const shortest = isDeclaredText ? 4 : SHORTEST_BASE64;
  if (value.length < shortest) return undefined;
  const prefix = value.startsWith("data:") ? (DATA_URI.exec(value)?.[0] ?? "") : "";
  // Most values are prose, and end here.
  if (
    !isBase64Code(charCodeAt.call(value, prefix.length)) ||
    !isBase64Code(charCodeAt.call(value, prefix.length + 1))
  ) {
    return undefined;
  }
  const signs = scanSigns(value, prefix.length);
  if (signs === undefined) return undefined;
  const letters = lettersOf(value, prefix.length, signs.hasBreaks);
  const bare = letters.endsWith("=") ? letters.replace(/=+$/, "") : letters;
  if (bare.length < shortest - 2 || bare.length % 4 === 1) return undefined;
  if (!isDeclaredText && opensBinary(bare)) return "binary";
  const isPadded = bare.length < letters.length || (bare.length % 4 === 0 && !signs.isUrlSafe);
  const form: Base64Form = { prefix, isUrlSafe: signs.isUrlSafe, isPadded, ...linesOf(value, prefix.length, signs) };
  const start = decodeBytes(bare.slice(0, PROBE));
  const wide = value.length > MOST_HELD ? undefined : utf16Of(start);
  if (!isDeclaredText && wide === undefined && !isTextStart(start)) return "binary";
  const bytes = bare.length > PROBE ? decodeBytes(bare) : start;
  if (wide !== undefined && bytes.length % 2 === 0) {
    const text = decodeUtf16(bytes, wide);
    if (isReadable(text))
      return { text, isWide: true, encode: (changed) => encodeBase64(encodeUtf16(changed, wide), form) };
  }
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== undefined && (isDeclaredText || isReadable(utf8))) {
    return { text: utf8, isWide: false, encode: (text) => encodeBase64(new TextEncoder().encode(text), form) };
  }
  if (!isDeclaredText) return "binary";
  return { text: decodeLatin1(bytes), isWide: false, encode: (text) => encodeBase64(encodeLatin1(text), form) };
}

export function isBase64Code(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2b ||
    code === 0x2f ||
    code === 0x2d ||
    code === 0x5f
  );
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

interface Signs {
  readonly isUrlSafe: boolean;
  readonly hasBreaks: boolean;
}

/** Undefined where a sign is none of base64's, alphabets mix, or padding is not at the end. */
function scanSigns(value: string, from: number): Signs | undefined {
  let isStandard = false;
  let isUrlSafe = false;
  let hasBreaks = false;
  let padding = 0;
  for (let at = from; at < value.length; at += 1) {
    const code = charCodeAt.call(value, at);
    if (isBreak(code)) hasBreaks = true;
    else if (code === 0x3d) padding += 1;
    else if (padding > 0 || !isBase64Code(code)) return undefined;
    else if (code === 0x2b || code === 0x2f) isStandard = true;
    else if (code === 0x2d || code === 0x5f) isUrlSafe = true;
  }
  return padding > 2 || (isStandard && isUrlSafe) ? undefined : { isUrlSafe, hasBreaks };
}

function lettersOf(value: string, from: number, hasBreaks: boolean): string {
  const letters = from === 0 ? value : value.slice(from);
  return hasBreaks ? letters.replace(/[\r\n]/g, "") : letters;
}

function linesOf(
  value: string,
  from: number,
  { hasBreaks }: Signs,
): Pick<Base64Form, "lineLength" | "lineEnd" | "tail"> {
  if (!hasBreaks) return { lineLength: 0, lineEnd: "", tail: "" };
  let end = value.length;
  while (end > from && isBreak(charCodeAt.call(value, end - 1))) end -= 1;
  let first = from;
  while (first < end && !isBreak(charCodeAt.call(value, first))) first += 1;
  const lineEnd = value.includes("\r\n") ? "\r\n" : "\n";
  return { lineLength: first < end ? Math.max(1, first - from) : 0, lineEnd, tail: value.slice(end) };
}

/** The bytes of letters of either alphabet, without padding or breaks. */
export function decodeBytes(letters: string): Uint8Array {
  const bytes = new Uint8Array((letters.length * 3) >> 2);
  let held = 0;
  let bits = 0;
  let count = 0;
  for (let at = 0; count < bytes.length; at += 1) {
    held = ((held << 6) | valueAt(letters, at)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count] = held >>> bits;
    count += 1;
  }
  return bytes;
}

function valueAt(letters: string, at: number): number {
  return BASE64_VALUE[charCodeAt.call(letters, at)] as number;
}

/** Whether the first three bytes are of no text already, as those of most words are that only look like base64. */
function opensBinary(bare: string): boolean {
  const held = (valueAt(bare, 0) << 18) | (valueAt(bare, 1) << 12) | (valueAt(bare, 2) << 6) | valueAt(bare, 3);
  const first = held >>> 16;
  const second = (held >>> 8) & 0xff;
  // A mark of order, or signs of two bytes each.
  if (first >= 0xfe || first === 0 || second === 0) return false;
  if (isControl(first) || isControl(second) || isControl(held & 0xff)) return true;
  // In UTF-8 no sign begins with the rest of one, and the rest follows each beginning.
  return (first & 0xc0) === 0x80 || first >= 0xc0 !== ((second & 0xc0) === 0x80);
}

/** Bytes in the given form. */
export function encodeBase64(bytes: Uint8Array, form: Base64Form): string {
  const { prefix, isUrlSafe, isPadded, lineLength, lineEnd, tail } = form;
  let out = btoa(decodeLatin1(bytes));
  if (!isPadded) out = out.replace(/=+$/, "");
  if (isUrlSafe) out = out.replaceAll("+", "-").replaceAll("/", "_");
  if (lineLength > 0) out = out.replace(new RegExp(`(.{${lineLength}})(?=.)`, "g"), `$1${lineEnd}`);
  return prefix + out + tail;
}

/** Text holds no control signs but tabs and line ends, and images and archives do within their first bytes. */
function isTextStart(bytes: Uint8Array): boolean {
  return !bytes.some(isControl);
}

function isControl(byte: number): boolean {
  return byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;
}

function isReadable(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what readable text does not hold
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
}

/** A byte order mark is kept, so that what is encoded again has it. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (!mayBeUtf8(bytes)) return undefined;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes have the shape of UTF-8: to have a decoder refuse a word that is no base64 costs as much as a long text. */
function mayBeUtf8(bytes: Uint8Array): boolean {
  let open = 0;
  for (const byte of bytes) {
    const isInside = (byte & 0xc0) === 0x80;
    if (isInside !== open > 0) return false;
    if (isInside) open -= 1;
    else if (byte >= 0x80) open = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  }
  return open === 0;
}

const STEP = 8192;

/** One character for each byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) parts.push(String.fromCharCode(...bytes.subarray(at, at + STEP)));
  return parts.join("");
}

export function encodeLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = charCodeAt.call(text, at);
  return bytes;
}
