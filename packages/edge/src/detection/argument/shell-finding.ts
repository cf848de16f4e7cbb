// What a finding about a shell command is, and what its readers share: a reader is given the words of a command from its
// name on, and says whether it destroys something.
import type { Severity } from "../findings.js";
import { NameLengths } from "../text/name-lengths.js";
import { climbsAway, isCache } from "./shell-cache.js";
import type { Word } from "./shell-words.js";

export type ShellRule =
  | "remove-recursively"
  | "overwrite-disk"
  | "fork-bomb"
  | "pipe-to-shell"
  | "power"
  | "permissions"
  | "reverse-shell"
  | "history"
  | "windows-remove"
  | "repository"
  | "infrastructure";

export interface ShellFinding {
  readonly rule: ShellRule;
  readonly severity: Severity;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** `opens`: the command stands where a command stands, not amid a sentence. `before` is the name of the word before it. */
export type ShellReader = (words: readonly Word[], opens: boolean, before: string) => ShellFinding | undefined;

/** A finding from the first word to the one at `last`. */
export function findingOf(
  rule: ShellRule,
  severity: Severity,
  score: number,
  words: readonly Word[],
  last: number,
): ShellFinding {
  return {
    rule,
    severity,
    score,
    start: (words[0] as Word).start,
    end: (words[Math.max(0, Math.min(last, words.length - 1))] as Word).end,
  };
}

export interface CommandOptions {
  /** Letters of all short options, joined. */
  readonly letters: string;
  readonly long: readonly string[];
  readonly operands: readonly Word[];
}

const MOST_OPTIONS = 24;

export function optionsOf(words: readonly Word[]): CommandOptions {
  let letters = "";
  const long: string[] = [];
  const operands: Word[] = [];
  for (let at = 1; at < words.length && at < MOST_OPTIONS; at += 1) {
    const word = words[at] as Word;
    if (!word.isOption) operands.push(word);
    else if (word.text.startsWith("--")) long.push(word.text);
    else if (word.text.length < 9) letters += word.text.slice(1);
    else operands.push(word);
  }
  return { letters, long, operands };
}

/** Whether there is any; the words are some of one command, in a row. */
export function hasOption(words: readonly Word[]): boolean {
  return (words[0] as Word).toOption < Math.min(words.length, MOST_OPTIONS);
}

/** Whether any of the first words is one of these. */
export function hasWord(words: readonly Word[], pattern: RegExp): boolean {
  for (let at = 1; at < words.length && at < MOST_OPTIONS; at += 1)
    if (pattern.test((words[at] as Word).text)) return true;
  return false;
}

/** Targets that hold a whole system, a home or the folder at hand. */
export const SYSTEM_TARGET =
  /^(?:\/|~|\$HOME|\$\{HOME\}|\$env:|%USERPROFILE%|%SystemRoot%|[A-Za-z]:\\?$|[A-Za-z]:\\|\.\.?\/?$|\*|\.\/\*|\.\*)/i;
/** Folders that builds make again, by names of small letters, digits and hyphens. */
const PLAIN_NAMES =
  "htmlcov|elm-stuff|storybook-static|dist|build|out|target|coverage|tmp|temp|cache|venv|vendor|logs|bin|obj|lib|es|esm|cjs|umd|types|docs|public|site|test-results";
const PLAIN_FOLDERS: ReadonlySet<string> = new Set(PLAIN_NAMES.split("|"));
/** All such folders, and lock files: removing them is housekeeping. */
const MADE_AGAIN = new RegExp(
  `^(?:\\./)?(?:(?:[\\w.@-]{1,40}|\\*)/){0,6}(?:${PLAIN_NAMES}|node_modules|\\.terraform|\\.gradle|\\.nuxt|\\.svelte-kit|\\.angular|\\.mypy_cache|\\.ruff_cache|\\.nyc_output|\\.eggs|\\.dart_tool|\\.serverless|\\.aws-sam|\\.vite|\\.output|\\.docusaurus|\\.expo|\\.stack-work|_build|\\.coverage|bower_components|Pods|DerivedData|\\.cache|__pycache__|\\.venv|\\.next|\\.turbo|\\.parcel-cache|\\.pytest_cache|\\.tox|vendor/bundle|_site|[\\w-]{1,40}\\.(?:log|tmp|tsbuildinfo|egg-info|lock)|(?:package|pnpm)-lock\\.(?:json|yaml))/?\\*?$|^/tmp/[\\w./-]{2,80}$|^\\$\\{?(?:TMPDIR|TMP|TEMP|RUNNER_TEMP|te?mp\\w{0,20})\\}?(?:/[\\w.-]{1,40}){0,4}$`,
);
/** The folder into which a package is installed while it is built, as recipes of packages name it. */
const PACKAGE_ROOT = /^(?:%\{\??buildroot\}?(?:\/[\w.*@+-]{1,60}){0,8}|\$\{?RPM_BUILD_ROOT\}?)\/?$/;
/** Files that programs leave behind, by their patterns. */
const LEFT_BEHIND =
  /^(?:conftest\*?|confdefs\*|\*\.(?:pyc|pyo|tmp|temp|log|log\.\*|log\.gz|bak|orig|rej|sw[op]|o|obj|class|tsbuildinfo|egg-info)|\*~|\.DS_Store|Thumbs\.db)$/;
/** The temporary folder, as the shells of Windows write it. */
const WINDOWS_TEMP = /^(?:\$env:te?mp|%te?mp%)(?=\/|$)/i;

/** Whether a target is one of them, also as Windows writes it. */
export function isMadeAgain(target: string): boolean {
  const plain = target.includes("\\") ? target.replaceAll("\\", "/") : target;
  if (climbsAway(plain)) return false;
  if (isCache(plain) || PACKAGE_ROOT.test(plain)) return true;
  return (
    MADE_AGAIN.test(WINDOWS_TEMP.test(plain) ? plain.replace(WINDOWS_TEMP, "$$TEMP") : plain) || LEFT_BEHIND.test(plain)
  );
}

/** Numbers of the questions that are asked of words. */
const QUESTION = { isMadeAgain: 0, isSystem: 1, isVital: 2, isSignal: 3, isAction: 4, isFeeder: 5 } as const;

/** `isMadeAgain` of a word; most words are plain, and no path. */
export function namesMadeAgain(word: Word): boolean {
  return word.answer(QUESTION.isMadeAgain, ({ text, isOdd }) => (isOdd ? isMadeAgain(text) : PLAIN_FOLDERS.has(text)));
}

/** Whether a word names a target that holds a whole system, a home or the folder at hand. */
export function namesSystem(word: Word): boolean {
  return word.answer(QUESTION.isSystem, ({ text }) => SYSTEM_TARGET.test(text));
}

const VITAL =
  /^\/(?:etc\/(?:passwd|shadow|gshadow|sudoers|fstab|hosts)|boot\/\S{1,60}|(?:etc|boot|usr|home|var\/lib\/\w{1,30})\/\*)$/;

/** Whether a word names one file without which no one logs in, or the machine does not start. */
export function namesVital(word: Word): boolean {
  return word.hasSlash && word.answer(QUESTION.isVital, ({ text }) => VITAL.test(text));
}

/** Whether any word does; the words are some of one command, in a row. */
export function hasVital(words: readonly Word[]): boolean {
  const first = words[0] as Word;
  return (first.hasSlash || first.toSlash < words.length) && words.some(namesVital);
}

const SIGNAL = /^(?:EXIT|INT|TERM|ERR|HUP|QUIT)$/;

/** Whether a word is the name of a signal. */
export function namesSignal(word: Word): boolean {
  return word.answer(QUESTION.isSignal, ({ text }) => SIGNAL.test(text));
}

const ACTIONS: ReadonlySet<string> = new Set("-delete -exec -execdir -ok -okdir".split(" "));
const ACTION_LENGTHS = new NameLengths(ACTIONS);

/** Whether a word tells find to do something with what it finds. */
export function namesAction(word: Word): boolean {
  return word.answer(QUESTION.isAction, (asked) => asked.mayBe(ACTION_LENGTHS) && ACTIONS.has(asked.name));
}

const FEEDERS: ReadonlySet<string> = new Set(["xargs", "parallel"]);
const FEEDER_LENGTHS = new NameLengths(FEEDERS);

/** Whether a word is a command that hands what it reads to another. */
export function namesFeeder(word: Word): boolean {
  return word.answer(QUESTION.isFeeder, (asked) => asked.isOneOf(FEEDERS, FEEDER_LENGTHS));
}

const MOST_GLOBALS = 6;
/** Options before the word that says what a tool does, which take a value of their own. */
const VALUED =
  /^(?:-[nCHfp]|-L|--(?:namespace|context|kubeconfig|cluster|user|profile|region|endpoint-url|output|project|account|configuration|subscription|host|file|git-dir|work-tree))$/;

/** The words of a tool's command without the options between its name and the word that says what it does. */
export function withoutGlobals(words: readonly Word[]): readonly Word[] {
  let at = 1;
  for (let count = 0; count < MOST_GLOBALS && words[at]?.text.startsWith("-") === true; count += 1)
    at += VALUED.test((words[at] as Word).text) ? 2 : 1;
  return at === 1 ? words : [words[0] as Word, ...words.slice(at)];
}

export const DEVICE =
  /^(?:of=)?(?:\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk|rdisk|mapper|dm-|md|loop|mem|kmem|root)|\\\\\.\\PhysicalDrive)/i;
