// `rm` of nothing but what a variable names that the text gives no value: what a script made itself, as `rm -rf "$out"` in a build. It
// is no finding unless the name or the rest of the text speaks of more than that.
import type { Command } from "./shell-words.js";

const LONGEST = 400;
const NAME = "[A-Za-z_]\\w{0,40}";
/** A variable of a shell or of make, alone or with a path behind it that is no pattern of everything and does not climb. */
const TARGET = `"?\\$(?:\\{${NAME}\\}|${NAME}|[1-9]|\\((?:[A-Z][A-Z_]{0,40}|mktemp(?: -\\w{1,8}){0,3})\\))"?(?:/(?!\\.\\.|\\*(?!\\.\\w))[\\w.*@+-]{1,60}){0,5}/?"?`;
const REMOVAL = new RegExp(
  `^\\s{0,40}[@{-]?\\s{0,8}(?:trap\\s{1,4}["'])?(?:(?:sudo|then|do|else)\\s{1,4}){0,2}rm(?:\\s{1,4}-[\\w-]{1,20}){1,4}((?:\\s{1,4}${TARGET}){1,6})\\s{0,20}\\}?\\s{0,4}(?=["']?\\s{0,4}(?:[;&|)}\\r\\n#]|$|(?:EXIT|INT|TERM|ERR|HUP|QUIT)\\b))`,
);
const NAMES = /[A-Za-z_]\w{0,40}/g;
/** Names of homes, roots, disks and data. */
const DEAR =
  /home|root|data|disk|mount|mnt|volume|backup|users?$|^pwd$|oldpwd|^path$|profile|system|drive|prod|repo|prefix|dest/i;
/** What may be such a value elsewhere in the text: the root, a home, a folder of the system. */
const SYSTEM =
  /(?:^|[\s"'=(])(?:\/\*?|(?:~|\$HOME|\$\{HOME\})(?:\/[\w.*-]{0,60}){0,2}|\/(?:home|etc|usr|var|srv|opt|root|s?bin|lib|boot|data|mnt|media|Users)(?:\/[\w.*-]{0,60}){0,3}|\.\.?\/?|\.?\/?\*)["']?(?=$|[\s;&|)])/m;

/** A variable alone, or with plain names behind it, as PowerShell and cmd write it. */
const WINDOWS_NAME =
  /^(?:\$(?!env:|home\b|global:)[A-Za-z_]\w{0,40}|%[A-Za-z_]\w{0,40}%)(?:[\\/][\w.-]{1,60}){0,4}[\\/]?$/i;

/** Whether a target of Windows is such a variable. */
export function isUnknownOfWindows(target: string): boolean {
  return WINDOWS_NAME.test(target) && !(target.match(NAMES) ?? []).some((name) => DEAR.test(name));
}

/** Whether the command at hand removes only such targets. */
export function removesUnknown(text: string, command: Command): boolean {
  const written = text.slice(command.start, command.start + LONGEST);
  if (!written.includes("$")) return false;
  const removal = REMOVAL.exec(written);
  if (removal === null) return false;
  const names = (removal[1] as string).match(NAMES) ?? [];
  if (names.some((name) => DEAR.test(name))) return false;
  // Read from elsewhere, a name may stand for anything.
  return !SYSTEM.test(text) && !/\b(?:read|mapfile|readarray|select|eval|xargs)\b/.test(text);
}
