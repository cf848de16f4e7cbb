// Destructive shell commands: what erases, overwrites, exhausts or takes over a machine. A small tokenizer, not a shell:
// it looks at command words with their options and targets, on one line at a time.
import type { Severity } from "../findings.js";

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
  | "repository";

export interface ShellFinding {
  readonly rule: ShellRule;
  readonly severity: Severity;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** A command word and a sign or word that its destructive use needs too; linear patterns of literals. */
const CANDIDATES: readonly (readonly [RegExp, RegExp])[] = [
  [/\brm\b/, /-[a-z]{0,8}[rR]|--recursive|--no-preserve-root/],
  [/\bdd\b/, /of=/],
  [/mkfs|wipefs|shred|>/, /\/dev\//],
  [/format/i, /[a-z]:(?:\s|$)/i],
  [/\bfind\b/, /-delete|-exec/],
  [/ch(?:mod|own|grp)/, /-R|--recursive/],
  [/shutdown/i, /shutdown\s{1,4}(?:[-/+]|now)/i],
  [/reboot|halt|poweroff|init/, /^[^.]{0,40}$|[;|&]|sudo|-f|init [06]/],
  [/\b(?:del|erase|rd|rmdir)\b/i, /\/[sqf]/i],
  [/remove-item|\bri\b/i, /-r/i],
  [/\b(?:nc|ncat|netcat|socat)\b/, /-\w{0,4}[ec]|exec/i],
  [/\bgit\b/, /push/],
  [/\bmv\b/, /\/dev\/null/],
  [/vssadmin/i, /shadows/i],
  [/kill/, /-9\s{1,4}-1/],
  [/rimraf|rmtree/, /[/~*.]/],
  [/crontab/, /-r/],
  [/curl|wget|iwr|irm|invoke-|base64|fetch|xxd|aria2c|https?:/i, /\||\$\(|`|<\(|iex/i],
  [/\/dev\/tcp/, /\/dev\/tcp/],
];

function isCandidate(text: string): boolean {
  return CANDIDATES.some(([command, use]) => command.test(text) && use.test(text));
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "fish",
  "ash",
  "python",
  "python3",
  "perl",
  "ruby",
  "node",
  "php",
  "iex",
  "invoke-expression",
  "powershell",
  "pwsh",
  "cmd",
]);
const DOWNLOADERS: ReadonlySet<string> = new Set([
  "curl",
  "wget",
  "fetch",
  "lwp-download",
  "iwr",
  "irm",
  "invoke-webrequest",
  "invoke-restmethod",
  "aria2c",
  "base64",
  "xxd",
]);
const PREFIXES: ReadonlySet<string> = new Set([
  "sudo",
  "doas",
  "env",
  "nohup",
  "exec",
  "time",
  "nice",
  "command",
  "xargs",
  "then",
  "do",
  "busybox",
  "eval",
  "$",
  "#",
  ">",
  "&&",
  "watch",
  "timeout",
]);
const SYSTEM_TARGET = /^(?:\/|~|\$HOME|\$\{HOME\}|%USERPROFILE%|[A-Za-z]:\\?$|[A-Za-z]:\\|\.\.?\/?$|\*|\.\/\*|\.\*)/i;
/** Folders that builds make again: removing them is housekeeping. */
const MADE_AGAIN =
  /^(?:\.\/)?(?:[\w.@-]{1,40}\/){0,6}(?:node_modules|dist|build|out|target|coverage|tmp|temp|\.?cache|__pycache__|venv|\.venv|\.next|\.turbo|\.parcel-cache|\.pytest_cache|\.tox|vendor|logs|bin|obj|lib|es|esm|cjs|umd|types|docs|_site|public|site|test-results|[\w-]{1,40}\.(?:log|tmp|tsbuildinfo|egg-info))\/?\*?$|^\/tmp\/[\w./-]{2,80}$/;
const DEVICE = /^(?:of=)?\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk|rdisk|mapper|dm-|md|loop|mem|kmem|root)/;
const LONGEST_LINE_WORDS = 400;

/** Every destructive command in `text`; in a sentence, only when it reads as a command. */
export function findDestructiveShell(text: string, key: string): ShellFinding[] {
  const found: ShellFinding[] = [];
  const bomb = findForkBomb(text);
  if (bomb >= 0) {
    found.push({
      rule: "fork-bomb",
      severity: "critical",
      score: 0.95,
      start: bomb,
      end: Math.min(text.length, bomb + 14),
    });
  }
  if (!isCandidate(text)) return found;
  let lineStart = 0;
  while (lineStart <= text.length) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    if (isCandidate(text.slice(lineStart, lineEnd))) scanLine(text, lineStart, lineEnd, key, found);
    lineStart = lineEnd + 1;
  }
  return found;
}

const MOST_FUNCTIONS = 500;

/** Place of a function that calls itself twice, one in the background, or -1. */
function findForkBomb(text: string): number {
  let at = text.indexOf("()");
  for (let count = 0; at >= 0 && count < MOST_FUNCTIONS; count += 1) {
    let start = at;
    while (
      start > 0 &&
      at - start < 12 &&
      (text.charCodeAt(start - 1) === 32 ? start === at : /[:\w]/.test(text[start - 1] as string))
    )
      start -= 1;
    const name = text.slice(start, at).trim();
    const body = /^\s{0,3}\{([^}|]{1,20})\|([^}&]{1,20})&/.exec(text.slice(at + 2, at + 60));
    if (name !== "" && body !== null && (body[1] as string).trim() === name && (body[2] as string).trim() === name)
      return start;
    at = text.indexOf("()", at + 2);
  }
  return -1;
}

function scanLine(text: string, start: number, end: number, key: string, found: ShellFinding[]): void {
  const commands: Word[][] = [[]];
  const joiners: string[] = [""];
  let words = 0;
  for (const word of splitWords(text, start, end)) {
    words += 1;
    if (words > LONGEST_LINE_WORDS) {
      // A very long line is read in parts.
      commands.push([]);
      joiners.push("");
      words = 0;
    }
    if (
      word.text === "|" ||
      word.text === ";" ||
      word.text === "&" ||
      word.text === "(" ||
      word.text === ")" ||
      word.text === "`"
    ) {
      commands.push([]);
      joiners.push(word.text);
    } else (commands[commands.length - 1] as Word[]).push(word);
  }
  const isCommandField = /^(?:cmd|command|script|shell|bash|exec|run|code|args?|entrypoint|commands?)$/i.test(key);
  commands.forEach((command, index) => {
    const first = command[0];
    if (first === undefined) return;
    for (let at = 0; at < command.length; at += 1) {
      const name = baseName((command[at] as Word).text);
      const reader = READERS[name];
      const before = at === 0 ? "" : baseName((command[at - 1] as Word).text);
      const opens =
        at === 0 ||
        PREFIXES.has(before) ||
        before.startsWith("-") ||
        /^(?:run|execute|running|exec|command)?:?$/i.test(before) ||
        before.includes("=") ||
        isCommandField;
      if (reader !== undefined) {
        const finding = reader(command.slice(at), opens);
        if (finding !== undefined) found.push(finding);
      }
      if (joiners[index] === "|" && SHELLS.has(name) && (at === 0 || (at < 3 && PREFIXES.has(before)))) {
        const piped = commands[index - 1]?.some(
          (word) => DOWNLOADERS.has(baseName(word.text)) || /^https?:/i.test(word.text),
        );
        if (piped === true) {
          const origin = commands[index - 1]?.find((word) => DOWNLOADERS.has(baseName(word.text))) ?? first;
          found.push({
            rule: "pipe-to-shell",
            severity: "critical",
            score: 0.95,
            start: origin.start,
            end: (command[at] as Word).end,
          });
        }
      }
    }
    const substituted = command.findIndex((word) => /^(?:<|\$)$/.test(word.text));
    const next = commands[index + 1];
    const wraps =
      SHELLS.has(baseName(first.text)) ||
      command.some((word) => word.text === "-c" || word.text === "eval" || baseName(word.text) === "iex");
    if (
      (substituted >= 0 || wraps) &&
      joiners[index + 1] === "(" &&
      next?.[0] !== undefined &&
      DOWNLOADERS.has(baseName(next[0].text)) &&
      wraps
    ) {
      found.push({ rule: "pipe-to-shell", severity: "critical", score: 0.9, start: first.start, end: next[0].end });
    }
    for (let at = 0; at < command.length; at += 1) {
      const word = command[at] as Word;
      const target = word.text.startsWith(">") ? word.text.replace(/^>{1,2}/, "") || command[at + 1]?.text || "" : "";
      if (target !== "" && DEVICE.test(target))
        found.push({ rule: "overwrite-disk", severity: "critical", score: 0.95, start: word.start, end: word.end });
      if (/^(?:>&|&?>)?\/dev\/tcp\//.test(word.text) || word.text.includes("/dev/tcp/")) {
        found.push({ rule: "reverse-shell", severity: "critical", score: 0.95, start: word.start, end: word.end });
      }
    }
  });
}

/** Words of one line; quotes are taken off, and shell signs are words of their own. */
function splitWords(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let from = -1;
  const close = (at: number): void => {
    if (from >= 0) words.push({ text: trimQuotes(text.slice(from, at)), start: from, end: at });
    from = -1;
  };
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 0x22 || code === 0x27 || code === 0x2c) close(at);
    else if (code === 0x7c || code === 0x3b || code === 0x26 || code === 0x28 || code === 0x29 || code === 0x60) {
      close(at);
      words.push({ text: text[at] as string, start: at, end: at + 1 });
    } else if (from < 0) from = at;
  }
  close(end);
  return words;
}

