// The values of cookies that keep a person logged in. Names that only frameworks give such cookies count anywhere, names that other
// things have too in the header of cookies, behind the word, or before a cookie's attributes.
import { unitAt } from "../../text/unit.js";
import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import { OPENING } from "../replacement.js";
import { LOOK_BACK, type Reach } from "../run.js";

const OF_FRAMEWORK =
  /^(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID[A-Z]{8}|\.ASPXAUTH|\.AspNetCore\.(?:Cookies|Session|Identity\.Application)|connect\.sid|koa\.s(?:id|ess)|rack\.session|laravel_session|ci_session|_gitlab_session|_rails_session|user_session|(?:__Secure-|__Host-)?(?:next-auth|authjs)\.session-token(?:\.\d)?|wordpress_(?:logged_in|sec)_[0-9a-f]{32})$/i;
const OF_SESSION =
  /^(?:__(?:Host|Secure)-)?(?:[\w-]{1,32}[._-])?(?:sid|sess|sessid|session|session[._-]?(?:id|key|token|data)|auth|jwt|logged[._-]?in|remember[._-]?(?:me|user))$/i;
const HEADER = /cookie[^\r\n]*$/i;
const ATTRIBUTE = /^ {0,2}; {0,2}(?:path|domain|expires|max-age|secure|httponly|samesite|partitioned|priority)\b/i;
const LONGEST_ATTRIBUTE = 20;
const LONGEST_NAME = 64;
const LONGEST_VALUE = 512;
const SHORTEST_VALUE = 10;
const FEWEST_DIGITS = 2;
const DROPPED = "[]";

/** The value of the cookie that the run from `start` to `end` names, which an equals sign follows. */
export function findSessionCookie(
  text: string,
  start: number,
  end: number,
  { keyMeaning }: DetectOptions,
  reach: Reach,
): Detected | undefined {
  if (end - start > LONGEST_NAME || !opensPair(text, start)) return undefined;
  const name = text.slice(start, end);
  const isOfFramework = OF_FRAMEWORK.test(name);
  if (!isOfFramework && !OF_SESSION.test(name)) return undefined;
  const from = end + 1;
  let to = from;
  while (to - from < LONGEST_VALUE && isValueUnit(unitAt(text, to))) to += 1;
  if (to + LONGEST_ATTRIBUTE > reach.end) reach.end = to + LONGEST_ATTRIBUTE;
  if (!isMade(text.slice(from, to))) return undefined;
  const isCookie =
    isOfFramework ||
    keyMeaning === "cookie" ||
    ATTRIBUTE.test(text.slice(to, to + LONGEST_ATTRIBUTE)) ||
    HEADER.test(lineBefore(text, start));
  return isCookie ? { kind: "api_key", start: from, end: to } : undefined;
}

/** What stands near before, but not beyond what is replaced: a placeholder is shorter, and would bring the word near. */
function lineBefore(text: string, start: number): string {
  const near = text.slice(Math.max(0, start - LOOK_BACK), start);
  return near.slice(Math.max(0, near.lastIndexOf(OPENING), near.lastIndexOf(DROPPED)));
}

/** Whether a pair may begin here: at the beginning, or behind what ends the value of another. */
function opensPair(text: string, start: number): boolean {
  const before = unitAt(text, start - 1);
  return before <= 0x20 || before === 0x3b || before === 0x22 || before === 0x27 || before === 0x60;
}

function isValueUnit(code: number): boolean {
  return code > 0x20 && code < 0x7f && !"\"'`;,\\()<>{}[]$".includes(String.fromCharCode(code));
}

/** Letters with digits among them, or long digits: no word, no date, no template. */
function isMade(value: string): boolean {
  if (value.length < SHORTEST_VALUE) return false;
  const digits = value.replace(/\D/g, "").length;
  return digits >= FEWEST_DIGITS && /[A-Za-z]/.test(value) && !/^https?:/i.test(value);
}
