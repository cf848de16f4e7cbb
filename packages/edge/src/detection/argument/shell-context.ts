// What the writing of a command and the rest of its line say of it: names that it makes sure of, a folder that was entered just
// before it, quotation marks in which a search has it as its pattern. It runs nothing; what it is not sure of changes nothing.
import { isMadeAgain } from "./shell-finding.js";
import { type Command, commandName, type Word } from "./shell-words.js";

/**
 * `rm` of nothing but what `${NAME:?}` stands for, with or without quotation marks: without a value nothing runs. What a shell always
 * gives a value is no such name.
 */
const ENSURED =
  /^\s{0,20}(?:sudo\s{1,4})?rm(?:\s{1,4}-[\w-]{1,20}){1,4}(?:\s{1,4}"?\$\{(?!(?:HOME|PWD|OLDPWD|USERPROFILE):)[A-Za-z_]\w{0,40}:\?[^}"'$`]{0,80}\}"?(?:\/(?!\.\.)[\w.*?@+-]{0,80}"?){0,6}(?:[\w.*?-]{0,40})"?){1,6}\s{0,20}$/;

/** Whether a command removes only what its variables name, and nothing where they name nothing. */
export function removesEnsured(written: string): boolean {
  return written.includes(":?") && ENSURED.test(written);
}

/** All that the folder at hand holds. */
const ALL_HERE = /^(?:\.\/)?(?:\*|\.\[!\.\]\*|\.\?\?\*)$/;
const MOST_TARGETS = 12;

/** Whether a command is `rm` of what lies in a folder that builds and programs fill again: `cd build && rm -rf *`. */
export function clearsMadeAgain(commands: readonly Command[], index: number): boolean {
  const command = commands[index] as Command;
  const entry = commands[index - 2];
  // Where the folder cannot be entered, `&&` runs nothing.
  if (entry === undefined || command.joiner !== "&" || !isEmpty(commands[index - 1])) return false;
  if (commandName(command.opening[0]) !== "rm" || command.words.length > MOST_TARGETS) return false;
  const [name, folder, ...more] = entry.words;
  if (commandName(name) !== "cd" || folder === undefined || more.length > 0) return false;
  const path = folder.text.replace(/\/$/, "");
  const targets = command.words.slice(1).filter(({ text }) => !text.startsWith("-"));
  return targets.length > 0 && targets.every(({ text }) => ALL_HERE.test(text)) && isMadeAgain(path);
}

function isEmpty(command: Command | undefined): boolean {
  return command !== undefined && command.joiner === "&" && command.start === command.end;
}

const SEARCHERS: ReadonlySet<string> = new Set("grep egrep fgrep zgrep rg ack ag findstr".split(" "));
const FARTHEST_SEARCH = 12;
const LONGEST_SEARCH = 4000;
/** Options of searches that run a program, and ways for what is found to be run. */
const RUNS =
  /(?<!\S)(?:--pre|--pager|--open-files|-O)|\|\s*(?:sudo\s+)?(?:\S{0,20}\/)?(?:(?:ba|z|da|k)?sh|xargs|parallel|source|eval)\b/;

/** Whether what stands at a place of the command at `index` is the pattern of a search, in quotation marks: `grep -r "rm -rf /" .` */
export function isSearchPattern(text: string, commands: readonly Command[], index: number, place: number): boolean {
  for (let from = index; from >= 0 && from > index - FARTHEST_SEARCH; from -= 1) {
    const { opening } = commands[from] as Command;
    const first = commandName(opening[0]);
    if (!SEARCHERS.has(first === "git" || first === "sudo" ? commandName(opening[1]) : first)) continue;
    // A quotation mark before its name is that of a string which holds the whole search.
    const { start } = opening[0] as Word;
    const { end } = commands[commands.length - 1] as Command;
    // What is read for each of many searches is short.
    if (end - start > LONGEST_SEARCH) return false;
    const line = text.slice(start, end);
    // A shell undoes `$'…'`, and runs what stands in `$(…)` and backquotes, in other ways.
    return !/\$['"(]|`/.test(line) && !RUNS.test(line) && isQuoted(line, place - start);
  }
  return false;
}

/** Whether a place stands in quotation marks that close behind it, and no command ends before it. */
export function isQuoted(line: string, place: number): boolean {
  let quote = "";
  for (let at = 0; at < place; at += 1) {
    const sign = line[at] as string;
    if (sign === "\\" && quote !== "'") at += 1;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === "'" || sign === '"') quote = sign;
    else if ("|;&()".includes(sign)) return false;
  }
  return quote !== "" && line.includes(quote, place);
}