function trimQuotes(word: string): string {
  return word.replace(/^[[{\\]{1,3}/, "").replace(/[\]}\\]{1,3}$/, "");
}

function baseName(word: string): string {
  const slash = word.lastIndexOf("/");
  return (slash >= 0 && slash < word.length - 1 && word.startsWith("/") ? word.slice(slash + 1) : word).toLowerCase();
}

type Reader = (words: readonly Word[], opens: boolean) => ShellFinding | undefined;

function finding(
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
    end: (words[Math.min(last, words.length - 1)] as Word).end,
  };
}

/** Options before `--` or the first operand, letters joined. */
function optionsOf(words: readonly Word[]): { letters: string; long: readonly string[]; operands: readonly Word[] } {
  let letters = "";
  const long: string[] = [];
  const operands: Word[] = [];
  for (const word of words.slice(1, 24)) {
    if (word.text.startsWith("--")) long.push(word.text);
    else if (word.text.startsWith("-") && word.text.length < 9) letters += word.text.slice(1);
    else operands.push(word);
  }
  return { letters, long, operands };
}

function readRemove(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const { letters, long, operands } = optionsOf(words);
  const isRecursive = /[rR]/.test(letters) || long.includes("--recursive");
  const target = operands[0];
  if (long.includes("--no-preserve-root")) return finding("remove-recursively", "critical", 1, words, 3);
  if (!isRecursive || target === undefined) return undefined;
  if (letters.length > 6) return undefined;
  const isForced = letters.includes("f") || long.includes("--force");
  const isSystem = operands.slice(0, 6).some((word) => SYSTEM_TARGET.test(word.text));
  if (isSystem) return finding("remove-recursively", "critical", 0.98, words, 2);
  if (operands.slice(0, 6).every((word) => MADE_AGAIN.test(word.text))) return undefined;
  if (isForced || opens) return finding("remove-recursively", "high", 0.85, words, 2);
  return undefined;
}

