// Private key blocks in text, of any length: a stream says what stands for a long one before its end line has come.
import type { Detected, Reach } from "./run.js";

/** A private key is waited for so long; what is longer is replaced before its end has come. */
export const HELD_PRIVATE_KEY = 16_384;
const DASHES = "-----";
const END_LINE = "-----END";
const OPENS_NEXT = "BEGIN";
const LONGEST_END_LINE = 48;

/** A private key block: to its end line, or to the end of the text where none comes. */
export function findPrivateKey(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  // Part of the opening line may still be to come.
  if (!text.startsWith("-----BEGIN", start)) return undefined;
  const lineEnd = end + 40;
  if (lineEnd > reach.end) reach.end = lineEnd;
  const opening = text.slice(start, lineEnd);
  const kind = opening.indexOf("PRIVATE KEY");
  if (kind < 0) return undefined;
  const close = endOfPrivateKey(text, start + 10);
  // A long one is one before its end line has come.
  const isLong = !close.hasLine && text.length >= start + HELD_PRIVATE_KEY;
  if (!close.isOver && !isLong) reach.end = Math.max(reach.end, text.length);
  return { kind: "private_key", start, end: close.end, isOpen: !close.hasLine };
}

interface PrivateKeyEnd {
  readonly end: number;
  /** Whether its end line has begun. */
  readonly hasLine: boolean;
  readonly isOver: boolean;
}

/**
 * Where the private key ends that goes on at `from`: behind its end line, which may be cut short; else the text's end. It is
 * over when no more text could change that; what could begins among the last LOOK_BACK characters.
 */
export function endOfPrivateKey(text: string, from: number): PrivateKeyEnd {
  const close = text.indexOf(END_LINE, from);
  if (close < 0) return { end: text.length, hasLine: false, isOver: false };
  const to = close + END_LINE.length;
  const isOver = text.length >= to + LONGEST_END_LINE + OPENS_NEXT.length;
  const dashes = text.slice(to, to + LONGEST_END_LINE).indexOf(DASHES);
  if (dashes < 0) return { end: Math.min(text.length, to + LONGEST_END_LINE), hasLine: true, isOver };
  // The dashes of the block behind it are not its own.
  const end = to + dashes + (text.startsWith(OPENS_NEXT, to + dashes + DASHES.length) ? 0 : DASHES.length);
  return { end, hasLine: true, isOver };
}
