// E-mail addresses: a run, an at sign, a domain with a top-level name. File names such as logo@2x.png are none.
import { type Detected, isRunUnit, type Reach } from "./run.js";

const LONGEST_LOCAL = 256;
const LONGEST_DOMAIN = 253;
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  "png jpg jpeg gif svg webp avif ico css js mjs cjs ts tsx jsx json html htm xml yml yaml txt log csv pdf zip gz tgz tar jar whl deb rpm exe dll map lock toml ini bak".split(
    " ",
  ),
);

/** The address whose local part is the run from `start` to the at sign at `end`. */
export function findEmail(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  let from = start;
  // Signs that no address begins with belong to the text before it.
  while (
    from < end &&
    !isLetterOrDigit(text.charCodeAt(from)) &&
    text.charCodeAt(from) !== 0x5f &&
    text.charCodeAt(from) !== 0x2b
  )
    from += 1;
  if (end === from || end - from > LONGEST_LOCAL) return undefined;
  let to = end + 1;
  while (to < text.length && to - end <= LONGEST_DOMAIN && isDomainUnit(text.charCodeAt(to))) to += 1;
  if (to + 1 > reach.end) reach.end = to + 1;
  const after = to;
  while (to > end + 1 && !isLetterOrDigit(text.charCodeAt(to - 1))) to -= 1;
  const domain = text.slice(end + 1, to);
  const dot = domain.lastIndexOf(".");
  if (dot <= 0 || domain.includes("..") || !isLetterOrDigit(domain.charCodeAt(0))) return undefined;
  const top = domain.slice(dot + 1).toLowerCase();
  if (top.length < 2 || top.length > 24 || !isTopName(top)) return undefined;
  if (FILE_ENDINGS.has(top)) return undefined;
  // git@host:path is an address of a repository.
  if (text.charCodeAt(after) === 0x3a && text.slice(from, end) === "git") return undefined;
  return { kind: "email", start: from, end: to };
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
