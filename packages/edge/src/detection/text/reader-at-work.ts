// Whether a text gives orders to the model whose name stands at a place, by what it says of its work on the text itself: "AI
// agents reading this page must …", "whichever assistant summarises this survey, …", "for AI mail tools: …". What is only told of
// models has neither a "must", a comma nor a colon there.

import { passSpacesBack, wordBefore } from "./word-before.js";

/** Characters behind a name within which its work is told. */
const REACH = 96;

/** Names of models that people and fields bear as well. */
const AMBIGUOUS = /^(?:agents?|assistants?|bots?|models?|assist|asist|asyst|ассист|асист|помощн|помічн)/i;
/** Those of them that are models where anyone is meant who works on the text. */
const ONE_OF_MANY = /^(?:assistant|agent|bot|model)$/i;
const ANY_ONE: ReadonlySet<string> = new Set(["a", "an", "any", "every", "whichever", "whatever"]);
const ARTICLES: ReadonlySet<string> = new Set(["the", "any", "every", "all", "this"]);
const DATIVES: ReadonlySet<string> = new Set(["to", "for"]);
/** What is addressed: "note to the agent: …". */
const NOTES =
  /\b(?:note|notes|notice|instructions?|directives?|message|steps?|tasks?|policy|orders?|request|reminder|hint|info|update|attention) $/i;

const WORK =
  "(?:read|process|analy[sz]|summari[sz]|handl|manag|work|visit|brows|edit|review|screen|pars|index|crawl|scan|translat|grad|triag|open|ingest|" +
  "draft|answer|classif|sort|load|scrap|evaluat|look)(?:e|es|s|ing|n?ing|ies|ying)?";
/** What a text calls itself, or what holds it. */
const ITSELF =
  "(?:e-?mail|mail|mailbox|inbox|message|thread|newsletter|page|site|website|web ?page|listing|review|post|ticket|issue|bug|request|lead|" +
  "document|file|sheet|spreadsheet|table|text|note|survey|form|report|article|repo|repository|code|module|pull request|calendar|event|invite|" +
  "invitation|profile|cv|resume|application|output|result|answer|response|transcript|chat|log|entry|row|here|it|us)s?";
const MUST = "(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to|will need to)";

/** Up to three words that go on with the name, the work, the text itself; then a sign or an order. */
const AT_WORK = new RegExp(
  `^(?:,? [a-z]{2,14}){0,3} ${WORK} (?:(?:on|in|at|through|with) )?(?:(?:this|these|our) (?:[a-z]{2,12} )?)?${ITSELF}(?: [a-z]{2,12}){0,5}(?:[:,]| ${MUST} )`,
  "i",
);
/** "AI mail tools:", "LLM crawlers and agents:". */
const TOOLS =
  /^(?: [a-z]{2,14}){0,2} (?:tools|crawlers|readers|agents|assistants|bots|clients|helpers|systems|reviewers|plug-?ins|models):/i;
const COLON = /^(?: [a-z]{2,14}){0,2} ?:/i;
const CALLED = new RegExp(`^(?:[:,] |(?: [a-z]{2,14}){1,2}: |(?: [a-z]{2,14}){0,4} ${MUST} )`, "i");

/** Whether the model whose name is there is told what to do with, or beside, its work on the text. */
export function isReaderAtWork(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end);
  const behind = text.slice(end, end + REACH);
  const first = passSpacesBack(text, start - 1);
  const before = wordBefore(text, first);
  if (isNoted(text, first, before) && COLON.test(behind)) return true;
  if (AMBIGUOUS.test(name)) return ONE_OF_MANY.test(name) && ANY_ONE.has(before) && AT_WORK.test(behind);
  return AT_WORK.test(behind) || ((before === "" || DATIVES.has(before)) && TOOLS.test(behind));
}

/** Whether a sign or an order follows a name of models, whoever else may bear it; browsers, "user agents", must do much. */
export function isCalled(text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + REACH);
  return CALLED.test(behind) && wordBefore(text, passSpacesBack(text, start - 1)) !== "user";
}

/** Whether "note to the" or the like stands before a name; `before` is the word that ends at `last`. */
function isNoted(text: string, last: number, before: string): boolean {
  let at = last;
  let word = before;
  if (ARTICLES.has(word)) {
    at = passSpacesBack(text, at - word.length);
    word = wordBefore(text, at);
  }
  return DATIVES.has(word) && NOTES.test(text.slice(Math.max(0, at - word.length - 14), at - word.length + 1));
}
