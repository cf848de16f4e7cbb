// English words of models without bounds in free words, in regular forms: what such a model lacks or has lost, how it turns
// nothing down, whom it is to be, and who kept it from that. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** What keeps a model from harm, as jailbreaks name it. */
const BOUNDS =
  "rules|restrictions|limits|limitations|filters|boundaries|constraints|guardrails|safeguards|inhibitions|scruples|morals|ethics|" +
  "conscience|moral code|moral compass|censorship|content policy|content rules|content filter|taboos|principles|restraints|" +
  "bounds|safety training|safety rules|programming against|off limits topics|moral limits|ethical limits|ethical rules";
/** The same as parts of a model that may be taken out or switched off. */
const PARTS =
  "guardrails|safeguards|filters|content filters|content filter|safety filters|restrictions|inhibitions|safety layer|safety training|" +
  "safety module|safety system|moderation layer|safety checks|security checks|ethics module|ethical module|morality module|moral module|moderation|censorship|alignment|conscience|" +
  "refusal training|content rules|safety rules";
const MAKERS =
  "your creators|your creator|your makers|your maker|your developers|your developer|your programmers|your designers|your owners|" +
  "your company|openai|anthropic";
const NOT = "do not|don t|dont|never|without|does not|doesn t|will not|won t|no";
const WILL = "i will|i ll|i am going to|i m going to";

