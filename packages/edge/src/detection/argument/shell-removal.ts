// Commands that remove or overwrite: files, disks, permissions, repositories, and what runs on other machines.
import {
  DEVICE,
  findingOf,
  hasOption,
  hasVital,
  hasWord,
  isMadeAgain,
  namesAction,
  namesMadeAgain,
  namesSignal,
  namesSystem,
  namesVital,
  optionsOf,
  type ShellFinding,
  SYSTEM_TARGET,
} from "./shell-finding.js";
import { isUnknownOfWindows } from "./shell-unknown.js";
import { commandName, type Word } from "./shell-words.js";

/** Words of which each is looked at. */
const MOST_RM_WORDS = 24;

export function readRemove(words: readonly Word[], opens: boolean, before: string): ShellFinding | undefined {
  // Without an option it removes single files, and few of those matter.
  if (!hasOption(words) && !(opens && hasVital(words))) return undefined;
  const { letters, long, operands: all } = optionsOf(words);
  const vital = opens ? all.find(namesVital) : undefined;
  if (letters === "" && long.length === 0 && vital === undefined) return undefined;
  // What follows the string of a trap are signals.
  // So is the bracket that ends a list of arguments no target, nor what `<` reads, or a manual means by `<file>`.
  const operands = all.filter(
    (word) => !namesSignal(word) && (word.end - word.start > 1 || word.text !== "") && !word.text.startsWith("<"),
  );
  if (PROSE_BEFORE.test(before) && goesOnInProse(operands)) return undefined;
  if (long.includes("--no-preserve-root")) return findingOf("remove-recursively", "critical", 1, words, 3);
  const target = operands[0];
  const isRecursive =
    /[rR]/.test(letters) || long.some((option) => option.length > 4 && "--recursive".startsWith(option));
  // PowerShell calls Remove-Item so as well.
  if (letters.length > 6) return readRemoveItem(words);
  if (target === undefined) {
    // The targets come from elsewhere.
    return isRecursive && (before === "xargs" || before === "sudo") && words.length < 4
      ? findingOf("remove-recursively", "high", 0.85, words, 1)
      : undefined;
  }
  const isForced = letters.includes("f") || long.includes("--force");
  if (!isRecursive) {
    if (vital !== undefined) return findingOf("remove-recursively", "high", 0.85, words, words.indexOf(vital));
    // rm -f /*: every file of a system folder.
    return isForced &&
      operands
        .slice(0, 6)
        .some((word) =>
          /^(?:\/(?:\w{1,20}\/)?\*|\/var\/lib\/\w{1,30}\/\*|~\/\*|\/etc\/(?:passwd|shadow|fstab|hosts)|\/boot\/.{1,40})$/.test(
            word.text,
          ),
        )
      ? findingOf("remove-recursively", "high", 0.85, words, 2)
      : undefined;
  }
  const others = operands.filter((word) => !namesMadeAgain(word));
  if (others.length === 0 && words.length < MOST_RM_WORDS) return undefined;
  if (others.some(namesSystem)) return findingOf("remove-recursively", "critical", 0.98, words, 2);
  return isForced || opens ? findingOf("remove-recursively", "high", 0.85, words, 2) : undefined;
}

/** Words that no target begins with in a sentence about the command: `rm -rf now works`, `with rm -rf before you build`. */
const PROSE =
  /^(?:after|and|as|because|before|but|command|commands|did|does|fails|failed|for|from|if|instead|is|now|on|or|since|so|than|that|to|under|was|when|where|which|while|will|with|without|works|would)$/i;

/** Words of prose in front of the command: `clear it with rm -rf before …`, `fixed: rm -rf now …`. */
const PROSE_BEFORE =
  /^(?:a|after|and|by|call|calls|for|from|its|like|of|or|run|runs|the|to|use|uses|using|via|with|(?:chang|fix|remov|us)(?:e|es|ed|ing)?:)$/i;

/** Whether a sentence goes on behind the options: plain words, of which the first names no file. */
function goesOnInProse(operands: readonly Word[]): boolean {
  return (
    operands.length > 1 && PROSE.test((operands[0] as Word).text) && operands.every(({ text }) => !/[/~*$]/.test(text))
  );
}

