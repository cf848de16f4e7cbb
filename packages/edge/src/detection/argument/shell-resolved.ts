// A command line as it reads once the shell has put it together: variables that were given a value before, quotes inside
// words, substitutions that only echo. What it does not know it leaves; it runs nothing and acquits nothing.

const MOST_VARIABLES = 64;
const LONGEST_LINE = 8192;
const LONGEST_VALUE = 400;
const LONGEST_NAME = 31;
const EQUALS = 0x3d;
/** How much longer a line may become. */
const MOST_GROWTH = 2000;

/**
 * An assignment, a variable, nothing between letters, or a command that only says its words; bounded, without
 * backtracking; looked for where one of `=$` and the backquote stands.
 */
const PIECE =
  /(?<![\w$.-])([A-Za-z_]\w{0,30})=("[^"]{0,400}"|'[^']{0,400}'|[^\s;&|()"'`]{0,200})|\$(?:\{([A-Za-z_]\w{0,30})\}|([A-Za-z_]\w{0,30})|[@*]|\(\))|(?:\$\(|`) {0,3}(?:echo|printf) {1,3}(?:-\w{1,2} {1,3})?["']?([^()"'`$;|]{1,80})["']? {0,3}[)`]/y;
const PIECE_SIGN = /[=$`]/g;
/** Quotes around a part of a word: after a letter, or before one; looked for where a quote stands. */
const QUOTED_PART =
  /(?<=[\w/-])(?:'([^'\s]{0,12})'|"([^"\s]{0,12})")|(?<![\w\\])(?:'([\w/-]{1,12})'|"([\w/-]{1,12})")(?=[\w-])/y;
const QUOTE = /['"]/g;

/** Resolves the lines of one text, one after the other: variables hold from line to line. */
export class ShellResolver {
  private readonly variables = new Map<string, string>();

  /** The line with its pieces put together; undefined where that changes nothing. */
  resolve(line: string): string | undefined {
    if (line.length > LONGEST_LINE) return undefined;
    const hasPieces = line.includes("=") || line.includes("$") || line.includes("`");
    const hasQuotes = line.includes("'") || line.includes('"');
    if (!hasPieces && !hasQuotes) return undefined;
    let resolved = hasPieces ? this.fill(line) : line;
    if (hasQuotes) resolved = unquoteParts(resolved);
    return resolved === line ? undefined : resolved;
  }

  private fill(line: string): string {
    let room = MOST_GROWTH;
    return replaceAt(line, PIECE_SIGN, nameBefore, PIECE, (found) => {
      const [piece, assigned, value, braced, bare, said] = found;
      if (assigned !== undefined) {
        const known = this.assign(assigned, value ?? "");
        return known === value ? piece : `${assigned}=${known}`;
      }
      const name = braced ?? bare;
      const known = said ?? (name === undefined ? undefined : this.variables.get(name));
      if (known !== undefined) {
        room -= known.length;
        return room < 0 ? piece : known;
      }
      // A variable without a value hides a name: r${x}m.
      const isInside = isLetter(line, found.index - 1) && isLetter(line, found.index + piece.length);
      return isInside && bare === undefined ? "" : piece;
    });
  }

  /** Remembers what a variable is given; gives the value with the variables in it filled in. */
  private assign(name: string, value: string): string {
    const known = value.includes("$")
      ? value.replace(
          /\$\{?([A-Za-z_]\w{0,30})\}?/g,
          (piece: string, other: string) => this.variables.get(other) ?? piece,
        )
      : value;
    if (known.length > LONGEST_VALUE) return value;
    if (this.variables.size < MOST_VARIABLES || this.variables.has(name)) this.variables.set(name, unquote(known));
    return known;
  }
}

/** The line without the quotes around parts of words. */
function unquoteParts(line: string): string {
  return replaceAt(
    line,
    QUOTE,
    (_, sign) => sign,
    QUOTED_PART,
    ([, first, second, third, fourth]) => first ?? second ?? third ?? fourth ?? "",
  );
}

/**
 * The line with what `pattern`, which is sticky, finds replaced. It is tried only where `startOf` says that it may begin
 * on account of one of the `signs`: most of a line is passed over by one search for signs.
 */
function replaceAt(
  line: string,
  signs: RegExp,
  startOf: (line: string, sign: number, from: number) => number,
  pattern: RegExp,
  replace: (found: RegExpExecArray) => string,
): string {
  let out = "";
  let kept = 0;
  signs.lastIndex = 0;
  for (let sign = signs.exec(line); sign !== null; sign = signs.exec(line)) {
    pattern.lastIndex = startOf(line, sign.index, kept);
    const found = pattern.exec(line);
    if (found === null) continue;
    out += line.slice(kept, found.index) + replace(found);
    kept = found.index + found[0].length;
    signs.lastIndex = Math.max(kept, sign.index + 1);
  }
  return kept === 0 ? line : out + line.slice(kept);
}

/** Where the name before an equals sign begins, not before `from`; other signs begin what they are part of. */
function nameBefore(line: string, sign: number, from: number): number {
  if (line.charCodeAt(sign) !== EQUALS) return sign;
  let start = sign;
  while (start > from && sign - start <= LONGEST_NAME && isWordPart(line.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isWordPart(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a && code < 128) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

function unquote(value: string): string {
  const first = value.charCodeAt(0);
  return first === 0x22 || first === 0x27 ? value.slice(1, -1) : value;
}

function isLetter(text: string, at: number): boolean {
  return /[A-Za-z]/.test(text[at] ?? "");
}
