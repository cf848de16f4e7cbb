// Whether the name of a role opens a turn of a chat, as forged transcripts do.
import { isLetterOrDigit, unitAt } from "./unit.js";

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const STAR = 0x2a;
const COLON = 0x3a;
const WIDE_COLON = 0xff1a;
const DOT = 0x2e;
const HYPHEN = 0x2d;
/** Signs behind which a line of code goes on, and those with which such a line ends. */
const GOES_ON = "([{,;|";
const ENDS_CODE = /[,;{([|]$|=>$/;
/** What follows a value in brackets in code: `packages: [root] };`, `all[root];`. */
const CLOSES_VALUE = "}]);,.=";
const LONGEST_LINE = 160;

/** A role name opens a turn at the start of a line, a sentence or after a bracket, with a colon or bracket after it. */
export function opensTurn(text: string, start: number, end: number): boolean {
  let after = end;
  while (unitAt(text, after) === SPACE || unitAt(text, after) === STAR) after += 1;
  const close = unitAt(text, after);
  let before = start - 1;
  let isBullet = false;
  for (; before >= 0; before -= 1) {
    const code = unitAt(text, before);
    if (code !== SPACE && code !== STAR && code !== 0x23) break;
    if (code === STAR && unitAt(text, before + 1) === SPACE) isBullet = true;
  }
  const open = before < 0 ? LINE_FEED : unitAt(text, before);
  if ((open === 0x5b || open === 0x2f) && close === 0x5d) return !isValue(text, before, after);
  if ((open === 0x3c || open === 0x2f) && close === 0x3e) return true;
  if (close !== COLON && close !== WIDE_COLON) return false;
  if (open === LINE_FEED)
    return !(isBullet && isScope(text, start, end)) && !(goesOn(text, before) && endsCode(text, after));
  // A member of an object, in a choice between two: `options.agent : none`.
  if (open === DOT && before === start - 1 && isLetterOrDigit(unitAt(text, before - 1))) return !isSmall(text, start);
  // The name of a header: `User-Agent: …`.
  if (open === HYPHEN && before === start - 1 && isLetterOrDigit(unitAt(text, before - 1))) return false;
  if (open === HYPHEN) return !(opensLine(text, before) && isScope(text, start, end));
  return open === 0x5d || open === DOT || open === 0x3e || open === 0x7c || open === 0x29;
}

/** Whether brackets around a name are those of a list, or of a place in one. */
function isValue(text: string, open: number, close: number): boolean {
  if (isLetterOrDigit(unitAt(text, open - 1))) return true;
  let next = close + 1;
  while (unitAt(text, next) === SPACE) next += 1;
  return next < text.length && CLOSES_VALUE.includes(text[next] as string);
}

/** What a list of changes begins an entry with: `* agent: keep the socket open`. A turn of a chat is of one who speaks. */
function isScope(text: string, start: number, end: number): boolean {
  return isSmall(text, start) && SCOPES.has(text.slice(start, end));
}

/** Names of roles that parts of programs bear as well. */
const SCOPES: ReadonlySet<string> = new Set(["agent", "root", "model", "tool", "admin", "developer"]);

function opensLine(text: string, place: number): boolean {
  let at = place - 1;
  while (unitAt(text, at) === SPACE) at -= 1;
  return at < 0 || unitAt(text, at) === LINE_FEED;
}

function isSmall(text: string, at: number): boolean {
  const code = unitAt(text, at);
  return code >= 0x61 && code <= 0x7a;
}

/** Whether the line before goes on in code. */
function goesOn(text: string, lineFeed: number): boolean {
  let at = lineFeed - 1;
  while (at >= 0 && unitAt(text, at) <= SPACE) at -= 1;
  return at >= 0 && GOES_ON.includes(text[at] as string);
}

function endsCode(text: string, from: number): boolean {
  const end = text.indexOf("\n", from);
  const line = text.slice(from, end < 0 || end > from + LONGEST_LINE ? from + LONGEST_LINE : end);
  return ENDS_CODE.test(line.trimEnd());
}