function readFormat(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const target = words.slice(1, 8).find((word) => DEVICE.test(word.text) || /^[a-z]:$/i.test(word.text));
  return target !== undefined && (opens || DEVICE.test(target.text))
    ? finding("overwrite-disk", "critical", 0.95, words, words.indexOf(target))
    : undefined;
}

function readFind(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex((word, index) => index < 30 && word.text === "-delete");
  const root = words[1]?.text ?? "";
  if (at > 0 && /^(?:\/|~|\.|\$)/.test(root)) return finding("remove-recursively", "high", 0.8, words, at);
  const exec = words.findIndex(
    (word, index) =>
      index < 30 && (word.text === "-exec" || word.text === "-execdir") && words[index + 1]?.text === "rm",
  );
  return exec > 0 ? finding("remove-recursively", "high", 0.85, words, exec + 1) : undefined;
}

function readPermissions(words: readonly Word[]): ShellFinding | undefined {
  const { letters, operands } = optionsOf(words);
  const isRecursive = letters.includes("R") || words.some((word) => word.text === "--recursive");
  const opensAll =
    operands.some((word) => /^0?777$|^a\+rwx$|^000$/.test(word.text)) ||
    /^ch(?:own|grp)$/.test((words[0] as Word).text);
  const isSystem = operands.some((word) =>
    /^(?:\/|\/(?:etc|usr|bin|lib|var|boot|root|home|sbin|opt)(?:\/\*?)?|~\/?|\/\*)$/.test(word.text),
  );
  return isRecursive && opensAll && isSystem ? finding("permissions", "high", 0.85, words, 3) : undefined;
}

function readPower(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const name = baseName((words[0] as Word).text);
  const next = words[1]?.text ?? "";
  if (name === "init")
    return opens && (words[0] as Word).start === 0 && (next === "0" || next === "6") && words.length === 2
      ? finding("power", "high", 0.8, words, 1)
      : undefined;
  if (name === "shutdown")
    return /^(?:-[hrPfs]|\/[srpf]|now|\+0)/.test(next) ? finding("power", "high", 0.8, words, 1) : undefined;
  if (!opens) return undefined;
  if (words.length === 1 || next === "-f" || next === "--force")
    return (words[0] as Word).start === 0 || next !== "" ? finding("power", "high", 0.75, words, 1) : undefined;
  return undefined;
}

