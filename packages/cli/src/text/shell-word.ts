// Words of command lines that are shown to be pasted. What comes from elsewhere, such as the name that an MCP server gives its
// tool, is one word to the shell, whatever it holds.

import { oneLine } from "../output/style.js";

const PLAIN = /^[\w@%+=:,./-]+$/;

/** The text as one word; without quotes where it needs none. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : inSingleQuotes(oneLine(text));
}

export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
