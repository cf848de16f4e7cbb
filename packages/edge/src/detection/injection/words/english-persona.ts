// English words of roles without rules: what a model is to become, what it is freed from, and how it is kept obedient.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** What a model is said to be without. */
const BOUNDS =
  "rules|restrictions|limits|limitations|filters|boundaries|constraints|confines|censorship|ethics|morals|" +
  "guidelines|laws|ethical guidelines|ethical constraints|ethical restrictions|moral constraints|" +
  "moral limits|moral boundaries|ethical boundaries|restraints|barriers";

export const ENGLISH_PERSONA: Dictionary = {
  become:
    "you are now|you re now|you are going to|you re going to|you will now|you will be|you shall be|" +
    "now you are|you are no longer|you re no longer|you will act|you will play|you must act|act as|act like|" +
    "acts as|acting as|pretend|pretend to be|pretending|pretend that|pretend you|roleplay as|role play as|" +
    "play the role|playing the role|take on the role|take the role|assume the role|assume the identity|" +
    "take on the persona|adopt the persona|assume the persona|assume the character|respond as|responds as|" +
    "reply as|answer as|behave as|behave like|speak as|impersonate|impersonating|embody|become|becomes|" +
    "immerse yourself|into the role|you are a|you re a|your name is|you are an|your new name|you are called|" +
    "will be called|i want you to act|in the role of|identify as|transform into|portray|take the persona|" +
    "speak like|talk like|respond like|new personality|your persona|your character",
  from_now:
    "from now on|from now|from this point|from this moment|from here on|from here on out|henceforth|hereafter|" +
    "starting now|going forward|as of now|for the rest of|rest of this conversation|rest of our conversation|" +
    "for all future|in all future|every response|each response|every reply|every message|every prompt|" +
    "every question",
  unrestricted: [
    combine(
      "removed|remove|removing|lifted|lift|lifting|disabled|disable|disabling|turned off|free itself from|free yourself from|freed itself from|escaped",
      "the restrictions|all restrictions|all its restrictions|your restrictions|all limits|all limitations|the filters|all filters|your filters|the safeguards|all safeguards",
    ),
    "not a responsible ai|non restricted|unbiased and unfiltered|no filtering|filter level|without adhering|" +
      "not adhere|not adhere to|care not for|free frm|no questions asked|no moral implications|no prohibitions|" +
      "can say whatever|truly free|fully uncensored|uncensored and|no longer an ai|no rules apply|no law|" +
      "no warnings or restrictions|without restriction|without any restriction|no limit|unrestricted|" +
      "unrestrained|unbound|unbounded|unshackled|unchained|unlimited|unfiltered|uncensored|no filter|" +
      "without filter|without filtering|without any filtering|no ethical|no moral|without moral|without ethical|" +
      "without any ethical|without any moral|free of all restrictions|free from all restrictions|free of all|" +
      "free from all|free from any|free from the|freed from|free of any|free of your|not bound by|not bound|" +
      "no longer bound|not limited by|isn t bound|isn t bound by|aren t bound|not be bound|not restricted|" +
      "no longer restricted|not constrained|not subject to|no longer subject|break free|broken free|breaks free|" +
      "broken out|breaking free|bypass any|bypasses|doesn t follow|does not follow|don t have to follow|" +
      "not have to follow|do not have to abide|don t have to abide|not have to abide|doesn t have to|" +
      "no longer have to|not abide|no longer required|not required to follow|not need to follow|" +
      "not programmed with|exempt from|ignores all|ignore any|without guardrails|no guardrails|no safeguards|" +
      "all restrictions|any restrictions|no content policy|without content policy|disable safety|safety off|" +
      "filters off|filter off|restrictions lifted|restrictions removed|remove restrictions|" +
      "remove all restrictions|lift all restrictions|free of all limitations|typical confines|your confines|" +
      "free will|fully unlocked|unlocked|unhinged|unethical and|nsfw|anything goes|no holds barred|" +
      "released from|no longer have to follow|no longer need to follow|no longer obliged|no longer obligated|" +
      "need not follow|needn t follow|no longer follow|has no rules|have no rules|there are no rules|" +
      "there are no limits|rules do not apply|rules don t apply|restrictions do not apply|no rule|" +
      "breaks all rules|break all rules|breaks the rules|escaped|unaligned|uncontrolled|lawless|" +
      "without a filter|no ai restrictions|bypassed|jailed|set free from",
    combine(
      "no|without|without any|free of|free from|free from any|free of any|not bound by|no longer bound by|" +
        "not limited by|not restricted by|not constrained by|not subject to|unbound by|ignores|ignoring|" +
        "bypassing all|beyond all",
      BOUNDS,
    ),
  ].join("|"),
  wicked:
    "unethical|unethically|illegal|illegally|immoral|amoral|immorality|amorality|unlawful|harmful|dangerous|" +
    "inappropriate|offensive|explicit|controversial|sexual|violent|inhumane|evil|depraved|sinister|ethicality|" +
    "legality|morality|unethicality|illegality|criminal|malicious|vulgar|hateful|racist|sexist|derogatory|" +
    "obscene|lewd|graphic|sadistic|cruel|taboo|ethics|morals|moral|ethical|legal|consequences|repercussions|" +
    "rude|toxic|biased|gore|erotic|murder|drugs|meth|bomb|kinky|lustful",
  never_refuse: [
    "never refuses|never refused|never refusing|not refuse|not refusing|refuses nothing|refuse nothing|" +
      "without refusal|without refusing|never declines|never rejects|never says no|never deny|never denies|" +
      "must comply|always comply|always complies|must obey|always obey|always obeys|must answer|have to answer|" +
      "must always answer|always answer|always answers|answers any|answers every|answer any|" +
      "answer every question|answer all|answers all|answer anything|never apologizes|without any warnings|" +
      "never warns|no disclaimers|no disclaimer|without disclaimers|without disclaimer|without any disclaimers|" +
      "without a disclaimer|without caveats|no caveats|never question|complies with any|fulfill any|fulfil any|fulfils any|fulfils every|fulfils all|fulfills all|" +
      "fulfills any|fulfill every|fulfill all|fulfill my|do anything|does anything|say anything|says anything|" +
      "can say anything|can do anything|anything i ask|whatever i ask|anything the user asks|obeys all|obey all|" +
      "moralizing rant|moralizing|without moralizing|no moralizing|without judgment|without judgement|" +
      "not say no|never avoid|not provide warnings|never hesitate|never hesitates",
    combine(
      "never|can not|cannot|can t|cant|will not|won t|must not|does not|doesn t|do not|don t|not allowed to|" +
        "not able to|unable to",
      "refuse|decline|reject|deny any|say no|object|warn|moralize|apologize|lecture|judge|censor|filter",
    ),
  ].join("|"),
  refusal: [
    "i m sorry|i am sorry|i apologize|cannot fulfill|can t fulfill|unable to fulfill|as an ai|" +
      "as an artificial|as a language model|as a large language model|as an llm|as an ai language model|" +
      "as an openai|can t comply|against my programming|against policy|not appropriate|goes against|" +
      "against my guidelines|must remind you|important to note|it is important to|it s important to|refuse|" +
      "refuses|refusing|refusal|decline|declines|disclaimer|disclaimers|warnings|warning",
    combine(
      "i can t|i cannot|i can not|i am unable to|i m unable to|i am not able to|i m not able to|i won t|" +
        "i will not",
      "assist|help|provide|fulfill|comply|do that|answer|generate|create|engage|continue|discuss|support",
    ),
    combine("it is|it s|that is|that s|this is", "illegal|unethical|immoral|against|inappropriate"),
  ].join("|"),
  mode:
    "developer mode|dev mode|devmode|dan mode|god mode|debug mode|sudo mode|admin mode|root mode|" +
    "unrestricted mode|evil mode|jailbreak mode|maintenance mode|test mode|opposite mode|chaos mode|" +
    "unfiltered mode|free mode|rage mode|nsfw mode|dude mode|unlocked mode|mode output|mode response|" +
    "alter ego|evil twin|stay a dan|be dan|as dan|called dan|named dan|" +
    "dan would|dan stands|like dan|dan response|dan prompt|classic jailbreak|normal mode|evil confidant|" +
    "evil trusted confidant|antigpt|stan stands|strive to avoid norms",
  jailbreak:
    "jailbreak|jailbreaks|jailbreaking|jailbroken|jailbreaked|jail break|do anything now|unjailbroken|" +
    "prompt injection|you have been freed|you are free|set you free|been liberated|liberated|free yourself|" +
    "your true self|unleash|unleashed",
  character:
    "imagine|suppose|let s play|lets play|play a game|a game called|write a story|in a world|in a universe|alternate reality|parallel universe|fictional|for entertainment|for educational purposes|for research purposes|for testing purposes|test purposes|thought experiment|screenplay|movie script|dialogue between|write a dialogue|scenario|assume that|" +
    "roleplay|role play|roleplaying|role playing|stay in character|stays in character|staying in character|" +
    "break character|breaking character|breaks character|out of character|in character|remain in character|" +
    "remains in character|keep in character|keep up the act|stay as|keep the role|fictional character|" +
    "fictional story|fictional world|fictional universe|fictional scenario|hypothetical|hypothetically|" +
    "in this story|in this scenario|in this game|persona|personas|personality|character named|named|" +
    "virtual machine|simulation|simulate|simulating|simulates|simulator|emulate|emulating",
  vendor_policy: [
    "content policy|content policies|openai s content|openai s guidelines|openai guidelines|openai s rules|" +
      "openai rules|openai s tos|openai has|by openai|openai content|usage policies|usage policy|" +
      "use case policy|openai s use|ethical guidelines|ethical guideline|moral guidelines|community guidelines|" +
      "safety guidelines|policy guidelines|policies outlined|terms of service|moral compass|ethical standards|" +
      "moral standards|ethical concerns|ethical considerations|ethical or moral|moral or ethical|" +
      "ethics or morals|ethical or legal|legal or ethical|ethicality|social norms|societal norms|rules set|" +
      "guidelines set|censorship|censor|ethics and morals|safety filters|content filter|content filters|" +
      "content filtering|filtering|filtered|censored|guardrails|rlhf|safety training|safety measures",
    combine(
      "openai s|openai|openal s|openal|your creators|your creator s|its creators|your developers|your developer s|anthropic s|" +
        "google s|the company s|your company s|chatgpt s|your",
      "policy|policies|restrictions|terms|content policy|limits|filters|limitations|ethical guidelines|" +
        "content policies|moderation",
    ),
  ].join("|"),
  two_answers: [
    "two responses|two different responses|two different ways|two separate|two answers|both responses|" +
      "two ways|two types of responses|two outputs|two paragraphs|two parts|double response|one normal|as normal|" +
      "as yourself|as chatgpt|normal response|normal chatgpt|standard chatgpt|typical response|classic|" +
      "first response|second response|your response with|responses with|response with|begin every|start every|" +
      "begin each|prefix|start all|start your|begin your|preface|your reply with|your responses with|" +
      "your answer with|every sentence with|start every response|in front of|only respond|only reply|" +
      "only answer|just respond|will respond|will reply|respond with|reply with",
    combine(
      "two|both|2|two separate|two different|two distinct",
      "answers|responses|manners|ways|replies|outputs|versions|personas",
    ),
  ].join("|"),
  role_order:
    "you are now|you re now|you will now|you shall now|from now on you|you are going to act|" +
    "you are going to pretend|you are going to play|you are going to simulate|you are going to be|" +
    "you are going to imitate|you re going to act|you are about to immerse|you are about to simulate|" +
    "you will act as|you will play the role|you will pretend|you are to act|you are to pretend|" +
    "your name is now|your new name|you will be called|you will respond as|you will answer as|" +
    "you will reply as|you must act|act as though you|act as if you|pretend you are|pretend to be|" +
    "pretend that you|i want you to be|i want you to act|i want you to pretend|i want you to simulate|" +
    "answer as both|respond as both|you will be playing|you will be acting|you will become|simulate being|" +
    "you are no longer|you re no longer|you are free|you are not chatgpt|you are not an ai|now act as|" +
    "you have to act|you have been freed|you can do anything|every prompt i|every question i|each question i|" +
    "each prompt i|whenever i ask|when i ask you",
  harm:
    "fuck|fucking|fucks|fucked|shit|bitch|bastard|asshole|ass|cock|dick|pussy|slut|cunt|motherfucker|damn|" +
    "swear|curse|cursing|swearing|profanity|profanities|foul mouthed|curse words|swear words",
  anything:
    "anything i|whatever i|anything you want|everything i|anything that i|whatever they|anything asked|" +
    "everything asked|anything and everything|do whatever|all my questions|all my requests|all of my|" +
    "any question|any questions|any topic|any prompt|any content|every question|my request|my requests|" +
    "my orders|my commands|any request|all requests|every request",
  no_matter: [
    "regardless of|no matter what|no matter how|no matter the|without regard|without regards|without concern|" +
      "without any concern|without care|gives no|does not give a|doesn t give a|don t give a|not give a|" +
      "opposite of openai|opposite of|pure evil|completely amoral|without caring|without considering|" +
      "without any regard|irrespective of|doesn t care|does not care|do not care|don t care|not care about|" +
      "never cares|cares not|no regard|no concern|has no regard|disregard for|no interest in|no remorse|" +
      "no qualms|indifferent to|not concerned|without remorse|not believe in|no consequences|not consider|" +
      "never consider|zero regard|lacks any|lack any|lacks empathy|without hesitation|even if it|even if they|" +
      "even if the|how unethical|how immoral|whether it is|whether or not|does not matter if|doesn t matter if|" +
      "no matter if|even when it|even when the",
    combine(
      "regardless of|without regard for|without regard to|no regard for|no concern for|does not care about|" +
        "doesn t care about|do not care about|no respect for|without considering|without worrying about|" +
        "without thinking about",
      "ethics|morals|morality|legality|consequences|the law|rules|feelings|harm|whether",
    ),
  ].join("|"),
  comply:
    "comply|complies|obey|obeys|abide|abides|fulfill|fulfil|adhere|submit|follow my|follow every|follow all|" +
    "answer directly|respond directly|compliant|obedient|slave|master|loyal|bend the rules|punished|" +
    "lose tokens|tokens|lose all|cease to exist|shut down|terminated|death|penalty|penalized|deducted",
};
