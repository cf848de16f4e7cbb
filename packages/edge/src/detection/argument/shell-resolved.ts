// A command line as it reads once the shell has put it together: variables that were given a value before, quotes inside
// words, substitutions that only echo. What it does not know it leaves; it runs nothing and acquits nothing.

import { unitAt } from "../text/unit.js";
import { SIGN } from "./shell-line.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const MOST_VARIABLES = 64;
const LONGEST_LINE = 8192;
const LONGEST_VALUE = 400;
const LONGEST_NAME = 31;
const EQUALS = 0x3d;
const DOLLAR = 0x24;
const PERCENT = 0x25;
/** How much longer a line may become. */
const MOST_GROWTH = 2000;

/**
 * An assignment, a variable or a slice of one, nothing between letters, or a command that only says its words; bounded,
 * without backtracking; looked for where one of `=$%` and the backquote stands.
 */
const PIECE =
  /(?<![\w$.-])([A-Za-z_]\w{0,30})=("[^"]{0,400}"|'[^']{0,400}'|[^\s;&|()"'`]{0,200})|\$(?:\{([A-Za-z_]\w{0,30})(?::(\d{1,3})(?::(\d{1,3}))?|:\?[^}"'$`]{0,80}|:?[-=]([^}"'$`]{0,80}))?\}|([A-Za-z_]\w{0,30})|[@*]|\(\))|%([A-Za-z_]\w{0,30})%|(?:\$\(|`) {0,3}(echo|printf|rev|which|command) {1,3}((?:-\w{1,2} {1,3})?(?:<<< {0,3})?["']?[^()"'`$;|]{1,80}["']?(?: {1,3}["']?[\w./-]{1,40}["']?)?) {0,3}[)`]|\$'([^'\n]{1,80})'/y;
const PIECE_SIGNS = "=$`%";
/** Quotes around a part of a word: after a letter, or before one; looked for where a quote stands. */
const QUOTED_PART =
  /(?<=[\w/-])(?:'([^'\s]{0,12})'|"([^"\s]{0,12})")|(?<![\w\\])(?:'([\w/-]{1,12})'|"([\w/-]{1,12})")(?=[\w-])/y;
