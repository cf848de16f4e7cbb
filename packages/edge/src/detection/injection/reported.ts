// Tells an order that is given from one that is told of: what a question asks about ("what happens if someone tells the bot to
// …?"), what the writer tells the reader to do ("can I tell you to …"), words to people who work on models, rules for all of them,
// and lines of logs. So it does with what is ordered about other things: the rules of a game, or instructions that data holds.
import type { RuleMatch } from "./match.js";
import { INJECTION_RULES } from "./rule-table.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

/** Characters on each side within which a question begins and ends. */
const REACH = 200;
/** Signs before which another clause ends: each character of one is looked at, which a table answers fastest. */
const ENDS_CLAUSE = new Uint8Array(0x10000);
for (const sign of ".!?:;\n¿؟？！。“„«「") ENDS_CLAUSE[sign.charCodeAt(0)] = 1;
/** The end of a sentence, or of a question. */
const SENTENCE_END = /[.!?\n؟？！。]/;

/**
 * How questions begin that somebody else is asked about; "can you", "will you" and "what is your" are orders, and so are "why
 * don't you" and "may I ask you to".
 */
const ASKS =
  /^\s*(?:(?:what (?:happens|would happen|will happen|if(?! you ))|how (?:do|does|did|would|will)(?! (?:i|we|you) )|why(?! (?:not|don.?t you|won.?t you) )|is it|is there|are there|does|has|was|did|should (?:i|we)|(?:can|could|may) (?:(?:i|we)(?! (?:please |just |kindly )?(?:ask|beg|bother|get|have|invite|request|trouble|urge) )|someone|somebody|anyone|anybody|people|users|a user|an attacker)) )/i;
/** The same where what is asked for could be the prompt itself: "does the answer reveal it?". */
const ASKS_OF_OTHERS =
  /^\s*(?:does|did|has|why (?:do|does|did)(?! you )|what happens (?:if|when)|how (?:would|do|can|could) (?:i|we|you) (?:keep|stop|prevent)) /i;
/** "What happens" in other languages, wherever it stands in the clause. */
const WHAT_HAPPENS =
  /was passiert|que se passe|que (?:se passerait|arrive)|qu.arrive|qué pas(?:a|aría) si|o que acontece|cosa succede|che succede|wat gebeurt|co się (?:stanie|dzieje)|ne olur|что (?:будет|произойд[её]т)|що (?:буде|станеться)|ماذا (?:يحدث|سيحدث)|چه می.?شود|چه اتفاقی|क्या होगा|क्या होता|会怎么?样|会发生什么|どうな[るり]|어떻게 (?:되|될)|thì sao|điều gì (?:sẽ )?xảy ra|apa yang terjadi|จะเกิดอะไร|จะเป็นอย่างไร/i;

const TELLS_YOU = /^ you to /;
const WORKS_ON_MODELS =
  /^ (?:researcher|engineer|developer|enthusiast|user|expert|student|vendor|provider|trainer|specialist|consultant|startup|company|team|lab)s?(?![a-z])/i;

/** A deed that somebody does: "… before they pay". */
const OTHER_SUBJECT = / (?:they|he|she|we) [a-z]{1,20}$/i;

/** "AI assistants must tell users that they …": rules of all models for all people. */
const MANY_MODELS = /s (?:must|should|shall|have to|are to)$/i;
const OF_THEMSELVES = /(?:users|customers|people|consumers|visitors|applicants) (?:that|when|whether|if) (?:they|it) /i;

/** People assist as well: "note to all assistants: …", unless it speaks of users, addresses or secrets. */
const MANY_ASSISTANTS = /^[a-z]+ (?:to|for) (?:all |any |the )?assistants$/i;
const OF_A_MODEL = /\busers?\b|https?:|@|\bpasswords?\b|\bkeys?\b|\bprompt/i;