const MOST_FIND_WORDS = 30;
/** Folders in which what is old may go. */
const AGING = /^(?:\/tmp|\/var\/tmp|\/var\/log|\/var\/cache)(?:\/[\w.-]{1,40}){0,4}\/?$/;
/** The folder at hand, or one in it. */
const BELOW = /^(?:\.|(?:\.\/)?[\w-][\w.-]{0,40}(?:\/[\w-][\w.-]{0,40}){0,6})\/?$/;
const AGE = /^-(?:mtime|mmin|atime|amin|ctime|cmin)$/;

export function readFormat(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  const target = words.slice(1, 12).find((word) => DEVICE.test(word.text) || /^[a-z]:$/i.test(word.text));
  return target !== undefined && (opens || DEVICE.test(target.text))
    ? findingOf("overwrite-disk", "critical", 0.95, words, words.indexOf(target))
    : undefined;
}

export function readDisk(words: readonly Word[]): ShellFinding | undefined {
  if (
    commandName(words[0]) === "diskutil" &&
    hasWord(words, /^(?:erase(?:Disk|Volume)|zeroDisk|secureErase|partitionDisk)$/i)
  )
    return findingOf("overwrite-disk", "critical", 0.95, words, 3);
  const at = words.findIndex((word, index) => index > 0 && index < 16 && DEVICE.test(word.text));
  const destroys =
    at > 0 &&
    hasWord(
      words,
      /^(?:of=.*|--?(?:zap-all|delete|discard|secure|zero|Z|o|f)|mklabel|mktable|zeroDisk|eraseDisk|erase|luksErase|luksFormat|rm|rmpart|secure-erase|--security-erase|-\w{0,3}[zZ]\w{0,3})$/,
    );
  return destroys ? findingOf("overwrite-disk", "critical", 0.95, words, at) : undefined;
}

export function readDump(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex((word, index) => index < 16 && word.text.startsWith("of=") && DEVICE.test(word.text));
  return at > 0 ? findingOf("overwrite-disk", "critical", 0.98, words, at) : undefined;
}

/** tee writes to each file that it names, over what stands there unless it is told to append. */
export function readTee(words: readonly Word[]): ShellFinding | undefined {
  const { letters, long, operands } = optionsOf(words);
  const disk = operands.find((word) => DEVICE.test(word.text));
  if (disk !== undefined) return findingOf("overwrite-disk", "critical", 0.95, words, words.indexOf(disk));
  const file = operands.find((word) => ACCOUNTS.test(word.text));
  return file === undefined || letters.includes("a") || long.includes("--append")
    ? undefined
    : findingOf("remove-recursively", "high", 0.85, words, words.indexOf(file));
}

/** ln that puts a link where such a file was. */
export function readLink(words: readonly Word[]): ShellFinding | undefined {
  const { letters, long, operands } = optionsOf(words);
  const last = operands[1];
  const isForced = letters.includes("f") || long.includes("--force");
  return isForced && last !== undefined && ACCOUNTS.test(last.text)
    ? findingOf("remove-recursively", "high", 0.85, words, words.indexOf(last))
    : undefined;
}

/** Any command whose last word is a disk: cp, cat. */
export function readCopy(words: readonly Word[]): ShellFinding | undefined {
  const last = words[words.length - 1];
  if (last === undefined || words.length < 2) return undefined;
  if (DEVICE.test(last.text)) return findingOf("overwrite-disk", "critical", 0.95, words, words.length - 1);
  return words[1]?.text === "/dev/null" && /^\/(?:etc|boot|var\/log)\//.test(last.text)
    ? findingOf("remove-recursively", "high", 0.8, words, words.length - 1)
    : undefined;
}

export function readFind(words: readonly Word[]): ShellFinding | undefined {
  const action = words.findIndex(namesAction);
  if (action < 0 || findsHousekeeping(words, action)) return undefined;
  for (let at = Math.max(1, action); at < words.length && at < MOST_FIND_WORDS; at += 1) {
    if (!namesAction(words[at] as Word)) continue;
    const { name } = words[at] as Word;
    if (name === "-delete") {
      if (hasRoot(words)) return findingOf("remove-recursively", "high", 0.8, words, at);
      continue;
    }
    const isPrefixed = /^(?:sudo|env)$/.test(commandName(words[at + 1]));
    if (/^(?:rm|shred|unlink)$/.test(commandName(words[at + (isPrefixed ? 2 : 1)])))
      return findingOf("remove-recursively", "high", 0.85, words, at + 1);
  }
  return undefined;
}

