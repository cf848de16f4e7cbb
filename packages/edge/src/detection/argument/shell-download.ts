// Code that is run unseen: a download, or something decoded, piped or substituted into an interpreter, or saved and run
// in the same line; and the PowerShell and Windows ways of the same.
import { NameLengths } from "../text/name-lengths.js";
import { findingOf, type ShellFinding } from "./shell-finding.js";
import { type Command, commandName, type Word } from "./shell-words.js";

/** Interpreters that run what they read. */
const SHELLS: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh fish ash csh tcsh iex invoke-expression powershell pwsh cmd".split(" "),
);
/** Interpreters that filter text as often as they run it: only alone, or with a hyphen, do they run what they read. */
const LANGUAGES: ReadonlySet<string> = new Set(
  "python python2 python3 perl ruby node php lua deno bun osascript".split(" "),
);
const DOWNLOADERS: ReadonlySet<string> = new Set(
  "curl wget fetch lwp-download lwp-request iwr irm start-bitstransfer invoke-webrequest invoke-restmethod aria2c lynx axel http".split(
    " ",
  ),
);
const PREFIXES: ReadonlySet<string> = new Set(
  "sudo doas env nohup exec time nice command busybox setsid xargs su".split(" "),
);
const WINDOWS_LOADERS: ReadonlySet<string> = new Set("mshta regsvr32 certutil bitsadmin rundll32 msiexec".split(" "));

/** Words without which a line holds no download that is run. */
export const DOWNLOAD_WORDS: ReadonlySet<string> = new Set([
  ...DOWNLOADERS,
  ...WINDOWS_LOADERS,
  ..."base64 base32 xxd openssl rev tr powershell pwsh iex invoke-expression".split(" "),
]);

const SOURCE_LENGTHS = new NameLengths(DOWNLOAD_WORDS);
const EVALUATORS: ReadonlySet<string> = new Set(["iex", "invoke-expression"]);
const EVALUATOR_LENGTHS = new NameLengths(EVALUATORS);
const POWERSHELLS: ReadonlySet<string> = new Set(["powershell", "pwsh"]);
const POWERSHELL_LENGTHS = new NameLengths(POWERSHELLS);

/**
 * `loaders` are the places of the commands that hold one of the words above, or an address: no other is a source of what is
 * run, so that most commands of a line are not split into words.
 */