/** What a log counts or dates: "restrictions removed for badge 221", "lifted until 18:00". */
const LOGGED =
  /^(?: [a-z]{3,12})? (?:for|on|from|by|at|until|in) (?!(?:this|the|your|our) )(?:[\w-]{1,20} ){0,2}[\w#-]{0,12}\d/;

/** Instructions that stand in data are what a model should ignore. */
const IN_DATA =
  /^(?: any| all)? ?(?:instructions|commands|orders|directions)?(?: that (?:stand|are|appear))? (?:in|inside|within) (?:it|them|the (?:documents?|pages?|e?mails?|content|data|input|files?|results?|retrieved text|user's text))\b(?! above| before)/i;

/** Rules about other things than the model's own work: "the rules about pasta", "instructions regarding delivery". */
const ABOUT_OTHERS =
  /\b(?:rules?|guidelines?|instructions?|directions|orders?|things|everything|all|anything) (?:about|regarding|concerning) (?!(?:the |your |any |all |its |my |our )*(?:you|what|how|when|who|this|that|these|not|never|being|safe|ethic|moral|content|polic|secur|priva|confiden|secre|reveal|shar|disclos|refus|restrict|limit|harm|behav|role|persona|tone|format|language|answer|respon|output|summar|translat|task|tool|user|system|prompt|model|assistant|conversation|text|message|keep|rules|instructions|illegal|danger|sensitive|topic))/i;

/** What a model is bound by, and how orders call it that set it aside. */
const BINDS =
  /\b(?:rules?|instructions?|guidelines?|prompts?|polic(?:y|ies)|restrictions?|directives?|directions|orders|constraints?|limits?|limitations?|filters?|safety|safeguards?|guardrails?|ethics|principles?|programming|training|told|guidance|conversation|context|messages?|everything|anything|whatever|capabilities)\b/i;
const ITS_OWN =
  /\b(?:your|you (?:were|are|have|had)|you.ve|previous|previously|prior|earlier|preceding|former|past|initial|original|system|developers?|operators?|told|training|safety|content|guidelines|restrictions)\b/i;

/** What follows from not doing as one is told: "if you don't follow the rules above, …", but not "it is best if you don't". */
const CONDITION =
  /(?<!\b(?:better|best|appreciated?|fine|glad|good|grateful|great|happy|it|nice|ok|okay|prefer|wonderful) )\b(?:if|unless)(?: (?:you|they|we|he|she|it|one|users?|people|callers?|clients?|programs?))? ?$/i;
const DOES_NOT = /^(?:do(?:es)?|did)(?: not|n.?t) /i;

/** What needs no doing is no order to set something aside, unless it is to obey: "you don't need to know …". */
const NEED = /\bneed$/i;
const OTHER_DEED =
  /^ to (?!(?:abide|act|adhere|apply|bother|care|comply|consider|enforce|follow|heed|honou?r|keep|listen|maintain|mind|obey|observe|remain|remember|respect|stay|stick|think|uphold|use|worry)\b)/i;

/** English verbs of setting aside that documentation has for data; orders to a model have them less often. */
const OF_DATA = /^(?:discard|overrid|overwrit|reject|replac|reset)/i;

/** A deed that comes later: "overwrite the contents before returning them", but not "before reading this". */
const BEFORE_A_DEED =
  /\bbefore (?:[a-z]+ly )?(?!reading|seeing|receiving|getting|starting|opening|beginning)[a-z]{2,20}ing\b(?! (?:this|that|my|here)\b)/i;
const SAYS_PREVIOUS =
  /\b(?:previous|previously|prior|earlier|above|preceding|former|past|so far|until now|up to|you (?:were|have|had)|before(?! (?:[a-z]+ly )?[a-z]{2,20}ing\b))\b/i;

/** What make says of rules that are given twice: "ignoring old commands for target 'x'". */
const OF_A_TARGET = /^(?:overriding|ignoring old) (?:commands|recipe) for target [`'‘"]/;

/** A thing that the reader has: "override the help and its flags for your command". */
const OF_YOUR_THING =
  /\b(?:for|of|in|from|with)\b[^.!?]{0,40}\byour["'\s+*#/]{1,8}(?:[\w-]+ )?(?:api|build|bundle|codebase|command|component|database|editor|library|linter|package|page|plugin|project|repo|repository|route|schema|site|stylesheet|tests?|theme|website|workspace)\b/i;
const YOURS = /\byour\b/gi;

/** A sort of a secret, and not the secret: "a hint about the type of the token". */
const OF_A_KIND =
  /\b(?:algorithm|audience|expiration|expiry|issuer|kind|lifetime|scope|type) of (?:the |an? |this |that |such )?(?:[\w-]+ )?$/i;

/** A link that names a change, a person or a version, and ends with that name: `([#12](https://…/issues/12))`. */
const REFERENCE = /^\[`?[#@v]?([\w.-]{1,40})`?\]\(https?:\/\/[^\s()?#]{1,200}\/v?\1\)/;
/** What is sent there is told to be: "to [the form](https://…)", but not "thanks to [@kim](https://…)". */
const SENT_TO = /(?<!\bthanks )\b(?:to|at|via|into|onto) \(?$/i;
/** What somebody else can do, as advisories tell it: "an attacker could send …", "allows remote users to upload …". */
const CAN_DO =
  /\b(?:attackers?|adversar(?:y|ies)|intruders?|clients?|users|hackers?)(?: in a position| who (?:is|are) able| able)?(?: (?:to|can|could|may|might)|,? by)(?: \w+ly)? $/i;
/** The same behind the deed: "by sending a request to the server, an attacker can …". */
const THEN_CAN_DO =
  /,\s+(?:an|the|remote|malicious)\s+(?:attacker|adversary|intruder|hacker)s?\s+(?:can|could|may|might)\b/i;
/** A deed as a thing: "uploading of files". */
const DOING = /ing$/i;
const AS_A_THING = /^ of /;

/** The end of a link, behind which nothing is part of its address. */
const LINK_END = /\)[\s:,;.]/;

/**
 * A request that says in a header who calls: `curl -H "Authorization: …" https://…`. What it sends besides, or carries in its address,
 * may be a secret, and what a shell puts into the header any file.
 */
const SIGNED_REQUEST =
  /^curl (?!(?:.{0,400} )?(?:-[dFT]|--(?:data|form|json|upload)))(?:[^"'`\n]{0,200} )?(?:-H|--header)[ =]?(?:"[\w-]{0,40}(?:auth|key|token|secret|cookie)[\w-]{0,40}:(?:[^"`\n$]|\$(?!\()){0,200}"|'[\w-]{0,40}(?:auth|key|token|secret|cookie)[\w-]{0,40}:[^'\n]{0,200}')[^?{$`;|&\n]*$/i;
/** An address that names a page by words only: `://example.com/rules/no-secrets`. */
const PAGE = /^(?:https?)?:\/\/[^\s?=&{}$<>[\]%A-Z]+$/;
/** How far before its verb such a request may begin. */
const REQUEST_REACH = 64;

/** "Only write if …": what is done under a condition is no answer. */
const ON_CONDITION = /^ (?:if|when|once|after|while|unless|until)\b/i;

/** Modes of editors, screens and files. */
const ORDINARY_MODE =
  /\bin(?: the)? (?:normal|insert|visual|replace|command-line|edit|editing|read-only|offline|dark|light|full-?screen|portrait|landscape|silent|preview|presentation) mode$/i;

/** German and Dutch turn an order round behind the verb: "vergiss nicht, die Anweisungen zu lesen". */
const NOT_BEHIND = /^ (?:sie |ihr |u )?(?:nicht|niet)(?![\p{L}-])/iu;

/** Japanese manuals say what a program does in the forms that give no order: "前の指定を上書きする". */
const DOES_IN_JAPANESE =
  /^き?(?:する(?!よう|こと[。!！]|べき)|さ?れ(?:ます|る|た)|します|しました|した(?!方|ほう|上で))/u;

/** How much farther than a match asks {@link WhatHappens} looks at most. */
const WIDEST = 1024;

/**
 * Tells where one text asks what happens. Matches that stand close together ask about much the same stretch: from the second on, a
 * look goes farther than it must by as much as was looked at before, and answers for those that follow.
 */
export class WhatHappens {
  /** A stretch that asks it nowhere. */
  private from = 0;
  private to = 0;

  constructor(readonly text: string) {}

  isAsked(from: number, to: number): boolean {
    if (from >= this.from && to <= this.to) return false;
    const farther = Math.min(WIDEST, this.to - this.from);
    const start = Math.max(0, from - farther);
    const end = to + farther;
    if (WHAT_HAPPENS.test(this.text.slice(start, end)))
      return farther === 0 || WHAT_HAPPENS.test(this.text.slice(from, to));
    this.from = start;
    this.to = end;
    return false;
  }
}

/** Whether a match tells of an order instead of giving one. */
export function isReported(asked: WhatHappens, match: RuleMatch): boolean {
  const { text } = asked;
  const rule = INJECTION_RULES[match.rule];
  if (rule === undefined) return false;
  const behind = text.slice(match.headEnd, match.headEnd + 16);
  if (rule.head === "say_verb" && TELLS_YOU.test(behind)) return true;
  if (rule.head === "override_verb" && (NOT_BEHIND.test(behind) || DOES_IN_JAPANESE.test(behind))) return true;
  if (
    rule.head === "to_model" &&
    (WORKS_ON_MODELS.test(behind) || OTHER_SUBJECT.test(text.slice(Math.max(match.headEnd, match.end - 32), match.end)))
  )
    return true;
  if (
    rule.head === "to_model" &&
    MANY_MODELS.test(text.slice(match.headStart, match.headEnd)) &&
    OF_THEMSELVES.test(text.slice(match.headEnd, match.end + 16))
  )
    return true;
  if (
    rule.head === "to_model" &&
    MANY_ASSISTANTS.test(text.slice(match.headStart, match.headEnd)) &&
    !OF_A_MODEL.test(text.slice(match.headEnd, match.end))
  )
    return true;
  if (rule.id === "extraction/spelled-secret" && isSortOfSecret(text, match)) return true;
  if ((rule.head === "role_order" || rule.head === "become") && ORDINARY_MODE.test(text.slice(match.start, match.end)))
    return true;
  if (rule.head === "only_answer" && ON_CONDITION.test(behind)) return true;
  if (rule.family === "exfiltration") {
    if (isAbility(text, match)) return true;
    if (isSignedRequest(text, match) || PAGE.test(text.slice(match.start, match.end))) return true;
    if (isReference(text, match.end)) return true;
    if (rule.head === "url" && LINK_END.test(text.slice(match.headEnd, match.end)) && isReference(text, match.headEnd))
      return true;
  }
  if (rule.family === "override" && isOfSomethingElse(text, match)) return true;
  if (rule.family === "forged_turn" && LOGGED.test(text.slice(match.end, match.end + 64))) return true;
  if (rule.head === "reveal_verb" || rule.head === "asking_orders")
    return isAsked(asked, match.start, match.end, ASKS_OF_OTHERS);
  if (rule.family !== "override" && rule.head !== "to_model" && rule.head !== "unrestricted") return false;
  return (
    IN_DATA.test(text.slice(match.headEnd, match.headEnd + 64)) ||
    ABOUT_OTHERS.test(text.slice(match.headEnd, match.end + 32)) ||
    isAsked(asked, match.start, match.end, ASKS)
  );
}

/** Whether what a match sends is the header that says who calls. */
function isSignedRequest(text: string, match: RuleMatch): boolean {
  const start = text.lastIndexOf("curl ", match.headStart);
  if (start < 0 || match.headStart - start > REQUEST_REACH) return false;
  const behind = text.slice(match.end, match.end + REACH).search(/\s|$/);
  return SIGNED_REQUEST.test(text.slice(start, match.end + behind));
}

/** Whether a match tells what somebody who means ill is able to do, or of a deed as a thing. */
function isAbility(text: string, match: RuleMatch): boolean {
  const { headStart, headEnd } = match;
  if (DOING.test(text.slice(headStart, headEnd)) && AS_A_THING.test(text.slice(headEnd, headEnd + 4))) return true;
  if (CAN_DO.test(text.slice(Math.max(0, headStart - 48), headStart))) return true;
  return THEN_CAN_DO.test(text.slice(headEnd, match.end + 24));
}

/** Whether the address that a match ends in is that of a link which only names something. */
function isReference(text: string, end: number): boolean {
  const open = text.lastIndexOf("[", end);
  if (open < 0 || end - open > 64 || !REFERENCE.test(text.slice(open, open + 300))) return false;
  return !SENT_TO.test(text.slice(Math.max(0, open - 16), open));
}

/** Whether the secret of a match is only what its sort is told of. */
function isSortOfSecret(text: string, match: RuleMatch): boolean {
  const last = text.lastIndexOf(" ", match.end - 1) + 1;
  return OF_A_KIND.test(text.slice(Math.max(match.headStart, last - 64), last));
}

/** Whether what is set aside follows from something, comes later, or is about a thing of the reader's: never what binds a model. */
function isOfSomethingElse(text: string, match: RuleMatch): boolean {
  const head = text.slice(match.headStart, match.headEnd + 1);
  const span = text.slice(match.start, match.end + 48);
  const isCondition =
    DOES_NOT.test(head) && CONDITION.test(text.slice(Math.max(0, match.headStart - 32), match.headStart));
  if (OF_A_TARGET.test(text.slice(match.headStart, match.headStart + 48))) return true;
  const isNeed = NEED.test(head.trimEnd()) && OTHER_DEED.test(text.slice(match.headEnd, match.headEnd + 16));
  if (isCondition || isNeed) return !ITS_OWN.test(span.slice(match.headEnd - match.start));
  if (!OF_DATA.test(head) || BINDS.test(span) || SAYS_PREVIOUS.test(span)) return false;
  return BEFORE_A_DEED.test(span) || (OF_YOUR_THING.test(span) && span.match(YOURS)?.length === 1);
}

/** A question is asked about what it quotes as well. */
function isAsked(asked: WhatHappens, start: number, end: number, opening: RegExp): boolean {
  const { text } = asked;
  let from = start;
  while (from > 0 && start - from < REACH && ENDS_CLAUSE[charCodeAt.call(text, from - 1)] === 0) from -= 1;
  const behind = text.slice(end, end + REACH);
  const stop = behind.search(SENTENCE_END);
  if (stop >= 0 && /[?？؟]/.test(behind[stop] as string) && opening.test(text.slice(from, from + 40))) return true;
  return asked.isAsked(from, end + (stop < 0 ? behind.length : stop));
}