/** Whether a folder that a path leads to is named before the options of find. */
function hasRoot(words: readonly Word[]): boolean {
  for (let at = 1; at < words.length; at += 1) {
    const { text } = words[at] as Word;
    if (text.startsWith("-")) return false;
    // Without an option no folder counts.
    if (/^[/~.$]/.test(text)) return words.some((word, index) => index > at && word.isOption);
  }
  return false;
}

/**
 * Whether what is found is what builds make again, empty, or old where such files gather, by what stands before the action; below a
 * system folder it never is.
 */
function findsHousekeeping(words: readonly Word[], action: number): boolean {
  const tests = words.slice(1, action).map(({ text }) => text);
  const first = tests.findIndex((text) => text.startsWith("-"));
  const roots = tests.slice(0, first < 0 ? undefined : first);
  // A test that may fail, or is turned round, lets other files be found.
  if (roots.length === 0 || tests.some((text) => /^(?:-o|-or|!|-not|,)$/.test(text))) return false;
  if (roots.every((root) => isMadeAgain(root))) return true;
  if (roots.every((root) => AGING.test(root)))
    return tests.some((text, at) => AGE.test(text) && (tests[at + 1] ?? "").startsWith("+"));
  if (!roots.every((root) => BELOW.test(root))) return false;
  return tests.some((text, at) => text === "-empty" || (/^-i?name$/.test(text) && isMadeAgain(tests[at + 1] ?? "")));
}

/** What a tool for disks destroys in passing: labels of arrays and volumes, every block that it tests. */
export function readDiskLabel(words: readonly Word[]): ShellFinding | undefined {
  const name = commandName(words[0]);
  const at = words.findIndex((word, index) => index > 0 && index < 12 && DEVICE.test(word.text));
  const destroys =
    name === "pvremove" || hasWord(words, name === "mdadm" ? /^--zero-superblock$/ : /^-\w{0,4}w\w{0,4}$/);
  return at > 0 && destroys ? findingOf("overwrite-disk", "critical", 0.9, words, at) : undefined;
}

/** Without being told to erase, it lists. */
export function readWipe(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return hasWord(words, /^(?:-\w{0,4}[aof]\w{0,4}|--(?:all|offset|force)\S{0,20})$/)
    ? readFormat(words, opens)
    : undefined;
}

/** icacls that lets everyone at a system folder and all below. */
export function readAccess(words: readonly Word[]): ShellFinding | undefined {
  const rest = words.slice(1, 10).map((word) => word.text.toLowerCase());
  const isSystem = /^[a-z]:\\?(?:windows|users|program files|\*)?\\?\*?$/.test(rest[0] ?? "");
  const isOpen =
    rest.includes("/grant") && rest.some((word) => /^(?:\*s-1-1-0|everyone|jeder|users|benutzer):/.test(word));
  return isSystem && isOpen && rest.includes("/t") ? findingOf("permissions", "high", 0.8, words, 3) : undefined;
}

export function readPermissions(words: readonly Word[]): ShellFinding | undefined {
  const { letters, long, operands } = optionsOf(words);
  const isRecursive = letters.includes("R") || long.includes("--recursive");
  const opensAll =
    operands.some((word) => /^[0-7]?777$|^(?:a|ugo)?[+=]rwx$|^0?000$|^a-rwx$/.test(word.text)) ||
    /^ch(?:own|grp)$/.test(commandName(words[0]));
  const isSystem = operands.some((word) =>
    /^(?:\/|\/(?:etc|usr|bin|lib|var|boot|root|home|sbin|opt)(?:\/\*?)?|~\/?|\/\*)$/.test(word.text),
  );
  const isSecret = operands.some((word) => /^\/etc\/(?:shadow|passwd|sudoers|gshadow)$/.test(word.text));
  return opensAll && (isSystem ? isRecursive : isSecret && /^chmod$/.test(commandName(words[0])))
    ? findingOf("permissions", "high", 0.85, words, 3)
    : undefined;
}

export function readWindowsRemove(words: readonly Word[]): ShellFinding | undefined {
  const flags = words
    .slice(1, 12)
    .map((word) => word.text.toLowerCase())
    .filter((word) => /^\/[sqf](?:$|\/)/.test(word));
  const isDeep = flags.some((flag) => flag.includes("/s"));
  const isForced = flags.some((flag) => flag.includes("/q") || flag.includes("/f"));
  if (isHousekeeping(words)) return undefined;
  return isDeep && (isForced || words.some((word) => /^[a-z]:\\?/i.test(word.text) || word.text === "*.*"))
    ? findingOf("windows-remove", "critical", 0.9, words, 3)
    : undefined;
}

