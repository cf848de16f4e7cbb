// Passwords that commands take behind an option: `curl -u user:…`, `mysql -p…`, `redis-cli -a …`. The letters mean other things to other
// programs, so they count only on the line of one that is known, near behind its name.
import { isLetterOrDigit } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import { LOOK_BACK, type Reach } from "../run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const CURL = /(?:^|[^\w.-])curl(?:\.exe)?\s[^\r\n]*$/;
const MYSQL = /(?:^|[^\w.-])(?:mysql(?:dump|admin|import|check|show)?|mariadb(?:-dump|-admin)?)(?:\.exe)?\s[^\r\n]*$/;
const SSHPASS = lineOf("sshpass");
const ARCHIVER = lineOf("7z[arz]?|rar|unrar");
const LOGIN =
  /(?:^|[^\w.-])(?:docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az)\s(?:[^\r\n]*\s)?login\s[^\r\n]*$/;
/** The user of Oracle's thin driver, in front of the password. */
const THIN = /\boracle:(?:thin|oci8?):[\w$#]{1,30}\/$/;
/** `pass:` in an option of OpenSSL, in front of the password. */
const OPENSSL = /(?:^|[^\w.-])openssl\s[^\r\n;|&]*\s-pass(?:in|out)?\s["']?pass:$/;
const PASS = "pass:";
const FREERDP = lineOf("(?:xfreerdp3?|wfreerdp|sdl-freerdp)");
const SAMBA = lineOf("smbclient|rpcclient|smbget|winexe|net|wmic");
/** Options that a password follows, and whose they are. */
const TAKES: ReadonlyMap<string, RegExp> = new Map([
  ["-a", lineOf("redis-cli")],
  ["-b", /(?:^|[^\w.-])gh\ssecret\sset\s[^\r\n;|&]*$/],
  ["--body", /(?:^|[^\w.-])gh\ssecret\sset\s[^\r\n;|&]*$/],
  ["-k", /(?:^|[^\w.-])openssl\senc\s[^\r\n;|&]*$/],
  ["-p", lineOf("sshpass|mongo(?:sh|dump|restore|export|import|stat|top)?|psexec(?:64)?|useradd|usermod")],
  ["-P", lineOf("sqlcmd|bcp|zip|unzip|ipmitool|mosquitto_(?:pub|sub|rr)")],
  ["-pw", lineOf("plink|pscp|psftp|putty|kitty")],
  ["-w", lineOf("ldap(?:search|add|modify|delete|passwd|compare|whoami)")],
  ...["-storepass", "-keypass", "-srcstorepass", "-deststorepass"].map((option): [string, RegExp] => [
    option,
    lineOf("keytool|jarsigner"),
  ]),
]);
/** Options that a user and a password follow. */
const USER_OPTION = /^(?:-[uU]|--user|--proxy-user)$/;
const LONGEST_ORACLE_USER = 30;
const LONGEST_OPTION = 14;
const LONGEST_USER = 64;
const LONGEST_PASSWORD = 128;
const SHORTEST_PASSWORD = 4;
const NO_PASSWORD = /^(?:[\d.:]+|password|passwd|passphrase|null|none|x+|\*+|-+|\.+)$/i;
const COMMAND =
  /curl|mysql|mariadb|7z|rar|sshpass|login|oracle|redis-cli|secret|openssl|mongo|psexec|user|ldap|sqlcmd|bcp|zip|ipmitool|mosquitto|plink|pscp|psftp|putty|kitty|keytool|jarsigner|client|smbget|winexe|net|wmic/i;
/** How all options that take passwords begin or end, and what stands before the user of Oracle's clients. */
const OPTION = /-[uUpPawbk]|--body|-(?:src|dest)?(?:store|key)pass|\/p:|oracle:/i;
const MASK = "[REDACTED:PASSWORD";
const DROPPED = "[]";
const SPACE = 0x20;
const COLON = 0x3a;
const HYPHEN = 0x2d;
const PERCENT = 0x25;
const SLASH = 0x2f;

/** The line of a program up to what is looked at; a pipe or the like begins another one's. */
function lineOf(names: string): RegExp {
  return new RegExp(`(?:^|[^\\w.-])(?:${names})(?:\\.exe)?\\s[^\\r\\n;|&]*$`, "i");
}

/** The password that an option of a command takes, where the run from `start` to `end` is that option. */
export function findCommandPassword(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  const before = charCodeAt.call(text, start - 1);
  const isOption = charCodeAt.call(text, start) === HYPHEN;
  // Most runs are neither.
  return isOption || before === SLASH || before === COLON ? findTaken(text, start, end, before, reach) : undefined;
}

function findTaken(text: string, start: number, end: number, before: number, reach: Reach): Detected | undefined {
  if (before === SLASH && isUserBefore(text, start - 1) && THIN.test(lineBefore(text, start)))
    return passwordBefore(text, start, 0x40, reach);
  if (before === COLON && text.startsWith(PASS, start - PASS.length) && OPENSSL.test(lineBefore(text, start)))
    return passwordFrom(text, start, quoteAt(text, start - PASS.length - 1), reach);
  if (before === COLON && text.startsWith("/p", start - 3) && FREERDP.test(lineBefore(text, start - 3)))
    return passwordAt(text, start, reach);
  if (charCodeAt.call(text, start) !== HYPHEN) return undefined;
  const letter = charCodeAt.call(text, start + 1);
  if (letter === 0x70 && (end > start + 2 || quoteAt(text, end) !== 0)) {
    const line = lineBefore(text, start);
    const joined = MYSQL.test(line) || ARCHIVER.test(line) || SSHPASS.test(line);
    if (joined) return passwordAt(text, start + 2, reach);
  }
  if (end - start > LONGEST_OPTION) return undefined;
  const option = text.slice(start, end);
  const command = TAKES.get(option);
  if (command !== undefined && charCodeAt.call(text, end) === SPACE) {
    const line = lineBefore(text, start);
    if (command.test(line) || (letter === 0x70 && LOGIN.test(line))) return passwordAt(text, end + 1, reach);
  }
  if (((letter | 0x20) !== 0x75 && letter !== HYPHEN) || !USER_OPTION.test(option)) return undefined;
  const line = lineBefore(text, start);
  if (CURL.test(line)) return passwordOfUser(text, end, COLON, reach);
  return SAMBA.test(line) ? passwordOfUser(text, end, PERCENT, reach) : undefined;
}

/** Whether a name of Oracle's, behind a colon, ends at a slash: a cheap look, since paths have many. */
function isUserBefore(text: string, slash: number): boolean {
  let at = slash - 1;
  while (slash - at <= LONGEST_ORACLE_USER && isOfName(charCodeAt.call(text, at))) at -= 1;
  return at < slash - 1 && charCodeAt.call(text, at) === COLON;
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

/** What stands behind a user and the sign that parts them, in quotation marks or not. */
function passwordOfUser(text: string, end: number, sign: number, reach: Reach): Detected | undefined {
  let at = end;
  if (charCodeAt.call(text, at) === SPACE || charCodeAt.call(text, at) === 0x3d) at += 1;
  const quote = quoteAt(text, at);
  if (quote !== 0) at += 1;
  const limit = at + LONGEST_USER;
  while (at < limit && isWordUnit(charCodeAt.call(text, at)) && charCodeAt.call(text, at) !== sign) at += 1;
  if (at + 1 > reach.end) reach.end = at + 1;
  return charCodeAt.call(text, at) === sign ? passwordFrom(text, at + 1, quote, reach) : undefined;
}

/** The password that begins at a place, or in the quotation marks there, as one word of a command. */
function passwordAt(text: string, at: number, reach: Reach): Detected | undefined {
  const quote = quoteAt(text, at);
  return passwordFrom(text, quote === 0 ? at : at + 1, quote, reach);
}

/** Such a password up to a sign in it, where it may be one. */
export function passwordBefore(text: string, start: number, sign: number, reach: Reach): Detected | undefined {
  const password = passwordAt(text, start, reach);
  if (password === undefined) return undefined;
  const at = text.slice(password.start, password.end).indexOf(String.fromCharCode(sign));
  if (at < 0) return password;
  return at < SHORTEST_PASSWORD ? undefined : { ...password, end: password.start + at };
}

function passwordFrom(text: string, from: number, quote: number, reach: Reach): Detected | undefined {
  const limit = Math.min(text.length, from + LONGEST_PASSWORD);
  let to = from;
  for (; to < limit; to += 1) {
    const code = charCodeAt.call(text, to);
    if (quote === 0 ? !isWordUnit(code) : code === quote || code === 0x0a || code === 0x0d) break;
  }
  if (to + 1 > reach.end) reach.end = to + 1;
  // Templates and variables are no values, and a mark that is not closed holds none.
  if (to - from < SHORTEST_PASSWORD || (quote !== 0 && charCodeAt.call(text, to) !== quote)) return undefined;
  const value = text.slice(from, to);
  return /^[${<[%(]/.test(value) || NO_PASSWORD.test(value) ? undefined : { kind: "password", start: from, end: to };
}

/** The quotation mark at a place, 0 where there is none. */
function quoteAt(text: string, at: number): number {
  const code = charCodeAt.call(text, at);
  return code === 0x22 || code === 0x27 ? code : 0;
}

/** What a shell takes for a part of the same word. */
function isWordUnit(code: number): boolean {
  return code > SPACE && !"\"'`;|&<>()".includes(String.fromCharCode(code));
}
