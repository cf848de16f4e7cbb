// A command in a string of a file: a script of package.json, a line that a program hands to a shell. It ends where its string
// ends, and a member of a document that is written or read is not run.
import { isLetterOrDigit, unitAt } from "../text/unit.js";
import { type ShellFinding, SYSTEM_TARGET } from "./shell-finding.js";
import type { Word } from "./shell-words.js";

/** How far before a command its line is read. */
const LONGEST_LINE = 512;

interface QuotedString {
  /** Places of its two quotation marks. */
  readonly open: number;
  readonly close: number;
}

/** The string in which a place of a text stands, as a shell and most languages write them; undefined when there is none. */
export function stringAround(text: string, place: number): QuotedString | undefined {
  const least = Math.max(0, place - LONGEST_LINE);
  const feed = text.slice(least, place).lastIndexOf("\n");
  if (feed < 0 && least > 0 && text[least - 1] !== "\n") return undefined;
  return stringsOf(text, least + feed + 1).find(({ open, close }) => open < place && place <= close);
}

/** The line that was read last: many words of one are asked for, one after the other. */
const last: { text: string; from: number; strings: readonly QuotedString[] } = { text: "", from: 0, strings: [] };

/** The strings of the line that begins at a place, as far as a command is looked for in it. */
function stringsOf(text: string, from: number): readonly QuotedString[] {
  if (last.text === text && last.from === from) return last.strings;
  const strings: QuotedString[] = [];
  const end = Math.min(text.length, from + 2 * LONGEST_LINE);
  let open = -1;
  for (let at = from; at < end; at += 1) {
    const sign = text[at] as string;
    if (sign === "\n") break;
    if (sign === "\\" && text[open] !== "'") at += 1;
    else if (open >= 0) {
      if (sign !== text[open]) continue;
      strings.push({ open, close: at });
      open = -1;
    } else if (sign === '"' || (sign === "'" && !isApostrophe(text, at))) open = at;
  }
  Object.assign(last, { text, from, strings });
  return strings;
}

/** One behind a letter begins no string: "it's". */
function isApostrophe(text: string, at: number): boolean {
  return isLetterOrDigit(unitAt(text, at - 1));
}

/** Which words around the one at `at` stand in a string with it: the first of them, and the first behind it. */
export function wordsIn(
  words: readonly Word[],
  at: number,
  { open, close }: QuotedString,
): { readonly first: number; readonly end: number } {
  let first = at;
  while (first > 0 && (words[first - 1] as Word).start > open) first -= 1;
  let end = at + 1;
  while (end < words.length && (words[end] as Word).end <= close) end += 1;
  return { first, end };
}

/** The words up to the end of a string that holds the command at `at` and what it is told; all where it holds less. */
export function wordsWithin(words: readonly Word[], at: number, { close }: QuotedString): readonly Word[] {
  let end = at + 1;
  let hasOperand = false;
  for (; end < words.length && (words[end] as Word).end <= close; end += 1)
    if (!(words[end] as Word).isOption) hasOperand = true;
  return hasOperand ? words.slice(0, end) : words;
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
