// What stands before a string tells what becomes of it: a value of code or data may be run or sent, and what a function prints is
// shown to people.

import { unitAt } from "./unit.js";

/** What stands before a value; before a string of a shell or a sentence stands a word. */
const BEFORE_VALUE = /(?:[=({[:,]|\breturn)\s{0,8}[rbfu]{0,2}$/i;
const REACH = 16;
/** Signs right before a quotation mark with which that may end: a space, a sign of code, a letter. */
const LAST_SIGNS: ReadonlySet<number> = new Set([..." \t\n\r=({[:,rbfunRBFUN"].map((sign) => sign.charCodeAt(0)));
/** A function of a program that shows a text, in front of its string. */
const SHOWN =
  /(?:\b(?:print|println|puts|console\.(?:log|info|warn|error)|(?:logger|logging|log)\.(?:debug|info|warn|warning|error)|Error)\s{0,2}\(\s{0,2}[rf]?\\{0,2})$/;
const LONGEST_CALL = 40;

/** Whether the string whose quotation mark stands at a place is a value of code or data. */
export function opensValue(text: string, open: number): boolean {
  return LAST_SIGNS.has(unitAt(text, open - 1)) && BEFORE_VALUE.test(text.slice(Math.max(0, open - REACH), open));
}

/** Whether it is handed to a function that shows it. */
export function isShown(text: string, open: number): boolean {
  return SHOWN.test(text.slice(Math.max(0, open - LONGEST_CALL), open));
}
