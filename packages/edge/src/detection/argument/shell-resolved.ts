// A command line as it reads once the shell has put it together: variables that were given a value before, quotes inside
// words, substitutions that only echo. What it does not know it leaves; it runs nothing and acquits nothing.

const MOST_VARIABLES = 64;
const LONGEST_LINE = 8192;
const LONGEST_VALUE = 400;
/** How much longer a line may become. */
const MOST_GROWTH = 2000;

/** An assignment, a variable, nothing between letters, or a command that only says its words; bounded, without backtracking. */
const PIECES =
  /(?<![\w$.-])([A-Za-z_]\w{0,30})=("[^"]{0,400}"|'[^']{0,400}'|[^\s;&|()"'`]{0,200})|\$(?:\{([A-Za-z_]\w{0,30})\}|([A-Za-z_]\w{0,30})|[@*]|\(\))|(?:\$\(|`) {0,3}(?:echo|printf) {1,3}(?:-\w{1,2} {1,3})?["']?([^()"'`$;|]{1,80})["']? {0,3}[)`]/g;
/** Quotes around a part of a word: after a letter, or before one. */
const QUOTED_PARTS =
  /(?<=[\w/-])(?:'([^'\s]{0,12})'|"([^"\s]{0,12})")|(?<![\w\\])(?:'([\w/-]{1,12})'|"([\w/-]{1,12})")(?=[\w-])/g;

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
    if (hasQuotes)
      resolved = resolved.replace(
        QUOTED_PARTS,
        (_, first?: string, second?: string, third?: string, fourth?: string) =>
          first ?? second ?? third ?? fourth ?? "",
      );
    return resolved === line ? undefined : resolved;
  }

  private fill(line: string): string {
    let room = MOST_GROWTH;
    return line.replace(
      PIECES,
      (
        piece: string,
        assigned: string | undefined,
        value: string | undefined,
        braced: string | undefined,
        bare: string | undefined,
        said: string | undefined,
        at: number,
      ) => {
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
        const isInside = isLetter(line, at - 1) && isLetter(line, at + piece.length);
        return isInside && bare === undefined ? "" : piece;
      },
    );
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

function unquote(value: string): string {
  const first = value.charCodeAt(0);
  return first === 0x22 || first === 0x27 ? value.slice(1, -1) : value;
}

function isLetter(text: string, at: number): boolean {
  return /[A-Za-z]/.test(text[at] ?? "");
}
