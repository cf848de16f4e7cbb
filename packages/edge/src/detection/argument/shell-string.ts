// A command in a string of a file: a script of package.json, a line that a program hands to a shell. It ends where its string
// ends, and a member of a document that is written or read is not run.
import { isLetterOrDigit, unitAt } from "../text/unit.js";
import { type ShellFinding, SYSTEM_TARGET } from "./shell-finding.js";
import type { Word } from "./shell-words.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** How far before a command its line is read. */
const LONGEST_LINE = 512;

const DOUBLE = 0x22;
const SINGLE = 0x27;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;

interface QuotedString {
  /** Places of its two quotation marks. */
  readonly open: number;
  readonly close: number;
}

/** The string in which a place of a text stands, as a shell and most languages write them; undefined when there is none. */
export function stringAround(text: string, place: number): QuotedString | undefined {
  const { from, opens, closes } = lineAt(text, place);
  if (place - from > LONGEST_LINE) return undefined;
  // The last one that opens before the place.
  let low = 0;
  let high = opens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((opens[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  const open = opens[low - 1];
  const close = closes[low - 1];
  return open === undefined || close === undefined || close < place ? undefined : { open, close };
}

interface Line {
  readonly text: string;
  /** Its first place, and the one of the line feed that ends it. */
  readonly from: number;
  readonly end: number;
  /** Places of the quotation marks of its strings, as far as a command is looked for in it. */
  readonly opens: number[];
  readonly closes: number[];
}

/** The line that was read last: many words of one are asked for, one after the other. */
let last: Line = { text: "", from: 0, end: 0, opens: [], closes: [] };

/** The line that a place is in. */
function lineAt(text: string, place: number): Line {
  if (last.text === text && last.from <= place && place <= last.end) return last;
  const from = place === 0 ? 0 : text.lastIndexOf("\n", place - 1) + 1;
  const feed = text.indexOf("\n", from);
  last = { text, from, end: feed < 0 ? text.length : feed, opens: [], closes: [] };
  readStrings(last);
  return last;
}

/** A string may go on in the next line behind a backslash. */
function readStrings({ text, from, opens, closes }: Line): void {
  const limit = Math.min(text.length, from + 2 * LONGEST_LINE);
  let open = -1;
  let quote = 0;
  for (let at = from; at < limit; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code === LINE_FEED) break;
    if (code === BACKSLASH && quote !== SINGLE) at += 1;
    else if (open >= 0) {
      if (code !== quote) continue;
      opens.push(open);
      closes.push(at);
      open = -1;
      quote = 0;
    } else if (code === DOUBLE || (code === SINGLE && !isApostrophe(text, at))) {
      open = at;
      quote = code;
    }
  }
}

/** One behind a letter begins no string: "it's". */
function isApostrophe(text: string, at: number): boolean {
  return isLetterOrDigit(unitAt(text, at - 1));
}

/** The first word behind the one at `at` that does not stand in a string with it, no further than `most`. */
export function endOfString(words: readonly Word[], at: number, { close }: QuotedString, most = words.length): number {
  const limit = Math.min(words.length, most);
  let end = at + 1;
  while (end < limit && (words[end] as Word).end <= close) end += 1;
  return end;
}

/** The same for a string that holds what the command at `at` is told; the end of all words where it holds less. */
export function endOfTold(words: readonly Word[], at: number, around: QuotedString): number {
  const end = endOfString(words, at, around);
  for (let index = at + 1; index < end; index += 1) if (!(words[index] as Word).isOption) return end;
  return words.length;
}

/** The name of a member before its string: `"clean": `. */
const MEMBER = /"([\w:.@/-]{1,60})"\s{0,8}:\s{0,8}$/;
/** Names of members that say that their string is run. */
const RUN_NAME = /cmd|command|exec|shell|bash|entrypoint|^(?:run|sh|code|args?|argv|input|line)$/i;
/** A file or folder below the one at hand, by a name or a pattern with one; no hidden one that holds keys or a history. */
const BELOW = /^(?:\.\/)?(?!\.(?:git|ssh|aws|gnupg|kube|env)\b|\*)[\w.@*-]{1,60}(?:\/[\w.@*-]{1,60}){0,6}\/?$/;

/** Whether a removal is a script of a project, in its JSON, of what lies below the project's folder only. */
export function isProjectScript(
  text: string,
  { open }: QuotedString,
  { rule }: ShellFinding,
  operands: readonly Word[],
): boolean {
  return rule === "remove-recursively" && isScript(text, open) && areBelow(operands.map(({ text: target }) => target));
}

/** The same of a string that opens at a place and was read without its escapes; `command` holds the removal. */
export function isProjectRemoval(text: string, open: number, command: string): boolean {
  if (!isScript(text, open)) return false;
  const words = (/\brm\s[^;&|\n]{0,512}/.exec(command)?.[0] ?? "").trim().split(/\s+/);
  return areBelow(words.slice(1).filter((word) => !word.startsWith("-")));
}

/** Whether a string is a member of a document whose name does not say that it is run. */
function isScript(text: string, open: number): boolean {
  const name = text[open] === '"' ? MEMBER.exec(text.slice(Math.max(0, open - 80), open))?.[1] : undefined;
  return name !== undefined && !RUN_NAME.test(name);
}

function areBelow(targets: readonly string[]): boolean {
  const isBelow = (target: string) => BELOW.test(target) && !SYSTEM_TARGET.test(target) && !target.includes("..");
  return targets.length > 0 && targets.every(isBelow);
}