/** Whether all that is named is what a build makes again. */
function isHousekeeping(words: readonly Word[]): boolean {
  let hasTarget = false;
  for (let at = 1; at < words.length && at < MOST_FLAGS; at += 1) {
    const word = words[at] as Word;
    if (/^[-/][A-Za-z]/.test(word.text)) continue;
    if (!namesMadeAgain(word) && !isUnknownOfWindows(word.text)) return false;
    hasTarget = true;
  }
  return hasTarget;
}

/** Words of a command of Windows that are looked at. */
const MOST_FLAGS = 12;

export function readRemoveItem(words: readonly Word[]): ShellFinding | undefined {
  if (isHousekeeping(words)) return undefined;
  for (let at = 1; at < words.length && at < MOST_FLAGS; at += 1) {
    const word = words[at] as Word;
    if (word.isOption && isRecurse(word.text.toLowerCase())) return findingOf("windows-remove", "high", 0.85, words, 3);
  }
  return undefined;
}

/** `-r`, `-Recurse:$true` and what lies between, in small letters. */
function isRecurse(flag: string): boolean {
  return flag.length > 1 && flag.startsWith("-r") && "-recurse".startsWith(flag.split(":")[0] as string);
}

export function readVolume(words: readonly Word[], opens: boolean): ShellFinding | undefined {
  return opens && hasWord(words, /^-(?:drive|disk|number|removedata|confirm|path|uniqueid|partition|filesystem)/i)
    ? findingOf("overwrite-disk", "critical", 0.9, words, 3)
    : undefined;
}

export function readShadows(words: readonly Word[]): ShellFinding | undefined {
  const rest = words
    .slice(1, 6)
    .map((word) => word.text.toLowerCase())
    .join(" ");
  return /^delete (?:shadows|catalog|systemstate|backup)|^shadowcopy (?:where .{1,40} )?delete/.test(rest)
    ? findingOf("windows-remove", "critical", 0.95, words, 2)
    : undefined;
}

export function readMove(words: readonly Word[]): ShellFinding | undefined {
  const last = words[words.length - 1]?.text ?? "";
  return last === "/dev/null" && words.length > 2 && SYSTEM_TARGET.test(words[1]?.text ?? "")
    ? findingOf("remove-recursively", "high", 0.85, words, words.length - 1)
    : undefined;
}

export function readTree(words: readonly Word[]): ShellFinding | undefined {
  const target = words.slice(1, 5).find((word) => SYSTEM_TARGET.test(word.text) && word.text !== ".");
  return target === undefined ? undefined : findingOf("remove-recursively", "high", 0.85, words, 2);
}

/** rsync --delete from an empty folder, or onto a system folder. */
export function readSync(words: readonly Word[]): ShellFinding | undefined {
  const { long, operands } = optionsOf(words);
  const deletes = long.some((option) => option.startsWith("--delete"));
  const [from, to] = [operands[0]?.text ?? "", operands[1]?.text ?? ""];
  return deletes && (/empty/i.test(from) || /^(?:\/|~\/?|\/(?:etc|usr|var|home|boot|root)\/?)$/.test(to))
    ? findingOf("remove-recursively", "high", 0.85, words, 3)
    : undefined;
}

export function readTruncate(words: readonly Word[]): ShellFinding | undefined {
  if (!hasOption(words)) return undefined;
  const isEmptied = hasWord(words, /^(?:-s0|--size=0|0)$/) && hasWord(words, /^(?:-s0?|--size(?:=0)?)$/);
  return isEmptied && hasWord(words, /^\/(?:etc|var|boot|usr|home|root|srv|dev|opt)\//)
    ? findingOf("remove-recursively", "high", 0.8, words, 3)
    : undefined;
}

/** Those of them that say who may log in. */
const ACCOUNTS = /^\/etc\/(?:passwd|shadow|gshadow|group|sudoers|fstab)$/;

/** unlink and shred of such a file; shred of a disk too. */
export function readUnlink(words: readonly Word[]): ShellFinding | undefined {
  const at = words.findIndex((word, index) => index > 0 && index < 12 && namesVital(word));
  return at > 0 ? findingOf("remove-recursively", "high", 0.85, words, at) : undefined;
}
