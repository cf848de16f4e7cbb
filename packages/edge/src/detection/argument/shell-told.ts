// Commands that a line only says: what `echo` prints on the screen, `git commit -m` writes in its message, and `print("…")` of
// a program shows. What is piped, written to a script, or put together within another command may be run, and is not told only.
import { isShown } from "../text/value-string.js";
import { isQuoted } from "./shell-context.js";
import { type Command, commandName, type Word } from "./shell-words.js";

const FARTHEST = 12;
const LONGEST = 4000;
const PRINTERS: ReadonlySet<string> = new Set(
  "echo printf write-host write-output write-warning write-error logger".split(" "),
);
/** Commands of programs that take a text for people. */
const TELLERS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    git: /^(?:commit|tag|notes|stash|merge|log|show|revert)$/,
    gh: /^(?:pr|issue|release)$/,
  }),
);
/** What is handed on: through a pipe to more than a pager, to a file that is no text or log, to another command. */
const HANDED_ON =
  /\$['"(]|`|<\(|\|(?!\s{0,4}(?:grep|head|tail|less|more|wc|sort|jq|cowsay)\b|\s{0,4}tee (?:-a )?[\w./-]{1,80}\.(?:md|txt|log)\s{0,4}$)|>(?!>?\s{0,4}(?:&\d|\/dev\/(?:null|stderr|stdout)|[\w./-]{1,80}\.(?:md|txt|log|json|csv|rst|adoc|html)(?![\w.-])))/;
const LONGEST_STRING = 80;

/** Whether what stands at a place of the command at `index` is only told. */
export function isToldOnly(text: string, commands: readonly Command[], index: number, place: number): boolean {
  if (isInShown(text, place)) return true;
  for (let from = index; from >= 0 && from > index - FARTHEST; from -= 1) {
    const { opening, joiner } = commands[from] as Command;
    const first = commandName(opening[0]);
    const isPrinter = PRINTERS.has(first);
    if (!isPrinter && TELLERS.get(first)?.test(commandName(opening[1])) !== true) continue;
    // A quotation mark before its name is that of a string which holds the whole command.
    const { start } = opening[0] as Word;
    const { end } = commands[commands.length - 1] as Command;
    // Within brackets or backquotes it becomes a part of another command.
    if (joiner === "(" || joiner === "`" || end - start > LONGEST) return false;
    const line = text.slice(start, end);
    return !HANDED_ON.test(withoutQuotes(line)) && !/\$\(|`/.test(line) && isQuoted(line, place - start);
  }
  return false;
}

/** Whether a place stands in the string that a function shows, with nothing before it but plain words. */
function isInShown(text: string, place: number): boolean {
  const from = Math.max(0, place - LONGEST_STRING);
  const before = text.slice(from, place);
  const open = Math.max(before.lastIndexOf("'"), before.lastIndexOf('"'));
  return open >= 0 && isShown(text, from + open);
}

/** A line with what stands in quotation marks left out: signs there hand nothing on. */
function withoutQuotes(line: string): string {
  return line.replace(/'[^']{0,2000}'|"(?:[^"\\]|\\.){0,2000}"/g, "''");
}