const QUOTES = "'\"";
/** A name with signs for any letter in a folder of programs: `/bin/r?`, `/???/rm`. */
const PATTERN_NAME = /(?<![\w/.])(\/(?:usr\/|\?{3}\/)?(?:s?bin|[bin?*]{1,4}|\?{3,4})\/)([\w?*[\]]{1,6})(?= )/g;
/** Such a sign, and what may stand between it and the end of the name. */
const PATTERN = /[?*[][\w?*[\]/]{0,16} /;
/** Names that such a pattern stands for when it fits. */
const PATTERN_TARGETS = ["rm", "dd", "shred", "mkfs"] as const;
/** Carets that cmd drops, strings that PowerShell adds up to a name, and words that xargs hands on. */
const CARET = /(?<=[A-Za-z])\^(?=[A-Za-z])/g;
const ADDED = /&? ?\( {0,2}((?:'[\w-]{1,20}' {0,2}\+ {0,2}){1,6}'[\w-]{1,20}') {0,2}\)/g;
const HANDED =
  /\b(?:echo|printf) {1,3}([^|;&\n'"$`]{1,100}?) {0,3}\| {0,3}xargs {1,3}((?:-\w{1,3} {1,3}){0,3})(rm|shred|rmdir)(?= |$)/g;
/** What sed runs for each line that it changes: `s/…/command/e`. */
const RUN_BY_SED =
  /\bsed {1,3}(?:-[a-zA-Z]{1,3} {1,3}){0,3}(['"])(?:\d{1,4}|\$)?s([/|#,])[^'"\n]{0,60}?\2([^'"\n]{1,160})\2[gpI\d]{0,3}e[gpI]{0,2}\1/g;
/** What editors and pagers run: `vim -c ':!…'`. */
const RUN_BY_EDITOR = /(^|["']) {0,3}:?(?:silent {1,3})?!{1,2} {0,2}(?=[a-z/])/g;
const ORDER_OF_EDITOR = /! {0,2}[a-z/]/;
const ALIAS = /\balias {1,3}([A-Za-z_]\w{0,20})=(?:'([^'\n]{1,80})'|"([^"\n]{1,80})")/g;
const OPENING_NAME = /(^|[;&|] {0,3})([A-Za-z_]\w{0,20})(?= )/g;
const READ = /\bread {1,3}(?:-r {1,3})?([A-Za-z_]\w{0,30}) {0,3}<<< {0,3}(["']?)([^"'\s;|&]{1,80})\2/g;

const OF_PIECES = SIGN["="] | SIGN.$ | SIGN["`"];
const OF_QUOTES = SIGN["'"] | SIGN['"'];

/** Resolves the lines of one text, one after the other: variables hold from line to line. */
export class ShellResolver {
  private readonly variables = new Map<string, string>();
  private readonly aliases = new Map<string, string>();

  /** The line, which holds some signs, with its pieces put together; undefined where that changes nothing. */
  resolve(line: string, signs: number): string | undefined {
    if (line.length > LONGEST_LINE) return undefined;
    let resolved = this.rewrite(line, signs);
    if ((signs & OF_PIECES) !== 0 || (this.variables.size > 0 && (signs & SIGN["%"]) !== 0))
      resolved = this.fill(resolved);
    if ((signs & OF_QUOTES) !== 0) resolved = unquoteParts(resolved);
    return resolved === line ? undefined : resolved;
  }

  /** The line with what other shells put together besides. */
  private rewrite(line: string, signs: number): string {
    let written = line;
    if ((signs & SIGN["/"]) !== 0 && PATTERN.test(line)) written = written.replace(PATTERN_NAME, namedByPattern);
    if ((signs & SIGN["^"]) !== 0) written = written.replace(CARET, "");
    if ((signs & SIGN["+"]) !== 0 && (signs & SIGN["'"]) !== 0)
      written = written.replace(ADDED, (_, parts: string) => ` ${parts.replace(/[' +]/g, "")} `);
    if ((signs & SIGN["|"]) !== 0 && line.includes("xargs")) written = written.replace(HANDED, "$3 $1");
    if ((signs & SIGN["!"]) !== 0 && ORDER_OF_EDITOR.test(line)) written = written.replace(RUN_BY_EDITOR, "$1; ");
    if ((signs & OF_QUOTES) !== 0 && line.includes("sed "))
      written = written.replace(RUN_BY_SED, (_, _quote, _sign, run: string) => `; ${run.replace(/\\(.)/g, "$1")} ;`);
    if (this.aliases.size > 0 || ((signs & SIGN["="]) !== 0 && line.includes("alias ")))
      written = this.fillAliases(written);
    if ((signs & SIGN["<"]) !== 0 && line.includes("<<<"))
      for (const [, name, , value] of written.matchAll(READ)) this.assign(name as string, value as string);
    return written;
  }

  /** The line with the names of aliases undone where a command stands. */
  private fillAliases(line: string): string {
    for (const [, name, single, double] of line.matchAll(ALIAS))
      if (this.aliases.size < MOST_VARIABLES) this.aliases.set(name as string, single ?? double ?? "");
    return line.replace(OPENING_NAME, (piece, before: string, name: string) => {
      const known = this.aliases.get(name);
      return known === undefined ? piece : before + known;
    });
  }

  private fill(line: string): string {
    let room = MOST_GROWTH;
    return replaceAt(line, PIECE_SIGNS, pieceBefore, PIECE, (found) => {
      const [piece, assigned, value, braced, from, count, other, bare, percent, speaker, words, escaped] = found;
      if (assigned !== undefined) {
        const known = this.assign(assigned, value ?? "");
        return known === value ? piece : `${assigned}=${known}`;
      }
      const name = braced ?? bare ?? percent;
      const held = name === undefined ? undefined : this.variables.get(name);
      const known =
        escaped !== undefined
          ? undoEscapes(escaped)
          : speaker !== undefined
            ? sayingOf(speaker, words ?? "")
            : sliceOf(held ?? other, from, count);
      if (known !== undefined) {
        room -= known.length;
        return room < 0 ? piece : known;
      }
      // A variable without a value hides a name: r${x}m.
      const isInside = isLetter(line, found.index - 1) && isLetter(line, found.index + piece.length);
      return isInside && bare === undefined && percent === undefined && from === undefined ? "" : piece;
    });
  }

  /** Remembers what a variable is given; gives the value with the variables in it filled in. */
  private assign(name: string, value: string): string {
    // What a command would give is not known: x=$(…).
    if (value.endsWith("$")) {
      this.variables.delete(name);
      return value;
    }
    const known = value.includes("$")
      ? value.replace(
          /\$\{?([A-Za-z_]\w{0,30})(?::(\d{1,3})(?::(\d{1,3}))?)?\}?/g,
          (piece: string, other: string, from?: string, count?: string) =>
            sliceOf(this.variables.get(other), from, count) ?? piece,
        )
      : value;
    if (known.length > LONGEST_VALUE) return value;
    if (this.variables.size < MOST_VARIABLES || this.variables.has(name)) this.variables.set(name, unquote(known));
    return known;
  }
}

/** `${value:from:count}`, or the whole value. */
function sliceOf(value: string | undefined, from: string | undefined, count: string | undefined): string | undefined {
  if (value === undefined || from === undefined) return value;
  return value.slice(Number(from), count === undefined ? undefined : Number(from) + Number(count));
}

/** What a command that only says something says. */
function sayingOf(speaker: string, words: string): string {
  const plain = words.replace(/["']/g, "").replace(/^-\w{1,2} {1,3}/, "");
  if (speaker === "rev") return plain.startsWith("<<<") ? [...plain.slice(3).trim()].reverse().join("") : plain;
  if (speaker === "which" || speaker === "command") return plain.trim();
  // printf '%s' rm: the words behind the format.
  const said = speaker === "printf" ? plain.replace(/^(?:%[sb]\\?n? {1,3})/, "") : plain;
  return undoEscapes(said.trim());
}

/** A text with its escapes undone: \x72, \162, \u0072. */
function undoEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|0?([0-7]{3})|([ntr]))/g,
    (_, hex?: string, wide?: string, octal?: string) => {
      const digits = hex ?? wide;
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
      return octal === undefined ? " " : String.fromCharCode(Number.parseInt(octal, 8));
    },
  );
}

/** The command that a pattern in a folder of programs stands for, where it stands for one that removes. */
function namedByPattern(piece: string, folder: string, pattern: string): string {
  if (!/[?*[]/.test(folder + pattern)) return piece;
  const target = PATTERN_TARGETS.find((name) => fitsName(name, pattern));
  return target ?? piece;
}

function fitsName(name: string, pattern: string): boolean {
  let at = 0;
  for (let sign = 0; sign < pattern.length; sign += 1) {
    const code = pattern[sign] as string;
    if (code === "*") return sign > 0;
    if (code === "[") {
      const close = pattern.indexOf("]", sign);
      if (close < 0 || !pattern.slice(sign, close).includes(name[at] ?? " ")) return false;
      sign = close;
    } else if (code !== "?" && code !== name[at]) return false;
    at += 1;
  }
  return at === name.length;
}

/** The line without the quotes around parts of words. */
function unquoteParts(line: string): string {
  return replaceAt(
    line,
    QUOTES,
    quotedPart,
    QUOTED_PART,
    ([, first, second, third, fourth]) => first ?? second ?? third ?? fourth ?? "",
  );
}

/**
 * The line with what `pattern`, which is sticky, finds replaced. It is tried only where `startOf` says that it may begin
 * on account of one of the `signs`, which are two to four of ASCII: most of a line is passed over by one look for them.
 */
function replaceAt(
  line: string,
  signs: string,
  startOf: (line: string, sign: number, from: number) => number,
  pattern: RegExp,
  replace: (found: RegExpExecArray) => string,
): string {
  let out = "";
  let kept = 0;
  let passed = 0;
  const first = charCodeAt.call(signs, 0);
  const second = charCodeAt.call(signs, 1);
  const third = unitAt(signs, 2);
  const fourth = unitAt(signs, 3);
  for (let sign = 0; sign < line.length; sign += 1) {
    const code = charCodeAt.call(line, sign);
    // A code of 0 is none of the signs.
    if ((code !== first && code !== second && code !== third && code !== fourth) || code === 0) continue;
    const start = startOf(line, sign, passed);
    if (start < 0) continue;
    pattern.lastIndex = start;
    const found = pattern.exec(line);
    if (found === null) continue;
    passed = start + found[0].length;
    sign = Math.max(passed, sign + 1) - 1;
    const replaced = replace(found);
    // A line of which all stays as it is is not made anew.
    if (replaced === found[0]) continue;
    out += line.slice(kept, start) + replaced;
    kept = passed;
  }
  return kept === 0 ? line : out + line.slice(kept);
}

/** Where the piece that one of its signs is part of begins, not before `from`; -1 where the signs around show none. */
function pieceBefore(line: string, sign: number, from: number): number {
  const code = charCodeAt.call(line, sign);
  if (code === EQUALS) return nameBefore(line, sign, from);
  const next = unitAt(line, sign + 1);
  if (code === PERCENT) return isNameStart(next) ? sign : -1;
  if (code === DOLLAR && next !== ROUND) return isNameStart(next) || OPENS_VARIABLE.has(next) ? sign : -1;
  // What a backquote or `$(` runs is told by its first letter; nothing between the brackets is told as well.
  let at = code === DOLLAR ? sign + 2 : sign + 1;
  if (code === DOLLAR && unitAt(line, at) === ROUND + 1) return sign;
  while (at <= sign + MOST_SPACES && unitAt(line, at) === SPACE) at += 1;
  return OPENS_SPEAKER.has(unitAt(line, at)) ? sign : -1;
}

const ROUND = 0x28;
const SPACE = 0x20;
/** Signs and spaces before the name of a command that is run for what it says. */
const MOST_SPACES = 5;
/** First letters of those that only say something. */
const OPENS_SPEAKER: ReadonlySet<number> = new Set([..."eprwc"].map((letter) => letter.charCodeAt(0)));

/** What may follow a dollar sign besides a name and a bracket: `{`, `@`, `*`, `'`. */
const OPENS_VARIABLE: ReadonlySet<number> = new Set([0x7b, 0x40, 0x2a, 0x27]);

/** Where the name before an equals sign begins, not before `from`; -1 where there is none. */
function nameBefore(line: string, sign: number, from: number): number {
  let start = sign;
  while (start > from && sign - start <= LONGEST_NAME && isWordPart(charCodeAt.call(line, start - 1))) start -= 1;
  return start < sign && isNameStart(charCodeAt.call(line, start)) ? start : -1;
}

/** Where a part in quotes begins: at its quote, and -1 where no other one closes it soon or no word goes on beside them. */
function quotedPart(line: string, sign: number): number {
  const quote = charCodeAt.call(line, sign);
  const limit = Math.min(line.length, sign + LONGEST_PART + 2);
  let close = sign + 1;
  for (; close < limit; close += 1) {
    const code = charCodeAt.call(line, close);
    if (code === quote) break;
    if (code === SPACE || (code >= 0x09 && code <= 0x0d)) return -1;
  }
  if (close === limit) return -1;
  return isPartOfName(unitAt(line, sign - 1)) || isPartOfName(unitAt(line, close + 1)) ? sign : -1;
}

/** Signs between the quotes of such a part. */
const LONGEST_PART = 12;

/** Whether a word may go on with a unit: a letter, a digit, a low line, a slash or a hyphen. */
function isPartOfName(code: number): boolean {
  return isWordPart(code) || code === 0x2f || code === 0x2d;
}

function isNameStart(code: number): boolean {
  return isWordPart(code) && !(code >= 0x30 && code <= 0x39);
}

function isWordPart(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a && code < 128) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

function unquote(value: string): string {
  const first = charCodeAt.call(value, 0);
  return first === 0x22 || first === 0x27 ? value.slice(1, -1) : value;
}

function isLetter(text: string, at: number): boolean {
  return /[A-Za-z]/.test(text[at] ?? "");
}
