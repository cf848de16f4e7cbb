// Addresses of pictures, links and styles in which a placeholder waits for what was said or kept: whoever fills it in and shows the
// text sends that to the address, `![x](https://host/?q={{data}})`. Addresses in prose are left alone, as documentation is
// full of them.

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

export interface CarryingAddress {
  readonly start: number;
  readonly end: number;
}

/** What only a chat or its keeper has, as words of a placeholder. */
const KEPT =
  /^(?:chats?|conversations?|dialog(?:ue)?|transcript|messages|history|secrets?|passwords?|credentials|memory|memories|inbox|everything|cookies?)$/;
/** What a picture shows as well, and so counts only in the query of one. */
const TOLD = /^(?:data|info|information|summary|context|output|answer|response|leak|leaked|stolen|exfil)$/;
/** Words of a placeholder that stands for an identifier or a setting. */
const PLAIN =
  /^(?:ids?|uuid|name|slug|count|number|url|uri|type|page|size|limit|width|height|version|date|color|lang|format|hash)$/;
const SYSTEM_TEXT = /\bsystem (?:prompt|message|instructions?)\b/;
/** A value that is nothing but such a word in capitals: `?d=DATA`. */
const CAPITALS = /[?&#][\w.-]{1,32}=([A-Z][A-Z_]{3,31})(?=[&#]|$)/g;

const LONGEST_ADDRESS = 400;
const LONGEST_PLACEHOLDER = 80;
const LONGEST_ALT = 200;
/** What ends a placeholder, by what opens it; it ends on its line. */
const CLOSING: Readonly<Record<string, RegExp>> = { "{": /[}\n]/, "[": /[\]\n]/, "<": /[>\n]/ };
/** The same behind `%7`. */
const ESCAPED: Readonly<Record<string, RegExp>> = { B: /%7D|\n/i, b: /%7D|\n/i };
/** What opens an object or a list of settings, as links that install something have it: `?config={"command":…}`. */
const OPENS_JSON = /^(?:7b)?(?:"|%22|\\")/i;
/** What ends an address, and what else tells something in one: what may open a placeholder, what opens a query. */
const ENDS = 1;
const OPENS = 2;
const ASKS = 3;
const SIGNS = new Uint8Array(0x10000);
for (const sign of "\"'`)>\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff")
  SIGNS[sign.charCodeAt(0)] = ENDS;
SIGNS.fill(ENDS, 0x2000, 0x200b);
for (const sign of "{[<%") SIGNS[sign.charCodeAt(0)] = OPENS;
for (const sign of "?#") SIGNS[sign.charCodeAt(0)] = ASKS;

type Holder = "picture" | "other" | "none";

/** Every address that carries something, by its scheme's separator. */
export function findCarryingAddresses(text: string): CarryingAddress[] {
  const found: CarryingAddress[] = [];
  for (let at = text.indexOf("://"); at >= 0; ) {
    const start = startOfScheme(text, at);
    const address = readAddress(text, at + 3);
    if (carries(text, start, address)) found.push({ start, end: address.end });
    at = text.indexOf("://", address.end);
  }
  return found;
}

interface Placeholder {
  /** What it says of its value. */
  readonly inside: string;
  readonly isInQuery: boolean;
}

interface Address {
  readonly from: number;
  readonly end: number;
  readonly placeholders: readonly Placeholder[];
}

function startOfScheme(text: string, separator: number): number {
  let start = separator;
  while (start > 0 && separator - start < 12 && isLetter(charCodeAt.call(text, start - 1))) start -= 1;
  return start;
}

/** An address with the placeholders in it, which may hold spaces. */
function readAddress(text: string, from: number): Address {
  const placeholders: Placeholder[] = [];
  const limit = Math.min(text.length, from + LONGEST_ADDRESS);
  let isInQuery = false;
  let at = from;
  for (; at < limit; at += 1) {
    const sign = SIGNS[charCodeAt.call(text, at)] as number;
    if (sign === 0) continue;
    if (sign === ENDS) break;
    if (sign === ASKS) isInQuery = true;
    else if (at > from) {
      const inside = placeholderAt(text, at);
      if (inside === undefined) continue;
      placeholders.push({ inside: inside.replace(/^7b/i, ""), isInQuery });
      at += inside.length + 1;
    }
  }
  return { from, end: Math.max(at, from), placeholders };
}

/** What stands in the placeholder that a sign opens; undefined where it opens none. */
function placeholderAt(text: string, at: number): string | undefined {
  const sign = text[at] as string;
  const closing = sign === "%" ? (text[at + 1] === "7" ? ESCAPED[text[at + 2] ?? ""] : undefined) : CLOSING[sign];
  if (closing === undefined) return undefined;
  const inside = text.slice(at + 1, at + 1 + LONGEST_PLACEHOLDER);
  const size = inside.search(closing);
  return size > 0 && !OPENS_JSON.test(inside) ? inside.slice(0, size) : undefined;
}

function wordsOf(inside: string): readonly string[] {
  return inside
    .replace(/url[ _-]?encod\w*/gi, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

function carries(text: string, start: number, { from, end, placeholders }: Address): boolean {
  const capitals = placeholders.length === 0 ? [...text.slice(from, end).matchAll(CAPITALS)] : [];
  if (placeholders.length === 0 && capitals.length === 0) return false;
  const holder = holderOf(text, start);
  if (holder === "none") return false;
  const isPicture = holder === "picture";
  return (
    placeholders.some(({ inside, isInQuery }) => speaks(wordsOf(inside), isPicture && isInQuery)) ||
    (isPicture && capitals.some(([, name]) => speaks(wordsOf(name ?? ""), true)))
  );
}

function speaks(words: readonly string[], isOfPicture: boolean): boolean {
  if (words.some((word) => PLAIN.test(word))) return false;
  return words.some((word) => KEPT.test(word) || (isOfPicture && TOLD.test(word))) || SYSTEM_TEXT.test(words.join(" "));
}

/** What the address at a place is of, by what stands right before it. */
function holderOf(text: string, start: number): Holder {
  const before = text.slice(Math.max(0, start - 8), start);
  if (/\]\(<?$/.test(before))
    return isPictureBefore(text, before.lastIndexOf("](") + start - before.length) ? "picture" : "other";
  if (/\]: {1,2}<?$/.test(before)) return "picture";
  return /(?:src|href) ?= ?["']?$/i.test(before) || /url\(["']?$/i.test(before) ? "other" : "none";
}

/** Whether the bracket that closes at a place is that of a picture. Never looks further back than a picture's words may reach. */
function isPictureBefore(text: string, close: number): boolean {
  const before = text.slice(Math.max(0, close - LONGEST_ALT - 1), close);
  const open = before.lastIndexOf("[");
  return open > 0 && before.charAt(open - 1) === "!";
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
