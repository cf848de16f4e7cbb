// Colours for people. Off where nobody looks: no terminal, NO_COLOR, TERM=dumb.

export interface Style {
  readonly enabled: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  /** Marks a place in running text; readable without colour too. */
  mark(text: string): string;
}

export function createStyle(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Style {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const enabled = !env.NO_COLOR && env.TERM !== "dumb" && (isTerminal || isForced);
  const paint = (open: number, close: number) => (text: string) =>
    enabled ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    enabled,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
    mark: (text) => (enabled ? `\u001b[7m${text}\u001b[27m` : `»${text}«`),
  };
}

/** Text that came from elsewhere, without the characters that could drive a terminal; line ends of Windows are line ends. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
  return text
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same on one line, so that it makes no line of its own. */
export function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "⏎");
}
