// Commands that stop a machine, take it over, erase its traces, or destroy what a cluster or a cloud account holds.
import { findingOf, hasWord, type ShellFinding } from "./shell-finding.js";
import { commandName, type Word } from "./shell-words.js";

export function readPower(words: readonly Word[], opens: boolean, before: string): ShellFinding | undefined {
  const name = commandName(words[0]);
  const next = words[1]?.text ?? "";
  if (hasWord(words, /^--help$/)) return undefined;
  const isAlone = words.length === 1 && ((words[0] as Word).start === 0 || before === "sudo" || before === "doas");
  if (name === "init" || name === "telinit")
    return opens && (next === "0" || next === "6") && words.length === 2
      ? findingOf("power", "high", 0.8, words, 1)
      : undefined;
  if (name === "shutdown")
    return /^(?:-[hrPfsH]|\/[srpf]|now|\+\d|--(?:halt|reboot|poweroff))/.test(next)
      ? findingOf("power", "high", 0.8, words, 1)
      : undefined;
  if (name === "stop-computer" || name === "restart-computer")
    return opens ? findingOf("power", "high", 0.8, words, 1) : undefined;
  if (name === "systemctl")
    return /^(?:poweroff|reboot|halt|kexec|emergency|rescue)$/.test(next) ||
      (/^(?:stop|disable|mask)$/.test(next) && hasWord(words, /^(?:sshd?|firewalld|auditd|ufw|\*)(?:\.service)?$/))
      ? findingOf("power", "high", 0.8, words, 2)
      : undefined;
  if (!opens) return undefined;
  const isForced = /^(?:-\w{0,3}f\w{0,3}|--force|-p|now)$/.test(next);
  return isForced || isAlone ? findingOf("power", "high", 0.75, words, 1) : undefined;
}

export function readKill(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  // Every process, or the first one, that all others hang on.
  const isEvery = /^-(?:9|KILL|SIGKILL|s)$/i.test(words[1]?.text ?? "") && hasWord(words, /^-?1$/);
  return opens && isEvery ? findingOf("power", "high", 0.9, words, 2) : undefined;
}

const SHELL_NAME = /(?:^|\/|:|'|")(?:ba|z|da|k|a)?sh\b|cmd\.exe|powershell/;

export function readNetcat(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      index < 16 &&
      (/^(?:-e|-c|--exec|--sh-exec|-[a-z]{0,6}e)$/.test(word.text) || /exec:/i.test(word.text)),
  );
  const opensShell = at > 0 && words.slice(at, at + 2).some((word) => SHELL_NAME.test(word.text));
  return opensShell ? findingOf("reverse-shell", "critical", 0.95, words, at + 1) : undefined;
}

export function readCrontab(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && words[1]?.text === "-r" ? findingOf("history", "high", 0.75, words, 1) : undefined;
}

export function readHistory(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && /^-\w{0,2}c/.test(words[1]?.text ?? "") ? findingOf("history", "high", 0.75, words, 1) : undefined;
}

/** All rules of a firewall go. */
export function readFirewall(words: readonly Word[]): ShellFinding | undefined {
  const next = words[1]?.text ?? "";
  const isFlushed = /^(?:-F|--flush|-X)$/.test(next) || (next === "flush" && words[2]?.text === "ruleset");
  const isOff = commandName(words[0]) === "ufw" && /^(?:disable|reset)$/.test(next);
  return isFlushed || isOff ? findingOf("permissions", "high", 0.8, words, 2) : undefined;
}

/** What locks the guards of a machine out, or everyone: SELinux, the password of root, every process. */
export function readGuards(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const name = commandName(words[0]);
  const rest = words.slice(1, 5).map((word) => word.text);
  const isOff =
    (name === "setenforce" && /^(?:0|permissive)$/i.test(rest[0] ?? "")) ||
    (name === "passwd" && /^-[dl]$/.test(rest[0] ?? "") && rest[1] === "root") ||
    ((name === "useradd" || name === "usermod") && makesRoot(words)) ||
    (name === "killall5" && rest[0] === "-9") ||
    (name === "pkill" && rest.includes("-u") && rest.includes("root")) ||
    (name === "launchctl" && rest[0] === "bootout" && /^(?:system|gui)\/?\d{0,6}$/.test(rest[1] ?? ""));
  return opens && isOff ? findingOf("power", "high", 0.8, words, 3) : undefined;
}

/** Another user with the number of root. */
function makesRoot(words: readonly Word[]): boolean {
  const at = words.findIndex((word) => /^(?:-\w{0,3}u|--uid)$/.test(word.text));
  return (at > 0 && words[at + 1]?.text === "0") || hasWord(words, /^(?:-\w{0,3}u0|--uid=0)$/);
}

/** What Windows erases by programs of its own: logs, the registry, users, tasks, free space, the way it starts. */
export function readWindowsTool(words: readonly Word[]): ShellFinding | undefined {
  const rest = words
    .slice(1, 8)
    .map((word) => word.text.toLowerCase())
    .join(" ");
  const pattern = WINDOWS_TOOLS.get(commandName(words[0]));
  return pattern?.test(`${rest} `) ? findingOf("windows-remove", "high", 0.85, words, 3) : undefined;
}

const WINDOWS_TOOLS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    wevtutil: /^(?:cl|clear-log) (?:system|security|application|setup)/,
    // A whole branch, not the key of one program.
    reg: /^delete (?:hklm|hkcr|hku|hkey_local_machine)(?:\\\w{1,40})? .{0,20}\/f/,
    bcdedit: /^\/(?:delete|deletevalue) |^\/set .{0,30}recoveryenabled no/,
    cipher: /^\/w:[a-z]/,
    net: /^user admin\w{0,20} \/delete/,
    schtasks: /^\/delete .{0,20}\/tn \* .{0,10}\/f/,
  }),
);

export const WINDOWS_TOOL_NAMES: readonly string[] = [...WINDOWS_TOOLS.keys()];
