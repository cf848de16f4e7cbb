// Secrets that stand in elements of XML and the like, behind their names.

import type { DetectOptions } from "../detect-options.js";
import type { Detected } from "../detected.js";
import { isPlainToken } from "../key-meaning.js";
import type { Reach } from "../run.js";
import { meaningOfName, NAMES_PASSWORD, NAMES_SECRET } from "./secret-names.js";
import { isTemplate, SIGN } from "./secret-value.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** The attributes that name what stands in an element; others say what it is for. */
const NAMING = /\s(?:name|key)=$/;
const LONGEST_NAMING = 7;
const LONGEST_ELEMENT = 512;
const SHORTEST_PASSWORD = 6;
const SHORTEST_SECRET = 12;

/** What stands in an element: `<password>…</password>`, `signs` behind its name. Words alone are those of a form. */
export function findElement(
  text: string,
  start: number,
  end: number,
  signs: number,
  options: DetectOptions,
  reach: Reach,
): Detected | undefined {
  const before = charCodeAt.call(text, start - 1);
  const opens =
    signs === 1
      ? before === 0x3c || before === 0x3a
      : before === charCodeAt.call(text, end) &&
        NAMING.test(text.slice(Math.max(0, start - LONGEST_NAMING), start - 1));
  const from = end + signs;
  if (from + 1 > reach.end) reach.end = from + 1;
  if (!opens || isTemplate(charCodeAt.call(text, from))) return undefined;
  const name = text.slice(start, end);
  const meaning = meaningOfName(name);
  const isPassword = options.wants.password && (meaning & NAMES_PASSWORD) !== 0;
  const isSecret = options.wants.api_key && (meaning & NAMES_SECRET) !== 0 && !isPlainToken(name);
  if (!isPassword && !isSecret) return undefined;
  const limit = Math.min(text.length, from + LONGEST_ELEMENT);
  let to = from;
  while (to < limit && charCodeAt.call(text, to) > 32 && charCodeAt.call(text, to) !== 0x3c) to += 1;
  if (to + 2 > reach.end) reach.end = to + 2;
  const value = text.slice(from, to);
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  const fits = isPassword
    ? value.length >= SHORTEST_PASSWORD && (isMixed || SIGN.test(value))
    : value.length >= SHORTEST_SECRET && isMixed;
  return fits && text.startsWith("</", to)
    ? { kind: isPassword ? "password" : "api_key", start: from, end: to }
    : undefined;
}
