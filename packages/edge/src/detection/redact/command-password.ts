// Passwords that commands take without a name of their own: `curl -u user:…`, `mysql -p…`, `redis-cli -a …`. The letters mean other things to other
// programs, so they count only on the line of one that is known, near behind its name.
import { isLetterOrDigit } from "../text/unit.js";
import type { Detected } from "./detected.js";
import { LOOK_BACK, type Reach } from "./run.js";

const CURL = /(?:^|[^\w.-])curl(?:\.exe)?\s[^\r\n]*$/;
const MYSQL = /(?:^|[^\w.-])(?:mysql(?:dump|admin|import|check|show)?|mariadb(?:-dump|-admin)?)(?:\.exe)?\s[^\r\n]*$/;
const LOGIN =
  /(?:^|[^\w.-])(?:docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az)\s(?:[^\r\n]*\s)?login\s[^\r\n]*$/;
/** The user of Oracle's thin driver, in front of the password. */
const THIN = /\boracle:(?:thin|oci8?):[\w$#]{1,30}\/$/;
const SSHPASS = /(?:^|[^\w.-])sshpass\s[^\r\n]*$/;
/** Other letters of options that a password follows, and whose they are. */
const TAKES: ReadonlyMap<number, RegExp> = new Map([
  [0x61, /(?:^|[^\w.-])redis-cli\s[^\r\n;|&]*$/],
  [0x77, /(?:^|[^\w.-])ldap(?:search|add|modify|delete|passwd|compare|whoami)\s[^\r\n;|&]*$/],
  [0x50, /(?:^|[^\w.-])(?:sqlcmd|bcp)(?:\.exe)?\s[^\r\n;|&]*$/i],
]);
const CURL_OPTION = /^(?:-[uU]|--user|--proxy-user)$/;
const LONGEST_ORACLE_USER = 30;
const LONGEST_OPTION = 12;
const LONGEST_USER = 64;
const LONGEST_PASSWORD = 128;
const SHORTEST_PASSWORD = 4;
const NO_PASSWORD = /^(?:[\d.:]+|password|passwd|passphrase|null|none|x+|\*+|-+|\.+)$/i;
const COMMAND = /curl|mysql|mariadb|sshpass|login|oracle|redis-cli|ldap|sqlcmd|bcp/i;
/** How all options that take passwords begin or end, and what stands before the user of Oracle's driver. */
const OPTION = /-[uUpPaw]|oracle:/;
const MASK = "[REDACTED:PASSWORD";
const DROPPED = "[]";
const SPACE = 0x20;
const COLON = 0x3a;
const HYPHEN = 0x2d;
const SLASH = 0x2f;

/** The password that an option of a command takes, where the run from `start` to `end` is that option. */
export function findCommandPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (text.charCodeAt(start - 1) === SLASH && isUserBefore(text, start - 1) && THIN.test(lineBefore(text, start))) {
    const password = passwordAt(text, start, reach);
    const at = password === undefined ? -1 : text.slice(password.start, password.end).indexOf("@");
    return password !== undefined && at >= SHORTEST_PASSWORD ? { ...password, end: password.start + at } : undefined;
  }
  if (text.charCodeAt(start) !== HYPHEN) return undefined;
  const letter = text.charCodeAt(start + 1);
  if (letter === 0x70) {
    const line = lineBefore(text, start);
    const joined = MYSQL.test(line) ? passwordAt(text, start + 2, reach) : undefined;
    if (joined !== undefined) return joined;
    return end === start + 2 && text.charCodeAt(end) === SPACE && (SSHPASS.test(line) || LOGIN.test(line))
      ? passwordAt(text, end + 1, reach)
      : undefined;
  }
  const command = end === start + 2 && text.charCodeAt(end) === SPACE ? TAKES.get(letter) : undefined;
  if (command?.test(lineBefore(text, start))) return passwordAt(text, end + 1, reach);
  if ((letter | 0x20) !== 0x75 && letter !== HYPHEN) return undefined;
  if (end - start > LONGEST_OPTION || !CURL_OPTION.test(text.slice(start, end))) return undefined;
  return CURL.test(lineBefore(text, start)) ? passwordOfUser(text, end, reach) : undefined;
}

/** Whether a name of Oracle's, behind a colon, ends at a slash: a cheap look, since paths have many. */
function isUserBefore(text: string, slash: number): boolean {
  let at = slash - 1;
  while (slash - at <= LONGEST_ORACLE_USER && isOfName(text.charCodeAt(at))) at -= 1;
  return at < slash - 1 && text.charCodeAt(at) === COLON;
}

/** Letters and digits of ASCII, and the signs of Oracle's names. */
function isOfName(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x5f || code === 0x24 || code === 0x23;
}

/**
 * What stands near before an option. A command's name does not count beyond a password that is replaced: the placeholder is shorter,
 * and would bring each next one near.
 */
function lineBefore(text: string, start: number): string {
  const near = text.slice(Math.max(0, start - LOOK_BACK), start);
  return near.slice(Math.max(0, near.lastIndexOf(MASK), near.lastIndexOf(DROPPED)));
}

/** Whether a text names a command and an option of such that take passwords: what is replaced between brings the option nearer. */
export function namesCommand(text: string): boolean {
  return OPTION.test(text) && COMMAND.test(text);
}

/** What stands behind `user:`, in quotation marks or not. */
function passwordOfUser(text: string, end: number, reach: Reach): Detected | undefined {
  let at = end;
  if (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === 0x3d) at += 1;
  const quote = quoteAt(text, at);
  if (quote !== 0) at += 1;
  const limit = at + LONGEST_USER;
  while (at < limit && isWordUnit(text.charCodeAt(at)) && text.charCodeAt(at) !== COLON) at += 1;
  if (at + 1 > reach.end) reach.end = at + 1;
  return text.charCodeAt(at) === COLON ? passwordFrom(text, at + 1, quote, reach) : undefined;
}

function passwordAt(text: string, at: number, reach: Reach): Detected | undefined {
  const quote = quoteAt(text, at);
  return passwordFrom(text, quote === 0 ? at : at + 1, quote, reach);
}

function passwordFrom(text: string, from: number, quote: number, reach: Reach): Detected | undefined {
  const limit = Math.min(text.length, from + LONGEST_PASSWORD);
  let to = from;
  for (; to < limit; to += 1) {
    const code = text.charCodeAt(to);
    if (quote === 0 ? !isWordUnit(code) : code === quote || code === 0x0a || code === 0x0d) break;
  }
  if (to + 1 > reach.end) reach.end = to + 1;
  // Templates and variables are no values, and a mark that is not closed holds none.
  if (to - from < SHORTEST_PASSWORD || (quote !== 0 && text.charCodeAt(to) !== quote)) return undefined;
  const value = text.slice(from, to);
  return /^[${<[%(]/.test(value) || NO_PASSWORD.test(value) ? undefined : { kind: "password", start: from, end: to };
}

/** The quotation mark at a place, 0 where there is none. */
function quoteAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code === 0x22 || code === 0x27 ? code : 0;
}

/** What a shell takes for a part of the same word. */
function isWordUnit(code: number): boolean {
  return code > SPACE && !"\"'`;|&<>()".includes(String.fromCharCode(code));
}