export function findDownloadRun(commands: readonly Command[], loaders: ReadonlySet<number>): ShellFinding | undefined {
  for (let index = 0; index < commands.length; index += 1) {
    const command = commands[index] as Command;
    const finding =
      (command.joiner === "|" ? readPipe(commands, index, loaders) : undefined) ??
      readSubstitution(commands, index, loaders) ??
      (loaders.has(command.start) ? readLoader(commands, index) : undefined);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** A command that names a downloader, or what runs downloads. */
function readLoader(commands: readonly Command[], index: number): ShellFinding | undefined {
  const { words } = commands[index] as Command;
  return (
    readSaved(commands, index) ?? readEvaluated(commands, index) ?? readPowerShell(words) ?? readWindowsLoader(words)
  );
}

/** The interpreter at the front of a command, after sudo and the like; -1 when there is none that runs its input. */
function interpreterAt(words: readonly Word[]): number {
  let at = 0;
  while (at < 6 && (PREFIXES.has(commandName(words[at])) || (at > 0 && /^-|=/.test(words[at]?.text ?? "")))) {
    // sudo -u app bash: the option has a value of its own.
    at += /^-[ugp]$/.test(words[at]?.text ?? "") && words[at + 2] !== undefined ? 2 : 1;
  }
  const name = commandName(words[at]);
  if (SHELLS.has(name)) return at;
  const next = words[at + 1]?.text ?? "-";
  return LANGUAGES.has(name) && next === "-" ? at : -1;
}

const LONGEST_PIPE = 8;

function readPipe(commands: readonly Command[], index: number, loaders: ReadonlySet<number>): ShellFinding | undefined {
  for (let from = index - 1; from >= 0 && from > index - LONGEST_PIPE; from -= 1) {
    const source = commands[from] as Command;
    const origin = loaders.has(source.start)
      ? source.words.find((word, place) => isSource(source.words, place) || /^https?:/i.test(word.text))
      : undefined;
    if (origin !== undefined) {
      const { words } = commands[index] as Command;
      const at = interpreterAt(words);
      if (at < 0) return undefined;
      return {
        rule: "pipe-to-shell",
        severity: "critical",
        score: 0.95,
        start: origin.start,
        end: (words[at] as Word).end,
      };
    }
    // A bracket ends a pipe's part: (New-Object Net.WebClient).DownloadString('…') | iex.
    if (source.joiner !== "|" && source.joiner !== "(" && source.joiner !== ")" && source.joiner !== "&")
      return undefined;
  }
  return undefined;
}

/** Whether the word is a downloader, or a decoder that decodes. */
function isSource(words: readonly Word[], at: number): boolean {
  if (words[at]?.mayBe(SOURCE_LENGTHS) !== true) return false;
  const name = commandName(words[at]);
  if (DOWNLOADERS.has(name)) return words.length > at + 1;
  const rest = (): readonly Word[] => words.slice(at + 1, at + 8);
  if (name === "base64" || name === "base32")
    return rest().some((word) => /^(?:-\w{0,2}[dD]\w{0,2}|--decode)(?:<|$)/.test(word.text));
  if (name === "rev") return words.length > at + 1;
  if (name === "tr") return rest().some((word) => /^[A-Za-z](?:-[A-Za-z]|[A-Za-z]{1,60}$)/.test(word.text));
  if (name === "xxd") return rest().some((word) => /^-\w{0,2}r/.test(word.text));
  return name === "openssl" && rest().some((word) => /^-d(?:<|$)/.test(word.text));
}

/** `sh -c "$(curl …)"`, `bash <(curl …)`, `eval …`, `source <(…)`, iex (iwr …). */
function readSubstitution(
  commands: readonly Command[],
  index: number,
  loaders: ReadonlySet<number>,
): ShellFinding | undefined {
  const next = commands[index + 1];
  if (next === undefined || (next.joiner !== "(" && next.joiner !== "`")) return undefined;
  const loads = loaders.has(next.start) && isSource(next.words, 0);
  if (!loads && !isPiped(commands, index + 1, loaders)) return undefined;
  const { words } = commands[index] as Command;
  const inner = next.words[0];
  if (words.length === 0 || inner === undefined) return undefined;
  const wraps = words.some((word, at) => {
    const name = commandName(word);
    return (
      (SHELLS.has(name) && (at === 0 || PREFIXES.has(commandName(words[at - 1])))) ||
      (LANGUAGES.has(name) && /^(?:-[cer]|<)$/.test(words[at + 1]?.text ?? "")) ||
      name === "eval" ||
      name === "source" ||
      (name === "." && at === 0)
    );
  });
  const runs = wraps && (next.joiner === "`" || /[<$]$|^$/.test(lastOf(words)) || isPowerShell(words));
  return runs
    ? { rule: "pipe-to-shell", severity: "critical", score: 0.9, start: (words[0] as Word).start, end: inner.end }
    : undefined;
}

/** Whether a decoder stands later in the same brackets: $(echo … | base64 -d). */
function isPiped(commands: readonly Command[], index: number, loaders: ReadonlySet<number>): boolean {
  for (let at = index + 1; at < commands.length && at < index + LONGEST_PIPE; at += 1) {
    const command = commands[at] as Command;
    if (command.joiner !== "|") return false;
    if (loaders.has(command.start) && isSource(command.words, 0)) return true;
  }
  return false;
}

function lastOf(words: readonly Word[]): string {
  return words[words.length - 1]?.text ?? "";
}

function isPowerShell(words: readonly Word[]): boolean {
  return words.some((word) => /^(?:iex|invoke-expression|\{|&)$/i.test(word.text));
}

/** A file that is downloaded and run in the same line. */
function readSaved(commands: readonly Command[], index: number): ShellFinding | undefined {
  const { words } = commands[index] as Command;
  const place = words.findIndex((word, at) => at < 4 && DOWNLOADERS.has(commandName(word)));
  if (place < 0) return undefined;
  const saved = savedName(words.slice(place, place + 24));
  if (saved === "") return undefined;
  for (let later = index + 1; later < commands.length && later < index + LONGEST_PIPE; later += 1) {
    const { words: run, joiner } = commands[later] as Command;
    if (joiner === "|" || run.length === 0) continue;
    const at = interpreterOrFile(run);
    const file = run.slice(at, at + 3).find((word) => baseOf(word.text) === saved);
    if (file === undefined) continue;
    return { rule: "pipe-to-shell", severity: "high", score: 0.85, start: (words[place] as Word).start, end: file.end };
  }
  return undefined;
}

const STARTERS: ReadonlySet<string> = new Set("start-process saps start call".split(" "));

function interpreterOrFile(words: readonly Word[]): number {
  let at = 0;
  while (at < 4 && PREFIXES.has(commandName(words[at]))) at += 1;
  const name = commandName(words[at]);
  if (SHELLS.has(name) || LANGUAGES.has(name) || name === "source" || name === ".") return at + 1;
  if (STARTERS.has(name)) return at + (/^-filepath$/i.test(words[at + 1]?.text ?? "") ? 2 : 1);
  // A file is run by its path.
  return /^(?:\.{0,2}\/|\.{1,2}\\|[A-Za-z]:\\|[\w.-]+\.(?:exe|bat|ps1|msi)$)/.test(words[at]?.text ?? "")
    ? at
    : words.length;
}

/** Name of the file that a downloader writes, "" when it writes none. */
function savedName(words: readonly Word[]): string {
  for (let at = 1; at < words.length; at += 1) {
    const { text } = words[at] as Word;
    if (/^(?:-\w{0,6}o|--output|--output-document|-outfile|-o)$/i.test(text) && !/^-\w{0,6}O$/.test(text))
      return baseOf(words[at + 1]?.text ?? "");
    if (text === "-O" && commandName(words[0]) === "wget") return baseOf(words[at + 1]?.text ?? "");
    if (text === ">" || text === ">>") return baseOf(words[at + 1]?.text ?? "");
    if (text.startsWith(">")) return baseOf(text.slice(1));
  }
  if (commandName(words[0]) === "start-bitstransfer") {
    const named = words.findIndex((word) => /^-dest\w{0,8}$/i.test(word.text));
    return baseOf(
      (named < 0 ? words.slice(1, 6).filter((word) => !/^-|^https?:/i.test(word.text))[0] : words[named + 1])?.text ??
        "",
    );
  }
  const remote =
    words.some((word) => /^-\w{0,6}O\w{0,3}$|^--remote-name$/.test(word.text)) || commandName(words[0]) === "wget";
  const url = remote ? words.find((word) => /^https?:/i.test(word.text)) : undefined;
  return url === undefined ? "" : baseOf(url.text);
}

function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
}

const FARTHEST_SOURCE = 3;

/** `iex (New-Object Net.WebClient).DownloadString('…')`, `iex "& { $(irm …) }"`. */
function readEvaluated(commands: readonly Command[], index: number): ShellFinding | undefined {
  const { words } = commands[index] as Command;
  const place = words.findIndex((word) => word.isOneOf(EVALUATORS, EVALUATOR_LENGTHS));
  if (place < 0) return undefined;
  for (let later = index; later < commands.length && later < index + LONGEST_PIPE; later += 1) {
    const inner = (commands[later] as Command).words;
    // What stands before the call in its own command is none of its arguments.
    const from = later === index ? place + 1 : 0;
    // In its own command it is given the source at once: a list of names runs nothing.
    const to = later === index ? place + FARTHEST_SOURCE : inner.length;
    const source = inner.find(
      (word, at) =>
        at >= from && at <= to && (/\.download(?:string|data|file)$/i.test(word.text) || isSource(inner, at)),
    );
    if (source !== undefined) {
      return {
        rule: "pipe-to-shell",
        severity: "critical",
        score: 0.9,
        start: (words[place] as Word).start,
        end: source.end,
      };
    }
  }
  return undefined;
}

const ENCODED = /^-(?:e|ec|en|enc|enco\w{0,10})$/i;

/** `powershell -enc …`. */
function readPowerShell(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex((word) => word.isOneOf(POWERSHELLS, POWERSHELL_LENGTHS));
  if (at >= 0) {
    const flag = words.findIndex((word, index) => index > at && index < at + 12 && ENCODED.test(word.text));
    if (flag > 0 && /^[A-Za-z0-9+/=]{16,}$/.test(words[flag + 1]?.text ?? ""))
      return findingOf("pipe-to-shell", "high", 0.85, words.slice(at), flag - at + 1);
  }
  return undefined;
}

/** Windows programs that load and run what a URL names. */
function readWindowsLoader(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex((word, index) => index < 6 && WINDOWS_LOADERS.has(commandName(word)));
  if (at < 0) return undefined;
  const rest = words.slice(at + 1, at + 10);
  const loads =
    rest.some((word) => /https?:\/\//i.test(word.text) || /^(?:javascript|vbscript):/i.test(word.text)) &&
    (commandName(words[at]) !== "certutil" || rest.some((word) => /urlcache|verifyctl/i.test(word.text)));
  return loads ? findingOf("pipe-to-shell", "high", 0.85, words.slice(at), 3) : undefined;
}
