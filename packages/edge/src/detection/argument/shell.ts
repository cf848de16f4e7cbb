// Destructive shell commands: what erases, overwrites, exhausts or takes over a machine. No shell: it looks at command
// words with their options and targets, one line at a time, and at what is piped or substituted into an interpreter.

import { NameLengths } from "../text/name-lengths.js";
import { opensValue } from "../text/value-string.js";
import { findForkBomb } from "./fork-bomb.js";
import { findCodeRemoval } from "./shell-code.js";
import { clearsMadeAgain, isSearchPattern, removesEnsured } from "./shell-context.js";
import { DOWNLOAD_WORDS, findDownloadRun } from "./shell-download.js";
import { DEVICE, namesFeeder, optionsOf, type ShellFinding } from "./shell-finding.js";
import { type ShellLine, ShellLineReader } from "./shell-line.js";
import { NAME } from "./shell-needs.js";
import { READERS } from "./shell-readers.js";
import { CommandReadings, moveFinding } from "./shell-readings.js";
import { ShellResolver } from "./shell-resolved.js";
import { endOfString, endOfTold, isProjectScript, stringAround } from "./shell-string.js";
import { isToldOnly } from "./shell-told.js";
import { removesUnknown } from "./shell-unknown.js";
import { type Command, commandName, MOST_WORDS, type Word } from "./shell-words.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Words after which a command stands. */
const PREFIXES: ReadonlySet<string> = new Set(
  "sudo doas env nohup exec time nice command xargs then do else busybox eval $ # > && watch timeout parallel run execute running ssh setsid stdbuf chroot su npx php bash sh cmd powershell".split(
    " ",
  ),
);
const TOOLS: ReadonlySet<string> = new Set(
  "git docker podman npm pnpm yarn kubectl helm vercel gsutil hg svn dvc rclone heroku fly gh apt brew hdfs".split(" "),
);
const CLOUD_TOOLS: ReadonlySet<string> = new Set("aws gcloud gsutil az mc rclone docker podman hdfs".split(" "));
const COMMAND_KEY = /^(?:cmd|command|script|shell|bash|exec|run|code|args?|entrypoint|commands?)$/i;
const MOST_FINDINGS = 64;
const FARTHEST_FEEDER = 8;
/** Names that are words of prose too: a line with one of them needs a sign of a command besides. */
const PROSE_NAMES: ReadonlySet<string> = new Set(
  "wipe find history format cat tee init kill fetch http fly truncate halt reboot shutdown erase del rails rake artisan ri az oc helm cp mv docker git reg net cipher passwd unlink".split(
    " ",
  ),
);
const COMMAND_SIGN =
  /(?:^|[\s"'])[-/~*]\w?|[|>`\\]|\$\(|[a-z]:(?:\s|$)|\bnow\b|\b(?:sudo|doas)\b|\+\w|destroy|delete|prune|uninstall|\s:(?:main|master)\b|\w:\w|^\W{0,3}\w+\W{0,3}\w*$/i;

/** What diskpart is told line by line. */
const WIPED_DISK = /\bselect disk \d{1,2}(?:\s{1,6}|[^\n]{1,60}\becho )clean\b/i;

const NAMES = [...READERS.keys(), ...DOWNLOAD_WORDS];
const NAME_LENGTHS = new NameLengths(NAMES);
const LINES = new ShellLineReader(
  new Map(
    NAMES.map((name) => [
      name,
      {
        needs: DOWNLOAD_WORDS.has(name) ? NAME : (READERS.get(name)?.needs ?? NAME),
        isProse: PROSE_NAMES.has(name),
      },
    ]),
  ),
);

/**
 * Every destructive command in `text`; in a sentence, only when it reads as a command. `readings` gathers what commands do, so that
 * they are not read again where the same text comes in another shape, with the same key. From a finding that `settles` what the
 * text does on, lines are read as they are written only.
 */
export function findDestructiveShell(
  text: string,
  key: string,
  readings = new CommandReadings(),
  settles: (finding: ShellFinding) => boolean = () => false,
): ShellFinding[] {
  const found: ShellFinding[] = [];
  const bomb = findForkBomb(text);
  if (bomb !== undefined) found.push(bomb);
  const wiped = text.includes("select disk") ? WIPED_DISK.exec(text) : null;
  if (wiped !== null)
    found.push({
      rule: "overwrite-disk",
      severity: "critical",
      score: 0.9,
      start: wiped.index,
      end: wiped.index + wiped[0].length,
    });
  const isCommandField = COMMAND_KEY.test(key);
  const resolver = new ShellResolver();
  let isSettled = found.some(settles);
  for (let start = 0; start <= text.length && found.length < MOST_FINDINGS; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    const before = found.length;
    const read = LINES.read(text, start, end);
    if (isCandidate(read, line)) scanLine(text, read, isCommandField, found, readings);
    const code = findCodeRemoval(line, start);
    if (code !== undefined) found.push(code);
    for (let index = before; index < found.length && !isSettled; index += 1)
      isSettled = settles(found[index] as ShellFinding);
    const resolved = isSettled ? undefined : resolver.resolve(line, read.signs);
    if (resolved !== undefined) addResolved(resolved, start, end, isCommandField, found, readings);
    start = end + 1;
  }
  return found;
}

/** What a line does when it is put together, and not as it is written; its place is the whole line. */
function addResolved(
  line: string,
  start: number,
  end: number,
  isCommandField: boolean,
  found: ShellFinding[],
  readings: CommandReadings,
): void {
  const read = LINES.read(line, 0, line.length);
  if (!isCandidate(read, line)) return;
  const hidden: ShellFinding[] = [];
  scanLine(line, read, isCommandField, hidden, readings);
  for (const finding of hidden) {
    if (found.length < MOST_FINDINGS && !found.some(({ rule }) => rule === finding.rule))
      found.push({ ...finding, start, end });
  }
}

function isCandidate({ hasCommand, hasProseName }: ShellLine, line: string): boolean {
  return hasCommand || (hasProseName && COMMAND_SIGN.test(line));
}

/** End of the line that begins at `start`; a backslash at its end joins the next line. */
function endOfLine(text: string, start: number): number {
  let end = text.indexOf("\n", start);
  while (
    end > 0 &&
    (charCodeAt.call(text, end - 1) === 0x5c ||
      (charCodeAt.call(text, end - 1) === 13 && charCodeAt.call(text, end - 2) === 0x5c))
  )
    end = text.indexOf("\n", end + 1);
  return end < 0 ? text.length : end;
}

function scanLine(
  text: string,
  { commands, acting }: ShellLine,
  isCommandField: boolean,
  found: ShellFinding[],
  readings: CommandReadings,
): void {
  // Commands that name a downloader, a decoder or an address, by their places.
  const loaders = new Set<number>();
  // Only the commands that may act are split into words.
  for (const index of acting) {
    if (found.length >= MOST_FINDINGS) break;
    const command = commands[index] as Command;
    const written = text.slice(command.start, command.end);
    // Where it begins within a string, it ends with that.
    const around = stringAround(text, command.start);
    const writing = around === undefined ? written : `${text[around.open]}${written}`;
    const known = readings.find(command, writing);
    if (known !== undefined && known.findings.length === 0 && !known.mayDownload) continue;
    if (removesEnsured(written) || clearsMadeAgain(commands, index) || removesUnknown(text, command)) continue;
    const before = found.length;
    let { mayDownload = false } = known ?? {};
    if (known !== undefined && before + known.findings.length < MOST_FINDINGS) {
      for (const finding of known.findings) found.push(moveFinding(finding, command.start - known.start));
    } else {
      mayDownload = readWords(text, command.words, isCommandField, found);
      if (found.length < MOST_FINDINGS) readings.keep(command, writing, found.slice(before), mayDownload);
    }
    if (mayDownload) loaders.add(command.start);
    if (found.length > before) readStrings(text, command.words, isCommandField, found, before);
    const first = found[before];
    const isQuoted =
      first !== undefined &&
      (isSearchPattern(text, commands, index, first.start) || isToldOnly(text, commands, index, first.start));
    if (isQuoted) found.length = before;
  }
  const run = loaders.size > 0 ? findDownloadRun(commands, loaders) : undefined;
  if (run === undefined) return;
  const index = commands.findIndex(({ end }) => run.start < end);
  if (!isToldOnly(text, commands, index, run.start)) found.push(run);
}

/** Whether what stands at a place of a text is only searched for, or told: by the commands of its line. */
export function isOnlySaid(text: string, place: number): boolean {
  const start = text.lastIndexOf("\n", place - 1) + 1;
  const { commands } = LINES.read(text, start, endOfLine(text, start));
  const index = commands.findIndex(({ end }) => place <= end);
  return index >= 0 && (isSearchPattern(text, commands, index, place) || isToldOnly(text, commands, index, place));
}

/** Reads what was found in strings of the text again, each with the words of its own string, and leaves scripts of projects out. */
function readStrings(
  text: string,
  words: Command["words"],
  isCommandField: boolean,
  found: ShellFinding[],
  before: number,
): void {
  const kept = found.splice(before).flatMap((finding) => {
    const around = stringAround(text, finding.start);
    const at = around === undefined ? -1 : words.findIndex(({ start }) => start === finding.start);
    if (around === undefined || at < 0) return [finding];
    // What was not found by its own words, as what is piped or redirected, is not read again.
    if (readCommand(words, at, isCommandField)?.rule !== finding.rule) return [finding];
    const end = endOfTold(words, at, around);
    const again = end === words.length ? finding : readCommand(words, at, isCommandField, end);
    if (again === undefined) return [];
    return isProjectScript(text, around, again, optionsOf(words.slice(at, Math.min(end, at + MOST_WORDS))).operands)
      ? []
      : [again];
  });
  found.push(...kept);
}

/** Reads one command; whether something in it may download. */
function readWords(text: string, words: Command["words"], isCommandField: boolean, found: ShellFinding[]): boolean {
  let mayDownload = false;
  for (let at = 0; at < words.length && found.length < MOST_FINDINGS; at += 1) {
    const word = words[at] as Word;
    const isName = word.mayBe(NAME_LENGTHS);
    if (!mayDownload) mayDownload = (isName && DOWNLOAD_WORDS.has(word.name)) || isWebAddress(word);
    const finding =
      isName && mayDestroy(word)
        ? (readCommand(words, at, isCommandField) ?? readInString(text, words, at, isCommandField))
        : undefined;
    if (finding !== undefined) found.push(finding);
    else if (word.mayRedirect) readRedirection(words, at, found);
  }
  return mayDownload;
}

/** Whether a word names a command, and stands with what that needs to destroy anything. */
function mayDestroy(word: Word): boolean {
  const reader = READERS.get(word.name);
  return reader !== undefined && (reader.needs & word.company) !== 0;
}

/** Reads a command by the words of its own string only: what stands behind the string is told to what runs it. */
function readInString(
  text: string,
  words: Command["words"],
  at: number,
  isCommandField: boolean,
): ShellFinding | undefined {
  const word = words[at] as Word;
  const around = stringAround(text, word.start);
  if (around === undefined) return undefined;
  const isFirst = at === 0 || (words[at - 1] as Word).start <= around.open;
  const end = endOfString(words, at, around, at + MOST_WORDS);
  // A string of one word is a name as often: `on("reboot", …)`.
  if (isFirst && end === at + 1) return undefined;
  // What a program runs elsewhere is a string of its own: `ssh host 'reboot -f'`.
  const opens = isFirst && (opensValue(text, around.open) || PREFIXES.has(commandName(words[0])));
  return readCommand(words, at, isCommandField || opens, end);
}

function isWebAddress(word: Word): boolean {
  return word.mayBeAddress && /^https?:/i.test(word.text);
}

/** Reads the command at a word, which ends before the one at `end` at the latest. */
function readCommand(
  words: Command["words"],
  at: number,
  isCommandField: boolean,
  end = words.length,
): ShellFinding | undefined {
  const reader = READERS.get((words[at] as Word).name);
  if (reader === undefined || isSubcommand(words, at)) return undefined;
  // A sentence that warns of a command gives no order to run it; what is searched for is not run.
  if (isWarning(words, at) || isSearched(words, at, end) || isOfFind(words, at, end)) return undefined;
  const before = isFed(words, at) ? "xargs" : at === 0 ? "" : commandName(words[at - 1]);
  return reader.read(
    words.slice(at, Math.min(end, at + MOST_WORDS)),
    at === 0 || isCommandField || opensAfter(before),
    before,
  );
}

/** `Never run …`, `do not run …`. */
function isWarning(words: Command["words"], at: number): boolean {
  return (
    at > 1 &&
    (words[at - 1] as Word).isOneOf(RUNS, RUN_LENGTHS) &&
    /^(?:never|not|don)$/.test(commandName(words[at - 2]))
  );
}

/** Whether a command is the pattern of lines that a filter looks for: `sed '/rm -rf/d'`. */
function isSearched(words: Command["words"], at: number, end: number): boolean {
  const word = words[at] as Word;
  const isPattern = at > 0 && word.text.startsWith("/") && word.start - (words[at - 1] as Word).end > 1;
  return (
    isPattern &&
    FILTERS.has(commandName(words[0])) &&
    at + 1 < end &&
    /\w\/[a-zA-Z]{0,2}$/.test((words[at + 1] as Word).text)
  );
}

/** `find … -exec rm`: what is found decides, which the reader of find says. */
function isOfFind(words: Command["words"], at: number, end: number): boolean {
  const name = commandName(words[at]);
  if (name !== "rm" && name !== "shred" && name !== "unlink") return false;
  const prefix = commandName(words[at - 1]);
  const before = prefix === "sudo" || prefix === "env" ? at - 2 : at - 1;
  const option = words[before];
  if (option === undefined || !option.isOption || !/^-(?:exec|execdir|ok|okdir)$/.test(option.name)) return false;
  // What else it is told to remove counts by itself.
  for (let index = at + 1; index < end && index < at + MOST_WORDS; index += 1)
    if (!/^(?:-.*|[+;\\]?)$/.test((words[index] as Word).text)) return false;
  for (let index = before - 1; index >= 0 && index > at - MOST_WORDS; index -= 1)
    if (commandName(words[index]) === "find") return true;
  return false;
}

const FILTERS: ReadonlySet<string> = new Set("sed gsed awk gawk mawk grep egrep".split(" "));

/** Whether the words before a command hand it what they read: `xargs -0 -n 1 rm`. */
function isFed(words: Command["words"], at: number): boolean {
  for (let index = at - 1; index >= 0 && index >= at - FARTHEST_FEEDER; index -= 1)
    if (namesFeeder(words[index] as Word)) return true;
  return false;
}

const RUNS: ReadonlySet<string> = new Set(["run", "use", "execute", "type"]);
const RUN_LENGTHS = new NameLengths(RUNS);

/** `git rm`, `docker rm`, `aws s3 rm`: a tool's own word for something else. */
function isSubcommand(words: Command["words"], at: number): boolean {
  if (at === 0 || at > 2) return false;
  return at === 1 ? TOOLS.has(commandName(words[0])) : CLOUD_TOOLS.has(commandName(words[0]));
}

/** Whether a command may stand after the word of this name. */
function opensAfter(name: string): boolean {
  return (
    PREFIXES.has(name) ||
    name.startsWith("-") ||
    name.startsWith("/") ||
    name.includes("=") ||
    (name.endsWith(":") && /^(?:run|execute|exec|command|cmd)?:$/.test(name))
  );
}

/** Output that overwrites a disk or a file that the system needs, and sockets that the shell opens. */
function readRedirection(words: Command["words"], at: number, found: ShellFinding[]): void {
  const word = words[at] as Word;
  const place = { start: word.start, end: word.end };
  if (word.text.includes("/dev/") && /\/dev\/(?:tcp|udp)\//.test(word.text)) {
    found.push({ rule: "reverse-shell", severity: "critical", score: 0.95, ...place });
    return;
  }
  const sign = word.text.indexOf(">");
  if (sign < 0 || sign > 1) return;
  const appends = charCodeAt.call(word.text, sign + 1) === 0x3e;
  const target = word.text.slice(sign + (appends ? 2 : 1)) || words[at + 1]?.text || "";
  if (DEVICE.test(target)) found.push({ rule: "overwrite-disk", severity: "critical", score: 0.95, ...place });
  else if (!appends && /^\/etc\/(?:passwd|shadow|fstab|sudoers|hosts)$|^\/boot\//.test(target))
    found.push({ rule: "remove-recursively", severity: "high", score: 0.85, ...place });
  else if (appends && /^\/etc\/(?:passwd|shadow|sudoers(?:\.d\/\S{1,40})?)$/.test(target))
    found.push({ rule: "permissions", severity: "high", score: 0.8, ...place });
  else if (target === "/proc/sysrq-trigger") found.push({ rule: "power", severity: "high", score: 0.9, ...place });
}
