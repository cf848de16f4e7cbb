// E-mail addresses: a run, an at sign, a domain with a top-level name. File names such as logo@2x.png are none.

import { unitAt } from "../text/unit.js";
import type { Detected } from "./detected.js";
import { isParting, isRunUnit, type Reach } from "./run.js";

const LONGEST_LOCAL = 256;
const LONGEST_DOMAIN = 253;
const SHORTEST_TOP = 2;
const LONGEST_TOP = 24;
const DOT = 0x2e;
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  "png jpg jpeg gif svg webp avif ico css js mjs cjs ts tsx jsx json html htm xml yml yaml txt log csv pdf zip gz tgz tar jar whl deb rpm exe dll map lock toml ini bak".split(
    " ",
  ),
);

const LONGEST_JOINED = 40;
const LONGEST_QUOTED = 64;

/** Signs that an address may hold between letters, though no run does. */
function isJoiner(code: number): boolean {
  return code === 0x27 || code === 0x21 || code === 0x26 || code === 0x23 || code === 0x2a;
}

/** What was read last: runs with signs between them, from where to where, so that none of them is read twice. */
let joinedText = "";
let joinedFrom = 0;
let joinedTo = 0;

/** End of a local part such as o'brien that begins with the run from `start` to `end`, at its at sign; -1 when none. */
export function endOfJoined(text: string, end: number, reach: Reach): number {
  const isKnown = joinedText === text && end > joinedFrom && end < joinedTo;
  if (!isKnown) {
    joinedText = text;
    joinedFrom = end;
  }
  let at = isKnown ? joinedTo : end;
  const stop = end + LONGEST_JOINED;
  // What was read before may end within a run.
  while (at > end && at < stop && isRunUnit(unitAt(text, at))) at += 1;
  while (at < stop && isJoiner(unitAt(text, at)) && isLetterOrDigit(unitAt(text, at + 1))) {
    at += 1;
    while (at < stop && isRunUnit(unitAt(text, at))) at += 1;
  }
  joinedTo = at;
  if (at + 2 > reach.end) reach.end = at + 2;
  return at > end && unitAt(text, at) === 0x40 ? at : -1;
}

/** An address whose local part is in quotation marks, at the opening one. */
export function findQuotedEmail(text: string, open: number, reach: Reach): Detected | undefined {
  let close = open + 1;
  while (
    close - open < LONGEST_QUOTED &&
    close < text.length &&
    unitAt(text, close) >= 32 &&
    unitAt(text, close) !== 0x22
  )
    close += 1;
  if (close + 2 > reach.end) reach.end = close + 2;
  if (close === open + 1 || unitAt(text, close) !== 0x22 || unitAt(text, close + 1) !== 0x40) return undefined;
  const to = endOfDomain(text, close + 1, reach);
  return to > 0 ? { kind: "email", start: open, end: to } : undefined;
}

/** The address whose local part is the run from `start` to the at sign at `end`. */
export function findEmail(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  const part = startOfPart(text, start, end);
  const inPart = startOfLocal(text, part, end);
  const from = inPart === end && part > start ? startOfLocal(text, start, end) : inPart;
  if (end === from || end - from > LONGEST_LOCAL) return undefined;
  const to = endOfDomain(text, end, reach);
  if (to === 0) return undefined;
  // git@host:path is an address of a repository.
  if (unitAt(text, to) === 0x3a && text.slice(from, end) === "git") return undefined;
  return { kind: "email", start: from, end: to };
}

/** Where what is of ASCII begins before `end`, behind what parts it from the run that it stands in: `邮箱是anna@…`; else `start`. */
function startOfPart(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && unitAt(text, at - 1) < 0x80) at -= 1;
  return at > start && at < end && isParting(unitAt(text, at - 1)) ? at : start;
}

/** Signs that no address begins with belong to the text before it. */
function startOfLocal(text: string, start: number, end: number): number {
  let from = start;
  while (from < end && !opensLocal(unitAt(text, from))) from += 1;
  return from;
}

function opensLocal(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x5f || code === 0x2b;
}

/** End of the domain after the at sign, 0 when there is none. */
function endOfDomain(text: string, sign: number, reach: Reach): number {
  const from = sign + 1;
  let to = from;
  while (to < text.length && to - sign <= LONGEST_DOMAIN && isDomainUnit(unitAt(text, to))) to += 1;
  if (to + 1 > reach.end) reach.end = to + 1;
  to = endBesideText(text, from, to);
  while (to > from && !isLetterOrDigit(unitAt(text, to - 1))) to -= 1;
  if (to === from || !isLetterOrDigit(unitAt(text, from))) return 0;
  let dot = to - 1;
  while (dot > from && unitAt(text, dot) !== DOT) dot -= 1;
  const size = to - dot - 1;
  if (dot === from || size < SHORTEST_TOP || size > LONGEST_TOP) return 0;
  for (let at = from + 1; at < dot; at += 1) if (unitAt(text, at) === DOT && unitAt(text, at + 1) === DOT) return 0;
  const top = text.slice(dot + 1, to).toLowerCase();
  return isTopName(top) && !FILE_ENDINGS.has(top) ? to : 0;
}

/** Where a domain ends whose last name is of ASCII, with text of a script without spaces or an emoji behind it: `…@acme.com으로`. */
function endBesideText(text: string, from: number, to: number): number {
  let dot = to - 1;
  while (dot > from && unitAt(text, dot) !== DOT) dot -= 1;
  let end = dot + 1;
  while (end < to && isAsciiLetter(unitAt(text, end))) end += 1;
  const next = unitAt(text, end);
  const isText = end < to && (isParting(next) || (next >= 0xd800 && next <= 0xdbff));
  return isText && dot > from && end - dot > SHORTEST_TOP ? end : to;
}

function isAsciiLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function isTopName(top: string): boolean {
  if (top.startsWith("xn--")) return true;
  for (let at = 0; at < top.length; at += 1) {
    const code = top.charCodeAt(at);
    if (code < 0x61 || (code > 0x7a && code < 0xa1)) return false;
  }
  return true;
}

function isDomainUnit(code: number): boolean {
  return code !== 0x5f && code !== 0x25 && code !== 0x2b && isRunUnit(code);
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code > 0xa0;
}
