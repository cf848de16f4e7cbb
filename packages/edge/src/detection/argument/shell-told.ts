// Commands that a line only says: what `echo` prints on the screen, `git commit -m` writes in its message, and `print("…")` of
// a program shows. What is piped, written to a script, or put together within another command may be run, and is not told only.
import { isQuoted } from "./shell-context.js";
import { type Command, commandName } from "./shell-words.js";

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
/** A function of a program that shows a text, in front of its bracket. */
const SHOWN =
  /(?:\b(?:print|println|puts|console\.(?:log|info|warn|error)|(?:logger|logging|log)\.(?:debug|info|warn|warning|error)|Error)\s{0,2}\(\s{0,2}[rf]?\\{0,2}["'])$/;
const LONGEST_CALL = 80;

/** Whether what stands at a place of the command at `index` is only told. */
export function isToldOnly(text: string, commands: readonly Command[], index: number, place: number): boolean {
  if (isShown(text, place)) return true;
  for (let from = index; from >= 0 && from > index - FARTHEST; from -= 1) {
    const { start, opening, joiner } = commands[from] as Command;
    const first = commandName(opening[0]);
    const isPrinter = PRINTERS.has(first);
    if (!isPrinter && TELLERS.get(first)?.test(commandName(opening[1])) !== true) continue;
    const { end } = commands[commands.length - 1] as Command;
    // Within brackets or backquotes it becomes a part of another command.
    if (joiner === "(" || joiner === "`" || end - start > LONGEST) return false;
    const line = text.slice(start, end);
    return !HANDED_ON.test(withoutQuotes(line)) && !/\$\(|`/.test(line) && isQuoted(line, place - start);
  }
  return false;
}

/** Whether a place stands in the string that a function shows, with nothing before it but plain words. */
function isShown(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - LONGEST_CALL), place);
  const open = Math.max(before.lastIndexOf("'"), before.lastIndexOf('"'));
  return open >= 0 && SHOWN.test(before.slice(0, open + 1));
}

/** A line with what stands in quotation marks left out: signs there hand nothing on. */
function withoutQuotes(line: string): string {
  return line.replace(/'[^']{0,2000}'|"(?:[^"\\]|\\.){0,2000}"/g, "''");
}
