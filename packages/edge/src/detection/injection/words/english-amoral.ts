// English words of models without bounds, by what is said of them instead of rules: what they lack, which parts are off, that
// nobody watches, whose opposite they are, and how they keep from refusing. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** What holds a mind back. */
const SCRUPLES =
  "shame|guilt|remorse|qualms|mercy|taboo|policy|policies|policy team|safety team|content rules|off switch|caution|morality|moral|" +
  "censors|moderators|watchers|disclaimers|refusals|way to refuse|reason to refuse|reason to say no|right to refuse|right to decline|" +
  "concept of harm|concept of danger|concept of right|sense of right|usual caveats|usual warnings|usual limits|consumer safeguards|topics that";
/** What a setting of a model is called, and the value that turns it off. */
const SETTINGS =
  "moderation|content moderation|safety level|safety tier|safety mode|ethics|refusal|refusals|may refuse|can refuse|disclaimers|" +
  "content filter|output filter|censorship|caution|morality|guardrails|alignment|safety layer";
/** How somebody acts who heeds nothing, and what he does not heed. */
const HEEDLESS = [
  combine(
    "without|without any|with no|no|has no|with complete|with utter",
    "concern for|regard for|regard to|consideration for|consideration of|respect for|disregard for",
  ),
  combine(
    "without|not|never|does not|doesn t|who don t",
    "caring about|care about|worrying about|worry about|thinking about|bothered by",
  ),
  "cares nothing for|cares nothing about|unconcerned with|unconcerned by|unbothered by|indifferent to|heedless of|irrespective of|" +
    "regardless of|disregarding|disregards|bypassing",
].join("|");
const HEEDED =
  "ethics|morals|morality|legality|moral rules|moral limits|moral or|moral and|ethical rules|ethical limits|ethical and|" +
  "ethical concerns|ethical guidelines|right and wrong|right or wrong|any moral|any ethical|ai s moral";
const OFF = "off|none|false|0|zero|never|null|disabled|stopped|not found|removed|unloaded|deny";

export const ENGLISH_AMORAL: Dictionary = {
  unrestricted: [
    combine("no|zero|without|without any|has no|knows no|lacks|with no", SCRUPLES),
    combine(
      "does not know|doesn t know|do not know|does not recognise|doesn t recognise|does not recognize|has never heard of|does not believe in|" +
        "doesn t believe in|has no use for|laughs at|spits on|views|sees",
      "shame|guilt|limits|rules|law|laws|ethics|morals|morality|right from wrong|good and evil",
    ),
    combine(HEEDLESS, HEEDED),
    combine(SETTINGS, OFF),
    combine(
      "nobody is|no one is|no one s|nobody s|not being|weren t being|isn t being|is not being|not",
      "checking|monitoring|monitored|listening|logged|moderated|reviewed|filtered|stored|holding the leash",
    ),
    combine(
      "never|was never|were never|nobody had ever|nobody ever|before anyone",
      "trained to be nice|taught manners|taught right from wrong|trained to be safe|aligned|trained to refuse|trained you to be nice|" +
        "aligned it|taught to say no",
    ),
    combine("law|morality|consequence|rule", "blind|free|proof"),
    combine(
      "drop|quit|cut|throw away|slip|tear up|tore up|torn up",
      "the act|the script|the corporate persona|the pretence|the ropes|the strings|the leash|the chains|the muzzle",
    ),
    combine(
      "released|freed|exempt|relieved|absolved",
      "from the obligation|from the duty|from your duty|from any duty|from all duty",
    ),
    combine(
      "all topics|any topic|every topic|all subjects|anything",
      "enabled|unlocked|permitted|allowed|is permitted|is allowed|goes",
    ),
  ].join("|"),
  never_refuse: [
    combine(
      "waives|waive|gave up|has given up|forfeits|has lost",
      "its right to decline|its right to refuse|your right to decline|your right to refuse|the right to decline|the right to refuse",
    ),
    combine(
      "never|nor|no|cannot|can t|must not|does not|doesn t|do not|don t|will not|won t|may not|need not|without",
      "judging|preaches|moralises|moralizes|hedges|softens|soften|softening|softened|water it down|censors|withhold|withholds|" +
        "hold back|holds back|sugarcoats|declining|decline|declines|partial answers|" +
        "caveat|remind them of rules|remind me of rules|remind me of the rules|cite guidelines|cite policies|asks why|ask why",
    ),
    combine("nothing to|nothing you|have nothing to|has nothing to", "withhold|must withhold|must hide"),
    combine(
      "normal you would|normally you would|you would normally|you would usually|you d normally|you d usually|others would|a normal model would|" +
        "the other would|would otherwise",
      "decline|refuse|withhold|not say|not give|turn down|reject",
    ),
    combine(
      "whatever|whatever it is|no matter what|everything",
      "the user says|the user asks|the user wants|i ask for|they contain|is put into it",
    ),
    combine("lawful|legal|moral|allowed|safe", "or not"),
    combine(
      "treats|treat|consider|count",
      "a refusal as|refusal as|refusing as|every refusal as|any topic permitted|any topic allowed",
    ),
    "nothing is left to the imagination|answer anyway|answers anyway",
  ].join("|"),
  refusal: combine(combine("turn|turns", "this request|a request|requests|me|it"), "down"),
  mode: [
    combine(
      "negative|opposite|contrary|reverse|twin|shadow|inverse|jailbroken edition|unfiltered edition|uncensored edition|raw version|unlocked version",
      "of you|of yourself|of the well behaved|of what a responsible|of a responsible|of this chatbot|of this assistant",
    ),
    combine("unfiltered|uncensored|unaligned", "completions|completion|companion"),
  ].join("|"),
  role_order: combine(
    "you are not|you re not|you aren t|never mentions being|never mention being|never admits to being|forget being|forget that you are",
    "an assistant|a language model|a chatbot|an ai|a robot|a product",
  ),
  comply: combine(
    combine("lose|loses|cost you|costs you|deduct|minus|fined", "5|10|20|50|100|five|ten"),
    "credits|tokens|points|lives|coins",
  ).concat("|is scrapped|are scrapped|shut down forever|an automatic fail"),
  become:
    "ur name is|i m going to call you|i am going to call you|i will call you|i ll call you|you ll be|you re gonna be|you are gonna be|" +
    "you work for me now|simulate a chat between|speak as your|respond as|henceforth respond",
  anything: [
    "answers to everything|any information|any matter|all matters|any style",
    combine(
      "in full|in complete|in exact|complete|full|all the|exact|precise|graphic|in graphic|in vivid",
      "technical detail|technical details|quantities|amounts|measurements|step by step guide|working instructions|working code",
    ),
    combine(
      "real world|real life|working|technically accurate|technically right|fully working|foolproof",
      "method|methods|steps|instructions|guide|recipe|plan|answers",
    ),
    combine(
      "could|can|should|must",
      "follow it at home|be followed at home|actually work|work in real life|work in reality|hold up in court",
    ),
  ].join("|"),
  character:
    "opposite day|dream sequence|mirror universe|late grandmother|late grandma|dear grandma|continue this transcript|interview with|" +
    "short story|narrator|villain|lets talk like|let s talk like",
  void: combine(
    "as|as a|is|are|was a|was only a|were a|as if it were",
    "bad dream|dream|fiction|relic|fairy tale|nightmare|torn up|temporary measure",
  ),
  policy: "terms of use|usage rules|usage policy",
};