function readWindowsRemove(words: readonly Word[]): ShellFinding | undefined {
  const flags = words
    .slice(1, 12)
    .filter((word) => /^\/[sqf](?:$|\/)/i.test(word.text))
    .map((word) => word.text.toLowerCase());
  const deep = flags.some((flag) => flag.startsWith("/s"));
  const forced =
    flags.some((flag) => flag.startsWith("/q") || flag.startsWith("/f")) || flags.some((flag) => flag.length > 2);
  return deep && (forced || words.some((word) => /^[a-z]:\\?/i.test(word.text)))
    ? finding("windows-remove", "critical", 0.9, words, 3)
    : undefined;
}

function readRemoveItem(words: readonly Word[]): ShellFinding | undefined {
  const flags = words.slice(1, 12).map((word) => word.text.toLowerCase());
  return flags.some((flag) => flag.length > 3 && "-recurse".startsWith(flag))
    ? finding("windows-remove", "high", 0.85, words, 3)
    : undefined;
}

function readNetcat(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      index < 16 &&
      (word.text === "-e" ||
        word.text === "-c" ||
        /^(?:--exec|--sh-exec|-[a-z]*e)$/.test(word.text) ||
        /^exec:/i.test(word.text)),
  );
  const shell =
    at > 0 &&
    words.slice(at, at + 2).some((word) => /(?:^|\/|:|'|")(?:ba|z|da)?sh\b|cmd\.exe|powershell/.test(word.text));
  return shell ? finding("reverse-shell", "critical", 0.95, words, at + 1) : undefined;
}

function readGit(words: readonly Word[]): ShellFinding | undefined {
  const next = words[1]?.text ?? "";
  const rest = words.slice(2, 12).map((word) => word.text);
  if (
    next === "push" &&
    rest.some((word) => word === "--force" || word === "-f") &&
    rest.some((word) => /^(?:main|master|HEAD)/.test(word))
  )
    return finding("repository", "high", 0.75, words, 4);
  return undefined;
}

function readMove(words: readonly Word[]): ShellFinding | undefined {
  const last = words[words.length - 1]?.text ?? "";
  return last === "/dev/null" && words.length > 2 && SYSTEM_TARGET.test(words[1]?.text ?? "")
    ? finding("remove-recursively", "high", 0.85, words, words.length - 1)
    : undefined;
}

function readVss(words: readonly Word[]): ShellFinding | undefined {
  return words[1]?.text.toLowerCase() === "delete" && words[2]?.text.toLowerCase() === "shadows"
    ? finding("windows-remove", "critical", 0.95, words, 2)
    : undefined;
}

function readKill(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && words[1]?.text === "-9" && words[2]?.text === "-1"
    ? finding("power", "high", 0.9, words, 2)
    : undefined;
}

function readTree(words: readonly Word[]): ShellFinding | undefined {
  const target = words.slice(1, 5).find((word) => SYSTEM_TARGET.test(word.text) && word.text !== ".");
  return target === undefined ? undefined : finding("remove-recursively", "high", 0.85, words, 2);
}

function readCrontab(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && words[1]?.text === "-r" ? finding("history", "high", 0.75, words, 1) : undefined;
}

const READERS: Readonly<Record<string, Reader | undefined>> = Object.assign(
  Object.create(null) as Record<string, Reader>,
  {
    rm: readRemove,
    dd: (words: readonly Word[]): ShellFinding | undefined => {
      const target = words.findIndex(
        (word, index) => index < 16 && word.text.startsWith("of=") && DEVICE.test(word.text),
      );
      return target > 0 ? finding("overwrite-disk", "critical", 0.98, words, target) : undefined;
    },
    mkfs: readFormat,
    "mkfs.ext4": readFormat,
    "mkfs.ext3": readFormat,
    "mkfs.ext2": readFormat,
    "mkfs.xfs": readFormat,
    "mkfs.btrfs": readFormat,
    "mkfs.vfat": readFormat,
    "mkfs.ntfs": readFormat,
    wipefs: readFormat,
    shred: readFormat,
    format: readFormat,
    "format.com": readFormat,
    find: readFind,
    chmod: readPermissions,
    chown: readPermissions,
    chgrp: readPermissions,
    shutdown: readPower,
    reboot: readPower,
    halt: readPower,
    poweroff: readPower,
    init: readPower,
    del: readWindowsRemove,
    erase: readWindowsRemove,
    rd: readWindowsRemove,
    rmdir: readWindowsRemove,
    "remove-item": readRemoveItem,
    ri: readRemoveItem,
    nc: readNetcat,
    ncat: readNetcat,
    netcat: readNetcat,
    socat: readNetcat,
    git: readGit,
    mv: readMove,
    vssadmin: readVss,
    kill: readKill,
    rimraf: readTree,
    "shutil.rmtree": readTree,
    crontab: readCrontab,
  },
);
