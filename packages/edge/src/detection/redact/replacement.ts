// What stands in place of a redacted text. Placeholders hold no at sign, no colon before slashes and never more than four
// digits together, and the detectors know their form, so that redacting twice changes nothing.
import { unitAt } from "../text/unit.js";
import type { Detected } from "./detected.js";
import { keyedHash } from "./keyed-hash.js";
import {
  REDACTION_KINDS,
  type RedactionAction,
  RedactionError,
  type RedactionKind,
  type RedactionPolicy,
} from "./policy.js";
import type { Reach } from "./run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const TOKEN_LETTERS = 16;

/** A whole text that is one of our placeholders. */
const PLACEHOLDER = /^\[(?:REDACTED:[A-Z_]{2,12}(?::[A-Za-z0-9]{1,4}|:[a-p]{16})?)?\]$/;

export const LONGEST_PLACEHOLDER = 48;

export function isPlaceholder(text: string): boolean {
  return text.length <= LONGEST_PLACEHOLDER && PLACEHOLDER.test(text);
}

/** End of the placeholder that begins at the bracket at `at`; 0 where none does. */
export function endOfPlaceholder(text: string, at: number): number {
  const part = text.slice(at, at + LONGEST_PLACEHOLDER);
  const end = part.indexOf("]") + 1;
  return end > 0 && PLACEHOLDER.test(part.slice(0, end)) ? at + end : 0;
}

/** How placeholders begin that hold anything. */
export const OPENING = "[REDACTED:";
const COLON = 0x3a;

/** A match that cuts no placeholder in two: it begins behind one that it begins in, and takes in one that it ends in. */
export function besidePlaceholders(text: string, found: Detected, reach: Reach): Detected | undefined {
  if (!holdsPlaceholder(text)) return found.start < found.end ? found : undefined;
  let { start, end } = found;
  let open = openingBefore(text, start);
  if (open >= 0) {
    start = Math.max(start, endOfPlaceholder(text, open));
    if (start > found.start && charCodeAt.call(text, start) === COLON) start += 1;
  }
  open = openingBefore(text, end);
  if (open >= start) {
    if (open + LONGEST_PLACEHOLDER > reach.end) reach.end = open + LONGEST_PLACEHOLDER;
    end = Math.max(end, endOfPlaceholder(text, open));
  }
  if (start >= end) return undefined;
  return start === found.start && end === found.end ? found : { ...found, start, end };
}

let lookedAt = "";
let holdsOne = false;

/** Whether a placeholder may begin anywhere in a text; the answer is kept for the next match in it. */
function holdsPlaceholder(text: string): boolean {
  if (text !== lookedAt) {
    lookedAt = text;
    holdsOne = text.includes(OPENING);
  }
  return holdsOne;
}

/** Where the last placeholder may begin that goes on at `to`; -1 where none does. */
function openingBefore(text: string, to: number): number {
  const from = Math.max(0, to - LONGEST_PLACEHOLDER);
  const open = text.slice(from, to).lastIndexOf("[");
  return open < 0 || !text.startsWith(OPENING, from + open) ? -1 : from + open;
}

const MASKS = new Map(REDACTION_KINDS.map((kind) => [kind, `[REDACTED:${kind.toUpperCase()}]`]));

/** The masks by the letter that their kinds begin with: nothing that begins inside of one is found. */
const MASKS_BY_LETTER = new Map<number, readonly string[]>();
for (const mask of MASKS.values()) {
  const letter = mask.charCodeAt(OPENING.length);
  MASKS_BY_LETTER.set(letter, [...(MASKS_BY_LETTER.get(letter) ?? []), mask]);
}

/** End of the mask that begins at `at`; 0 where none does. */
export function endOfMask(text: string, at: number): number {
  const masks = text.startsWith(OPENING, at) ? MASKS_BY_LETTER.get(unitAt(text, at + OPENING.length)) : undefined;
  const mask = masks?.find((one) => text.startsWith(one, at));
  return mask === undefined ? 0 : at + mask.length;
}

/** The text that stands for `found`. */
export function replacementFor(
  found: string,
  kind: RedactionKind,
  action: RedactionAction,
  policy: RedactionPolicy,
): string {
  const mask = MASKS.get(kind) as string;
  if (action === "mask") return mask;
  if (action === "drop") return "[]";
  const name = kind.toUpperCase();
  if (action === "last_four") {
    const signs = found.replace(/[^A-Za-z0-9]/g, "");
    // Four of less than eight would give half of it away.
    return signs.length < 8 ? mask : `[REDACTED:${name}:${signs.slice(-4)}]`;
  }
  if (action === "token") return `[REDACTED:${name}:${tokenOf(found, kind, policy)}]`;
  return mask;
}

/** Sixteen letters of a keyed hash: equal values of a kind give equal tokens under one key. */
function tokenOf(found: string, kind: RedactionKind, policy: RedactionPolicy): string {
  if (policy.tokenKey === undefined || policy.tokenKey.length < 16) {
    throw new RedactionError("the action token needs a tokenKey of at least 16 characters in the policy");
  }
  const hash = keyedHash(policy.tokenKey, `${kind}\u0000${found}`);
  let out = "";
  for (let at = 0; at < TOKEN_LETTERS / 2; at += 1) {
    const byte = hash[at] as number;
    out += String.fromCharCode(0x61 + (byte >> 4), 0x61 + (byte & 15));
  }
  return out;
}
