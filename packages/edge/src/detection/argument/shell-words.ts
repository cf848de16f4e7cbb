// Splits one command line into words and commands, as a shell would on a good day: it never refuses, because payloads
// hold broken, quoted and embedded lines. Quotes, commas and brackets only part words.

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Command {
  readonly words: readonly Word[];
  /** The sign before the command: "|", ";", "&", "(", ")", "`", or "" at the start of the line. */
  readonly joiner: string;
}

/** A longer command is read in parts. */
const MOST_WORDS = 400;

const PLAIN = 0;
const SPACE = 1;
const SIGN = 2;
const KIND = new Uint8Array(128);
for (let code = 0; code <= 32; code += 1) KIND[code] = SPACE;
for (const sign of "\"',") KIND[sign.charCodeAt(0)] = SPACE;
for (const sign of "|;&()`") KIND[sign.charCodeAt(0)] = SIGN;

/** The commands of the line from `start` to `end`. */
export function splitCommands(text: string, start: number, end: number): Command[] {
  const commands: { words: Word[]; joiner: string }[] = [];
  let words: Word[] = [];
  commands.push({ words, joiner: "" });
  const open = (joiner: string): void => {
    words = [];
    commands.push({ words, joiner });
  };
  let from = -1;
  const close = (at: number): void => {
    if (from < 0) return;
    if (words.length >= MOST_WORDS) open("");
    words.push({ text: unwrap(text.slice(from, at)), start: from, end: at });
    from = -1;
  };
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (KIND[code] as number) : PLAIN;
    if (kind === SPACE) {
      // Two quotes inside a word hide it: r''m.
      if (from >= 0 && (code === 0x27 || code === 0x22) && text.charCodeAt(at + 1) === code && isLetter(text, at + 2)) {
        at += 1;
        continue;
      }
      close(at);
    } else if (kind === SIGN) {
      close(at);
      open(text[at] as string);
    } else if (code === 0x24 && isFieldSeparator(text, at)) {
      close(at);
      at = text.charCodeAt(at + 1) === 0x7b ? text.indexOf("}", at) : at + 3;
    } else if (code === 0x5c && at + 1 < end && text.charCodeAt(at + 1) <= 32) {
      // A line that goes on.
      close(at);
    } else if (from < 0) from = at;
  }
  close(end);
  return commands;
}

/** `${IFS}` and `$IFS` stand for a space. */
function isFieldSeparator(text: string, at: number): boolean {
  return text.startsWith("$IFS", at) || (text.startsWith("{IFS", at + 1) && "}%".includes(text[at + 5] ?? " "));
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Takes brackets and backslashes off both ends; quotes without an inside are gone already. */
function unwrap(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < 3 && start < end && isWrapper(word.charCodeAt(start), 0x5b, 0x7b)) start += 1;
  while (word.length - end < 3 && end > start && isWrapper(word.charCodeAt(end - 1), 0x5d, 0x7d)) end -= 1;
  const inner = start === 0 && end === word.length ? word : word.slice(start, end);
  return inner.includes("''") || inner.includes('""') ? inner.replaceAll("''", "").replaceAll('""', "") : inner;
}

function isWrapper(code: number, bracket: number, brace: number): boolean {
  return code === 0x5c || code === bracket || code === brace;
}

/** The name of a command: without its folder, its ending and backslashes inside, in lower case. */
export function commandName(word: Word | undefined): string {
  if (word === undefined) return "";
  let name = word.text;
  if (name.length > 64) return "";
  const slash = name.lastIndexOf("/");
  if (slash >= 0 && slash < name.length - 1 && "/.~$".includes(name[0] as string)) name = name.slice(slash + 1);
  if (name.includes("\\"))
    name = name.slice(name.lastIndexOf(":\\") >= 0 ? name.lastIndexOf("\\") + 1 : 0).replaceAll("\\", "");
  name = name.toLowerCase();
  return name.endsWith(".exe") ? name.slice(0, -4) : name;
}
