// Cuts a policy file into its rules, by the semicolons outside strings and comments, so that every rule keeps its place in
// the file. Cedar parses each rule; nothing is interpreted here.

/** One rule's text, from its first character that is neither space nor comment. */
export interface RuleText {
  readonly text: string;
  /** UTF-16 offset in the file. */
  readonly offset: number;
}

/** Up to where Cedar ends it: before a carriage return too, whatever else ends the file's lines. */
const COMMENT = /\/\/[^\n\r]*/y;

/** Every rule of the file; a last one without semicolon is among them, for Cedar to refuse. */
export function splitRules(source: string): RuleText[] {
  const rules: RuleText[] = [];
  let start = -1;
  let at = 0;
  while (at < source.length) {
    COMMENT.lastIndex = at;
    if (COMMENT.test(source)) {
      at = COMMENT.lastIndex;
      continue;
    }
    const character = source[at] as string;
    if (start === -1 && !/\s/.test(character)) start = at;
    if (character === '"') at = endOfString(source, at);
    at += 1;
    if (character === ";" && start !== -1) {
      rules.push({ text: source.slice(start, at), offset: start });
      start = -1;
    }
  }
  if (start !== -1) rules.push({ text: source.slice(start), offset: start });
  return rules;
}

/** Line and column, both from 1, of a byte offset (Cedar counts UTF-8 bytes) within a rule. */
export function placeOf(source: string, rule: RuleText, byteOffset: number): { line: number; column: number } {
  const inRule = Buffer.from(rule.text, "utf8").subarray(0, byteOffset).toString("utf8").length;
  const before = source.slice(0, rule.offset + inRule);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === "\\" ? 2 : 1;
  return at;
}
