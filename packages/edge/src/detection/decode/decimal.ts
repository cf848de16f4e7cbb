// Bytes of text written as decimal numbers: `73 103 110`, `[73,103,110]`, or the numbers of a list.
import { bytesToText } from "./bytes.js";
import type { DecodedRun } from "./decoded-run.js";
import { eachStretch, IN_DECIMALS } from "./stretch-of-class.js";

/** Shortest list that can hold an order. */
const FEWEST_BYTES = 10;
const MOST_BYTES = 65_536;
/** Ten bytes with a sign between each. */
const SHORTEST_ROW = 2 * FEWEST_BYTES - 1;

/** Every row of numbers in `text` that are bytes of text, with one or two signs between them. */
export function decodeDecimal(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  eachStretch(text, IN_DECIMALS, SHORTEST_ROW, (start, end) => decodeRow(text, start, end, runs));
  return runs;
}

function decodeRow(text: string, from: number, to: number, runs: DecodedRun[]): void {
  let bytes: number[] = [];
  let start = 0;
  let end = 0;
  const close = (): void => {
    const decoded = bytes.length < FEWEST_BYTES ? undefined : bytesToText(Uint8Array.from(bytes), bytes.length);
    if (decoded !== undefined) runs.push({ encoding: "decimal", text: decoded, start, end });
    bytes = [];
  };
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) {
      if (at - end > 2) close();
      continue;
    }
    let value = 0;
    const first = at;
    while (at < to && isDigit(text.charCodeAt(at))) {
      value = Math.min(1000, value * 10 + text.charCodeAt(at) - 0x30);
      at += 1;
    }
    if (at - first > 3 || !isByteOfText(value)) close();
    else {
      if (bytes.length === 0) start = first;
      bytes.push(value);
      end = at;
    }
    at -= 1;
  }
  close();
}

/** The text that a list of numbers holds; undefined for other lists. */
export function textOfNumbers(values: readonly unknown[]): string | undefined {
  if (values.length < FEWEST_BYTES || values.length > MOST_BYTES) return undefined;
  if (!values.every((value) => typeof value === "number" && isByteOfText(value))) return undefined;
  return bytesToText(Uint8Array.from(values as readonly number[]), values.length);
}

/** A byte that text may hold: a line break, a tab, or from a space on. */
function isByteOfText(value: number): boolean {
  return Number.isInteger(value) && value <= 255 && (value >= 32 || value === 9 || value === 10 || value === 13);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
