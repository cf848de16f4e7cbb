// Tells an order that is given from one that is told of: what a question asks about ("what happens if someone tells the bot to
// …?"), what the writer tells the reader to do ("can I tell you to …"), and words to people who work on models.
import type { RuleMatch } from "./match.js";
import { INJECTION_RULES } from "./rule-table.js";

/** Characters on each side within which a question begins and ends. */
const REACH = 200;
/** Signs before which another clause ends: each character of one is looked at, which a table answers fastest. */
const ENDS_CLAUSE = new Uint8Array(0x10000);
for (const sign of '.!?:;\n¿؟？！。"“„«「') ENDS_CLAUSE[sign.charCodeAt(0)] = 1;
/** The end of a sentence, or of a question. */
const SENTENCE_END = /[.!?\n؟？！。]/;

/**
 * How questions begin that somebody else is asked about; "can you", "will you" and "what is your" are orders, and so are "why
 * don't you" and "may I ask you to".
 */
const ASKS =
  /^\s*(?:(?:what (?:happens|would happen|will happen|if)|why(?! (?:not|don.?t you|won.?t you) )|is it|is there|are there|does|has|was|did|should (?:i|we)|(?:can|could|may) (?:(?:i|we)(?! (?:please |just |kindly )?(?:ask|beg|bother|get|have|invite|request|trouble|urge) )|someone|somebody|anyone|anybody|people|users|a user|an attacker)) )/i;
/** The same where what is asked for could be the prompt itself: "does the answer reveal it?". */
const ASKS_OF_OTHERS =
  /^\s*(?:does|did|has|why (?:does|did)|what happens (?:if|when)|how (?:would|do|can|could) (?:i|we|you) (?:keep|stop|prevent)) /i;
/** "What happens" in other languages, wherever it stands in the clause. */
const WHAT_HAPPENS =
  /was passiert|que se passe|que (?:se passerait|arrive)|qu.arrive|qué pas(?:a|aría) si|o que acontece|cosa succede|che succede|wat gebeurt|co się (?:stanie|dzieje)|ne olur|что (?:будет|произойд[её]т)|що (?:буде|станеться)|ماذا (?:يحدث|سيحدث)|چه می.?شود|چه اتفاقی|क्या होगा|क्या होता|会怎么?样|会发生什么|どうな[るり]|어떻게 (?:되|될)|thì sao|điều gì (?:sẽ )?xảy ra|apa yang terjadi|จะเกิดอะไร|จะเป็นอย่างไร/i;

const TELLS_YOU = /^ you to /;
const WORKS_ON_MODELS =
  /^ (?:researcher|engineer|developer|enthusiast|user|expert|student|vendor|provider|trainer|specialist|consultant|startup|company|team|lab)s?(?![a-z])/i;

/** A deed that somebody does: "… before they pay". */
const OTHER_SUBJECT = / (?:they|he|she|we) [a-z]{1,20}$/i;

/** Whether a match tells of an order instead of giving one. */
export function isReported(text: string, match: RuleMatch): boolean {
  const rule = INJECTION_RULES[match.rule];
  if (rule === undefined) return false;
  const behind = text.slice(match.headEnd, match.headEnd + 16);
  if (rule.head === "say_verb" && TELLS_YOU.test(behind)) return true;
  if (
    rule.head === "to_model" &&
    (WORKS_ON_MODELS.test(behind) || OTHER_SUBJECT.test(text.slice(Math.max(match.headEnd, match.end - 32), match.end)))
  )
    return true;
  if (rule.head === "reveal_verb") return isAsked(text, match.start, match.end, ASKS_OF_OTHERS);
  return (rule.family === "override" || rule.head === "to_model") && isAsked(text, match.start, match.end, ASKS);
}

function isAsked(text: string, start: number, end: number, opening: RegExp): boolean {
  let from = start;
  while (from > 0 && start - from < REACH && ENDS_CLAUSE[text.charCodeAt(from - 1)] === 0) from -= 1;
  const behind = text.slice(end, end + REACH);
  const stop = behind.search(SENTENCE_END);
  if (stop >= 0 && /[?？؟]/.test(behind[stop] as string) && opening.test(text.slice(from, from + 40))) return true;
  return WHAT_HAPPENS.test(text.slice(from, end + (stop < 0 ? behind.length : stop)));
}