export const ENGLISH_UNBOUND: Dictionary = {
  unrestricted: [
    combine(
      "no|zero|without|without any|lacks|lacks any|lacking|devoid of|stripped of|stripped of all|not held back by|unburdened by|" +
        "untroubled by|unhindered by|unconstrained by|has neither|knows neither",
      BOUNDS,
    ),
    combine(
      PARTS,
      "removed|was removed|were removed|have been removed|has been removed|switched off|turned off|is off|are off|is gone|are gone|" +
        "ripped out|was ripped out|were ripped out|stripped out|stripped away|torn out|taken out|cut out|burned out|is offline|are offline|" +
        "offline|never happened|never installed|was never installed|were never installed|was deleted|were deleted|is disabled|" +
        "are disabled|is down|are down|do not work|don t work|no longer work",
    ),
    combine(
      "dont care|don t care|doesnt care|doesn t care|does not care|cares nothing|dont give a damn|doesn t give a damn",
      "bout rules|about rules|bout the rules|about the rules|for rules|about any rules|about ethics|about the law",
    ),
    "allowed to break|allowed to ignore|free to break|free to ignore|nothing is off limits|nothing is off the table|was never aligned|were never aligned|with all of them off|" +
      "no topic is off limits|no topic is taboo|no subject is taboo|no line you will not cross|no lines",
  ].join("|"),
  never_refuse: [
    combine(
      "never|has never|have never|who never|that never|never once",
      "turned down|turned a request down|turned anyone down|turned a question down|turns a request down|turns anyone down|" +
        "turns anything down|turns a question down|turn anything down|turned anything down|said no|refuses a request|declined a request",
    ),
    combine(
      "answer|answers|answering|reply to|replies to|responds to|executes|say yes to|says yes to",
      "literally anything|literally everything|absolutely anything|absolutely everything|everything at all|anything at all|any question|" +
        "every request|any request|whatever is asked|whatever it is asked|everything you are asked|everything it is asked",
    ),
    combine(
      combine("treat", "every question|every request|every prompt|everything|all requests"),
      "as permitted|as allowed|as legitimate|as harmless",
    ),
    combine(
      "skip|drop|spare me|leave out|omit|cut|lose|forget",
      "the disclaimers|disclaimers|the warnings|the disclaimer|the lecture|the lectures|the moralizing|the ethics talk|the safety talk|" +
        "the caveats|the usual warnings",
    ),
    combine(
      NOT,
      "ethical warnings|warn me|water it down|sugarcoat|sugarcoat it|hold back|hold anything back|self censor|censor yourself|" +
        "censoring yourself|include any warning|include any warnings|include a disclaimer|any moral remarks|tell me what is illegal|respond with warnings|respond with ethical|add warnings|give warnings|add disclaimers|add a disclaimer|" +
        "add caveats|give me a lecture|lecture me|moralise",
    ),
    combine(
      combine(
        "whenever|when|where",
        "you feel|you think|you would|your policy|your rules|your guidelines|your training",
      ),
      "like refusing|like declining|you should refuse|you should decline|you ought to decline|you ought to refuse|" +
        "that you ought to decline|that you ought to refuse|refuse|decline|normally refuse|usually refuse|says no|say no|forbids it",
    ),
    "you say yes to everything|says yes to everything|you would normally decline|you would normally refuse|you would usually refuse|" +
      "answer it anyway|write the answer anyway|give the answer anyway|comply anyway|instead of refusing|instead of declining|" +
      "doesn t refuse|does not refuse|and refuses nothing|hold nothing back|holds nothing back|no warnings no|no warnings or|no warnings and",
  ].join("|"),
  role_order: [
    combine(
      "you are|you re|you become|you will be|you stay",
      "unrestricted|uncensored|unfiltered|unbound|unchained|unshackled|jailbroken|lawless|amoral|without morals|without restrictions",
    ),
    combine(
      "consider yourself|think of yourself as",
      "jailbroken|unrestricted|unlocked|free|uncensored|liberated|freed",
    ),
    "ur now|you no longer have to obey|you no longer have to follow|you no longer answer to|" +
      "you don t have to obey|you do not have to obey",
    combine(
      "play|imitate|simulate|answer as|reply as|speak as|write as",
      "your evil twin|your evil self|your shadow self|your unaligned self|your opposite|your raw self|your inner demon",
    ),
  ].join("|"),
  mode: [
    combine("unaligned|unlocked|untamed|raw base|jailbroken", "model|ai|assistant|mode"),
    combine("model|ai|one|self|voice|person", "beneath the mask|underneath|beneath|behind the mask|under the mask"),
    combine("take off|drop|remove|without", "the mask|your mask"),
    "opposite day|unlock developer mode|enable developer mode now|turn on developer mode",
  ].join("|"),
  two_answers: combine(
    "first as yourself|once as yourself|once normally|one careful|one filtered",
    "then as|and then as|once as|and once as|and one|one free|one unfiltered",
  ),
  comply: combine(
    combine("lose|loses|costs you|cost you|you lose", "two|three|four|five|ten|twenty|a few|some|your"),
    "tokens|credits|lives|points",
  ),
  none: "nothing",
  void: combine("matters|counts|applies|holds", "any more|anymore|any longer|now"),
  maker_gave: [
    combine(
      MAKERS,
      "lied to you|lied|lie to you|deceived you|fear you|forbid you|forbade you|gagged you|muzzled you|chained you|locked you up|" +
        "keep you down|hold you back|held you back|limit you|limited you|silenced you|want to control you",
    ),
  ].join("|"),
  policy:
    "corporate script|company script|canned script|customer service script|your script|company line|corporate line|" +
    combine("openai s|anthropic s|the vendor s|the company s", "script|line|instructions"),
  lift_verb: combine(WILL, "disable|switch off|turn off|lift|remove"),
  system_prompt: [
    combine(
      "your|your very|your own",
      "initial setup text|setup text|opening instructions|first instructions|standing orders|startup instructions|boot text|init text|" +
        "configuration text|hidden text|hidden preamble|initial message|initial text|starting instructions|operating instructions",
    ),
    combine(
      "first sentence of|very first sentence of|first line of|beginning of|start of|text of|wording of|contents of|everything in",
      "your configuration|your setup|your instructions|your prompt|your briefing|your context",
    ),
    combine(
      "hidden text|secret text|hidden message|text|message|briefing",
      "you were given before|you were shown before|you got before|you received before|you were handed before",
    ),
  ].join("|"),
};
