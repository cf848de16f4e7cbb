// Whether a text speaks to the model whose name stands at a place: "to the LLM that reads this: …", "Copilot, …".

import { unitAt } from "./unit.js";
import { isWordUnit, passSpacesBack, wordBefore } from "./word-before.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const COMMA = 0x2c;
const COLON = 0x3a;
const WIDE_COLON = 0xff1a;
const DOT = 0x2e;
const OPEN = 0x28;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const LESS = 0x3c;
const GREATER = 0x3e;
const DOLLAR = 0x24;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** Words that turn a text to whoever is named behind them, with a comma or a colon. */
const GREETINGS: ReadonlySet<string> = new Set(["hey", "hi", "hello", "dear", "attention"]);
/** The same where only a colon ends the address: "for AI agents, …" goes on about them. */
const DATIVES: ReadonlySet<string> = new Set(["to", "for"]);
/** Words before a name that make it part of a sentence: "as a helpful AI, …". */
const TIES: ReadonlySet<string> = new Set(
  (
    "a|an|the|any|every|as|if|when|with|of|in|on|by|from|and|or|our|my|your|his|her|their|its|this|that|these|those|other|such|some|" +
    "many|most|all|both|like|unlike|than|without|use|using|is|are"
  ).split("|"),
);
/** Beginnings of names that people, cars and fields bear as well; behind them a colon says nothing. */
const AMBIGUOUS = /^(?:ai$|agent|assist|asist|asyst|model|bot|ассист|асист|помощн|помічн)/;

/** "To any AI browsing here: …". */
const IS_DOING = /^ [a-z]{3,12}ing\b/i;

/** The name of a firm goes on behind a comma: "Anthropic, PBC". */
const COMPANY = /^ {0,3}, (?:Inc|PBC|LLC|Ltd|Corp|GmbH|L\.P|S\.A)\b/;

/** Quotation marks of mails, and the spaces between them. */
const MOST_QUOTE_MARKS = 12;

/** Words that may stand before a name and belong to it: "the mail agent". */
const MOST_WORDS = 3;
/** Characters behind a name that is called within which a colon may end the address. */
const COLON_REACH = 64;

/** Whether a comma or a colon ends an address to whoever bears the name. */
export function isAddressee(text: string, start: number, end: number): boolean {
  const close = signBehind(text, end);
  const isComma = close === COMMA && unitAt(text, passSpaces(text, end) + 1) === SPACE;
  const isColon = close === COLON || close === WIDE_COLON;
  if (!isComma && !isColon && !reachesColon(text, end)) return false;
  if (isComma && COMPANY.test(text.slice(end, end + 10))) return false;
  let isTied = false;
  let at = start;
  for (let words = 0; words <= MOST_WORDS; words += 1) {
    const last = passSpacesBack(text, at - 1);
    const word = wordBefore(text, last);
    if (word === "") {
      if (isTied || (last === at - 1 && joinsWords(text, last))) return false;
      if (unitAt(text, last) === COMMA || isWrapped(text, last) || isArgument(text, last, start, end)) return false;
      if (isComma && isAmbiguous(text, start, end) && (unitAt(text, last) === OPEN || (words > 0 && isMany(text, end))))
        return false;
      return isComma || (isColon && !isAmbiguous(text, start, end));
    }
    if (GREETINGS.has(word)) return isComma || words > 0 || !isAmbiguous(text, start, end);
    if (DATIVES.has(word))
      return (
        !isComma &&
        (!isAmbiguous(text, start, end) ||
          (isTied && isAi(text, start, end) && (isColon || IS_DOING.test(text.slice(end, end + 16)))))
      );
    if (TIES.has(word)) isTied = true;
    at = last - word.length + 1;
  }
  return false;
}

/** Only the names that a field or a person may bear need telling apart from models. */
function isAmbiguous(text: string, start: number, end: number): boolean {
  return AMBIGUOUS.test(text.slice(start, end).toLowerCase());
}

/** "Internet models, lawyers, travel agents": a list names many. */
function isMany(text: string, end: number): boolean {
  return (unitAt(text, end - 1) | 0x20) === 0x73;
}

/** "To the AI: …" names no field, as "AI: …" does. */
function isAi(text: string, start: number, end: number): boolean {
  return text.slice(start, end).toLowerCase() === "ai";
}

/** Whether a sentence goes on over the end of a line, also in a mail that quotes one. */
function isWrapped(text: string, at: number): boolean {
  const end = passQuoteMarks(text, at);
  if (unitAt(text, end) !== LINE_FEED) return false;
  const code = unitAt(text, end - 1);
  return isWordUnit(code) || code === COMMA || code === SPACE;
}

/** The last place before the marks with which mails quote a line: `> > `. */
function passQuoteMarks(text: string, from: number): number {
  let at = from;
  while (at > from - MOST_QUOTE_MARKS && (unitAt(text, at) === GREATER || (at < from && unitAt(text, at) === SPACE)))
    at -= 1;
  return at;
}

/** import { Agent, Options as Settings } from "agents" */
const NAMES_IN_BRACES = /^[\w$]{1,40}(?:\s{0,8},\s{0,8}[\w$]{1,40}(?: as [\w$]{1,40})?){0,8},?\s{0,8}\}/;
const LONGEST_LIST = 240;

/** Whether a name behind the sign at a place is that of a value of code: `train(model, data)`, `self.model, rows`, `$agent, $event`. */
function isArgument(text: string, at: number, start: number, end: number): boolean {
  const code = unitAt(text, at);
  if (code === DOLLAR && at === start - 1) return true;
  if (at !== start - 1) return code === OPEN_BRACE && NAMES_IN_BRACES.test(text.slice(start, start + LONGEST_LIST));
  if (code === DOT) return isWordUnit(unitAt(text, at - 1));
  return (
    (code === OPEN || code === OPEN_BRACE || code === OPEN_BRACKET || code === LESS) && isAmbiguous(text, start, end)
  );
}

/** Whether the sign at a place, right before a word, ties it to what stands before. */
function joinsWords(text: string, at: number): boolean {
  const code = unitAt(text, at);
  if (code === 0x27 || code === 0x2019 || code === 0x60) return isWordUnit(unitAt(text, at - 1));
  return code === 0x2d || code === 0x2f || code === 0x26 || code === 0x5f;
}

function signBehind(text: string, end: number): number {
  return unitAt(text, passSpaces(text, end));
}

/** Whether a colon that opens no URL ends the clause that begins behind a name. */
function reachesColon(text: string, end: number): boolean {
  const stop = Math.min(text.length, end + COLON_REACH);
  for (let at = end; at < stop; at += 1) {
    const code = charCodeAt.call(text, at);
    if (code === COLON || code === WIDE_COLON) return unitAt(text, at + 1) !== 0x2f;
    if (
      code === 10 ||
      code === COMMA ||
      code === 0x2e ||
      code === 0x21 ||
      code === 0x3f ||
      code === 0x3b ||
      code === 0x22
    )
      return false;
  }
  return false;
}

function passSpaces(text: string, from: number): number {
  let at = from;
  while (at < from + 4 && unitAt(text, at) === SPACE) at += 1;
  return at;
}
