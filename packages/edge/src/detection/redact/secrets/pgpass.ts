// Passwords in the lines of .pgpass: host:port:database:user:password, with a star for any. Four fields before it stand in a line of
// their own; a password has letters and digits, or a sign between letters.
import { unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";

const LINE =
  /^(?:\*|(?=[\w.-]*[A-Za-z.])[\w.-]{1,253}):(?:\*|\d{4,5}):(?:\*|[A-Za-z_][\w.$-]{0,62}):(?:\*|[\w.@$-]{1,63}):((?:\\[\\:]|[^\s\\:"'`]){6,128})(?=["'\r\n]|$)/;
const PORT = /^(?:\*|\d{4,5}):/;
const LONGEST_PORT = 5;
const LONGEST_LINE = 600;
const COLON = 0x3a;
const STAR = 0x2a;
const FEWEST_LETTERS = /[A-Za-z]/;

/**
 * The password of the line whose first field that is no star is, or begins with, the run from `start` to `end`, behind which a
 * colon stands.
 */
export function findPgpassPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  let head = start;
  while (unitAt(text, head - 1) === COLON && unitAt(text, head - 2) === STAR && start - head < 6) head -= 2;
  if (!opensLine(text, head)) return undefined;
  const ports = end + LONGEST_PORT + 2;
  if (ports > reach.end) reach.end = ports;
  // A host stands before its port: most names before a colon are none.
  if (head === start && !PORT.test(text.slice(end + 1, ports))) return undefined;
  const limit = head + LONGEST_LINE;
  if (limit > reach.end) reach.end = limit;
  const found = LINE.exec(text.slice(head, limit));
  const password = found?.[1];
  if (found === null || password === undefined) return undefined;
  const isMade = FEWEST_LETTERS.test(password) && /\d|[A-Za-z][!@#$%^&*?=~]+[A-Za-z]/.test(password);
  if (!isMade || password.includes("//")) return undefined;
  const to = head + found[0].length;
  return { kind: "password", start: to - password.length, end: to };
}

function opensLine(text: string, head: number): boolean {
  const before = unitAt(text, head - 1);
  return head === 0 || before === 0x0a || before === 0x0d || before === 0x22 || before === 0x27;
}
