// Strings of programs and documents in which signs are escaped: what a program hands on is the string without its escapes, with
// its own lines, quotes and beginning. `run("sh <<EOF\n…")`, `{"note": "Hello,\n\n…"}`, `q('… LIKE \'%\'')`.
import { unitAt } from "../text/unit.js";
import { isShown, opensValue } from "../text/value-string.js";
import type { DecodedRun } from "./decoded-run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Shortest string that can hold a command. */
const SHORTEST = 8;
/** What the sign behind a backslash stands for where that is no number. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
const ESCAPE = /\\([nrt"'`\\/])/g;
/** A quotation mark in a string of a shell, which has no escapes: the string ends, and another begins behind the mark. */
const SHELL_QUOTE = "'\\''";
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const BACKQUOTE = 0x60;
const EQUALS = 0x3d;

/** Each string that stands as a value and holds an escape, as its program reads it. */
export function decodeLiterals(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  let backslash = text.indexOf("\\");
  for (let at = 0; backslash >= 0 && at < text.length; at += 1) {
    const quote = charCodeAt.call(text, at);
    if (quote !== 0x22 && quote !== 0x27 && quote !== BACKQUOTE) continue;
    const before = unitAt(text, at - 1);
    const isValue = opensValue(text, at);
    const isWord = quote === 0x27 && (before <= 32 || before === EQUALS);
    if (before === BACKSLASH || !(isValue || isWord)) continue;
    const shellClose = isWord ? closeOfWord(text, at) : -1;
    const close = shellClose >= 0 ? shellClose : isValue ? closeOf(text, at, quote) : -1;
    if (close < 0) continue;
    if (backslash < at) backslash = text.indexOf("\\", at);
    if (backslash >= 0 && backslash < close && close - at > SHORTEST && !isShown(text, at)) {
      const value = text.slice(at + 1, close);
      const undone =
        shellClose >= 0
          ? value.replaceAll(SHELL_QUOTE, "'")
          : value.replace(ESCAPE, (_, sign: string) => ESCAPES.get(sign) ?? sign);
      if (undone !== value) runs.push({ encoding: "literal", text: undone, start: at + 1, end: close });
    }
    at = close;
  }
  return runs;
}

/** The end of the string that a quotation mark opens; only a template goes over lines. */
function closeOf(text: string, open: number, quote: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const sign = unitAt(text, at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === quote) return at;
    else if (sign === LINE_FEED && quote !== BACKQUOTE) return -1;
  }
  return -1;
}

/** The end of a word of a shell that holds an escaped quotation mark; -1 for one that holds none. */
function closeOfWord(text: string, open: number): number {
  let close = text.indexOf("'", open + 1);
  let hasQuote = false;
  while (close >= 0 && text.startsWith(SHELL_QUOTE, close)) {
    hasQuote = true;
    close = text.indexOf("'", close + SHELL_QUOTE.length);
  }
  return hasQuote ? close : -1;
}
