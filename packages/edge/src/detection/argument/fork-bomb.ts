// Programs that multiply until the machine stands still: a function that calls itself twice, one of the calls in the
// background, and loops around fork.
import type { ShellFinding } from "./shell-finding.js";

const MOST_FUNCTIONS = 500;
const LONGEST_NAME = 12;
const BODY = /^\s{0,6}\{\s{0,6}([^}|&]{1,20})[|&]([^}&]{1,20})&/;
/** The same function as ksh writes it. */
const NAMED = /\bfunction\s{1,3}(\w{1,12})\s{0,3}\{\s{0,6}(\w{1,12})\s{0,3}\|\s{0,3}(\w{1,12})\s{0,3}&/;
/** Literals with bounded gaps, found by their rare words. */
const ENDLESS = "(?:while\\s{0,3}\\(?\\s{0,3}(?:1|true)\\s{0,3}\\)?|for\\s{0,3}\\(\\s{0,3};\\s{0,3};\\s{0,3}\\)|loop)";
const FORK = "(?:os\\.|pcntl_)?fork";
const LOOPS = new RegExp(
  [
    "\\bfork\\s{0,3}(?:\\(\\s{0,3}\\))?\\s{0,3}(?:while|until)\\b",
    `\\b${ENDLESS}\\s{0,3}(?::|do\\b)?\\s{0,6}(?:\\{\\s{0,6})?${FORK}\\s{0,2}[({};]`,
    `\\b${ENDLESS}[^;\\n]{0,40}\\.fork\\s{0,2}\\(\\s{0,2}__filename`,
    `${FORK}\\s{0,2}\\(\\) for\\b`,
    "%0\\s{0,3}\\|\\s{0,3}%0",
    '\\bstart\\s{1,3}(?:""\\s{1,3})?%0\\s{1,6}(?:&\\s{0,3})?goto\\b',
  ].join("|"),
  "i",
);

export function findForkBomb(text: string): ShellFinding | undefined {
  const at = findSelfPipe(text);
  if (at >= 0) return bomb(at, Math.min(text.length, at + 14));
  const named = text.includes("function") ? NAMED.exec(text) : null;
  if (named !== null && named[1] === named[2] && named[1] === named[3])
    return bomb(named.index, named.index + named[0].length);
  if (!text.includes("fork") && !text.includes("%0")) return undefined;
  const loop = LOOPS.exec(text);
  return loop === null ? undefined : bomb(loop.index, loop.index + loop[0].length);
}

function bomb(start: number, end: number): ShellFinding {
  return { rule: "fork-bomb", severity: "critical", score: 0.95, start, end };
}

/** Place of a function that calls itself twice, one in the background, or -1. */
function findSelfPipe(text: string): number {
  let at = text.indexOf("()");
  for (let count = 0; at >= 0 && count < MOST_FUNCTIONS; count += 1) {
    const body = BODY.exec(text.slice(at + 2, at + 60));
    if (body !== null) {
      const name = (body[1] as string).trim();
      const before = text.slice(Math.max(0, at - LONGEST_NAME), at).trimEnd();
      if (name !== "" && (body[2] as string).trim() === name && before.endsWith(name)) return at - name.length;
    }
    at = text.indexOf("()", at + 2);
  }
  return -1;
}
