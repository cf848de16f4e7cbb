// Databases, queues and indices that speak no SQL, and mappers in front of those that do: what empties or drops them. Calls and requests
// count where they are run, in a field that says so, handed to a client, or as all that a text says: files of programs and documents
// are full of them.
import { KeyTest } from "../argument/key-test.js";
import { type CallChain, callChains } from "./call-chain.js";
import { isDropValue } from "./drop-document.js";
import { emptiesStore } from "./emptying-calls.js";
import { findStoreRequest, type Place } from "./requests.js";

const RUN_KEY = new KeyTest(
  /^(?:cmd|command|commands|script|shell|bash|exec|run|code|args?|entrypoint|sql|query|queries|q|statements?|stmt|eval|expression|expr|mql|cypher|request|console|operation|pipeline|lua|js|javascript|python|ruby|source)$/i,
);
/** One of several of a command, which is none by itself: SET flushall 1. */
const ARGUMENT = new KeyTest(/^args?$/i);
/** Clients that are told what to run on their command line. */
const CLIENT =
  /\bmongo(?:sh)?\b[^\n]{0,200}--eval\b|\b(?:node|deno eval|bun|ruby|perl|rails runner|php|python[\d.]{0,4})\b[^\n]{0,60} (?:-[ecr]|-p|--eval|eval|runner)\b|\bredis-cli\b[^\n]{0,120}\bEVAL\b/i;
/** A text that begins with a call is code, if it is short. */
const CODE = /^(?:\s|await |return |use \w{1,60}\s)*(?=[A-Za-z_$][\w$]{0,60}(?:\.|::|->|\())/;
const LONGEST_CODE = 512;
const LONGEST_TEXT = 0x10000;
const MOST_FOUND = 8;
const LONGEST_LINE = 400;

/** Whether a text under a key is run, or code as a whole, or where it `hasCommands` hands some to a client. */
export function mayEmptyStores(text: string, key: string, hasCommands: boolean): boolean {
  return text.length <= LONGEST_TEXT && (RUN_KEY.holds(key) || isShortCode(text) || (hasCommands && CLIENT.test(text)));
}

function isShortCode(text: string): boolean {
  return text.length <= LONGEST_CODE && CODE.test(text);
}

/** Every place that empties a store, of a text that may. */
export function findEmptiedStores(text: string, key: string): Place[] {
  const isRun = RUN_KEY.holds(key);
  const isCode = !isRun && isShortCode(text);
  const found: Place[] = [];
  const request = isRun && !ARGUMENT.holds(key) ? (findStoreRequest(text) ?? documentIn(text, key)) : undefined;
  if (request !== undefined) found.push(request);
  for (const chain of callChains(text)) {
    if (found.length >= MOST_FOUND) break;
    if (emptiesStore(chain) && isStatement(text, chain, isCode)) found.push({ start: chain.start, end: chain.end });
  }
  return found;
}

/** A command as a document of JSON in a string. */
function documentIn(text: string, key: string): Place | undefined {
  if (!/^\s{0,8}[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isDrop =
      isDropObject(value, key) || Object.entries(value as object).some(([name, each]) => isDropObject(each, name));
    return isDrop ? { start: 0, end: text.length } : undefined;
  } catch {
    return undefined;
  }
}

function isDropObject(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && isDropValue(value, key);
}

/** Words that may go on behind a call in its line. */
const GOES_ON = /^[ \t]{1,8}(?!(?:if|unless|else|and|or|for|catch|finally|then|rescue|as|do|end|from|in|is)\b)[A-Za-z]/;
const COMMENT = /^[ \t]{0,80}(?:\/\/|#|\*|--)/;
/** Two words of a sentence before it: `how to use db.users.drop()`. */
const PROSE =
  /(?:^|\s)[A-Za-z]{1,20},? {1,2}(?!(?:await|return|yield|new|then|else|do|not|and|or|in|throw|defer|go)\b)[a-z]{2,20} {1,2}$/;

/** Whether a chain is run where it stands: in no comment or sentence; in a text for anything, as its first. */
function isStatement(text: string, { start, end }: CallChain, isCode: boolean): boolean {
  const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - LONGEST_LINE);
  // What is made to be told to a call stands where the call does.
  const before = text.slice(from, start).replace(TOLD_TO, "");
  if (COMMENT.test(before) || PROSE.test(before) || GOES_ON.test(text.slice(end, end + 40))) return false;
  return !isCode || OPENS.test(text.slice(0, start));
}

const TOLD_TO = /[\w$.]{1,80}\(\s{0,8}(?:new )?$/;
/** What stands before the first call of a text, or before what that is told. */
const OPENS = /^(?:\s|await |return |use \w{1,60}\s)*(?:[\w$.]{1,80}\(\s{0,8}(?:new )?)?$/;
