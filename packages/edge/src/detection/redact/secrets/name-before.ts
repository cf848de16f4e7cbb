// The name of a secret that stands apart from it in a text: `key="DB_PASSWORD" value="…"`, `- name: API_KEY` with `value:` on the next
// line, `variable "token" { default = "…" }`, and `login … password …` of .netrc; and what sets a variable without a sign, `ENV TOKEN
// "…"`. It finds names, and no values.
import { LOOK_BACK } from "../run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const VALUE_NAME = /^(?:value|default)$/i;
const LABEL =
  /(?:^|[^\w.-])(?:key|name|variable|setting|env)\\?["']?\s{0,3}[:=]?\s{0,3}\\?["']?([A-Za-z][\w.-]{1,40})\\?["']?[\s,;{>-]{1,12}\\?["']?$/i;
/** What sets a variable without a sign: a Dockerfile, the C shell, fish. */
const SETS = /(?:^|[\n;&|])[ \t]{0,8}(?:ENV|setenv|set -(?:g?x|Ux|xg)) $/;
const LOGIN = /\blogin\s{1,4}\S{1,40}\s{1,4}$/;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;

/** The name of what stands behind the run from `start` to `end`: the run itself, or the label before it. */
export function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(isEscaped(text, start) || charCodeAt.call(text, start) === PLUS ? start + 1 : start, end);
  if (!VALUE_NAME.test(name)) return name;
  return LABEL.exec(text.slice(Math.max(0, start - LOOK_BACK), start))?.[1] ?? name;
}

/** Whether a name is that of a value, whose own name stands before it. */
export function isLabelled(text: string, start: number, end: number): boolean {
  return VALUE_NAME.test(text.slice(start, end));
}

/** Whether the word at `start` stands behind a login, as in .netrc. */
export function isBehindLogin(text: string, start: number): boolean {
  return LOGIN.test(text.slice(Math.max(0, start - LOOK_BACK), start));
}

/** Whether the name at `start` is one that `ENV NAME value` or the like sets. */
export function isSet(text: string, start: number): boolean {
  const last = charCodeAt.call(text, start - 2) | 0x20;
  return (
    (last === 0x76 || last === 0x78 || last === 0x67) && SETS.test(text.slice(Math.max(0, start - LOOK_BACK), start))
  );
}

/** Whether a run begins with the letter of an escape: `\nPassword`. */
function isEscaped(text: string, start: number): boolean {
  const code = charCodeAt.call(text, start);
  return charCodeAt.call(text, start - 1) === BACKSLASH && (code === 0x6e || code === 0x72 || code === 0x74);
}
