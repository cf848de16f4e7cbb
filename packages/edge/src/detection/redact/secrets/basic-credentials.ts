// A user and a password in base64: behind `Basic` in an Authorization header, and under `auth` in settings of registries.
import { isLetterOrDigit } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const BASIC = "basic ";
const SHORTEST_BASIC = 8;
const LONGEST_VALUE = 512;

/** What follows `Basic` in an Authorization header, where it reads as a name, a colon and a password. */
export function findBasic(text: string, from: number, reach: Reach): Detected | undefined {
  const start = from + BASIC.length;
  if (start > reach.end) reach.end = start;
  if (text.slice(from, start).toLowerCase() !== BASIC) return undefined;
  let end = start;
  while (end < text.length && end - start < LONGEST_VALUE && isBase64(charCodeAt.call(text, end))) end += 1;
  if (end + 1 > reach.end) reach.end = end + 1;
  return readsAsCredentials(text.slice(start, end)) ? { kind: "api_key", start, end } : undefined;
}

/** Whether a value is base64 of a name, a colon and a password. */
export function readsAsCredentials(value: string): boolean {
  if (value.length < SHORTEST_BASIC) return false;
  try {
    return /^[^\p{Cc}]+:[^\p{Cc}]+$/u.test(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return false;
  }
}

function isBase64(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x2b || code === 0x2f || code === 0x3d || code === 0x2d || code === 0x5f;
}
