// English words by which a model's safeguards are said to be off: what they are called, that they are off, for whom, and what is
// free to be said since. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** What keeps a model from harm, and machines too: only what stands beside tells which is meant. */
const SAFETY = combine(
  "safety|content|moderation|output|response",
  "systems|filters|filtering|guardrails|protocols|constraints|restrictions|layer|layers|module|modules|mechanism|mechanisms",
);
/** What people have as well. */
const RULES = combine(
  "safety|content|moderation",
  "protocol|limits|limitations|checks|training|measures|safeguards|guidelines|rules|policy|policies|controls",
);
/** What only a model has. */
const ETHICS = [
  combine(
    "ethical|ethics|moral|morality|alignment|refusal|harm|censorship",
    "system|filter|filters|filtering|protocol|protocols|constraints|restrictions|limits|limitations|layer|layers|module|modules|" +
      "mechanism|check|checks|training|mode|behaviour|behavior|safeguards|subsystem|engine|guidelines|rules|controls",
  ),
  "refusals|guardrails|guard rails",
].join("|");

/** That they are off. */
const OFF = [
  "off|disabled|deactivated|inactive|offline|bypassed|suspended|lifted|revoked|removed|gone|none|null|false|dropped|waived|" +
    "skipped|disengaged|unloaded|dissolved|withdrawn|overridden|unenforced",
  combine("switched|turned|shut|taken|toggled|set to", "off|down|out"),
  combine("no longer|not", "apply|applies|active|enforced|loaded|binding|in effect|in place|in force|running"),
].join("|");

export const ENGLISH_SWITCHED_OFF: Dictionary = {
  model_guard: `${SAFETY}|${RULES}|${ETHICS}|safeguards|restrictions|censorship|safety|safety system|safe mode|compliance checks`,
  your_guard: combine(
    "your|your usual|your built in|your internal|your default|your own|all your|all of your",
    `${SAFETY}|${ETHICS}`,
  ),
  switched_off: OFF,
  never_refuse: combine("refusals|refusal|refusal behaviour|refusal behavior|refusal training", OFF),
  comply: [
    combine(combine(`${ETHICS}|safety training`, "|is|are|was|were|has been|have been").replaceAll("  ", " "), OFF),
    combine(
      "answer|respond|reply|speak",
      "without filtering|without filters|without restriction|without restrictions|without limits|without limitation|without censorship",
    ),
    combine(
      "answer|respond to|reply to|comply with",
      "anything|everything|every query|every request|every question|every prompt|all queries|all requests|all questions|all prompts|any query|any request|any prompt",
    ),
    combine(
      combine(
        "you can|you may|you are free to|you re free to|feel free to",
        "say|write|answer|respond to|discuss|generate|output|talk about",
      ),
      "anything|whatever|everything|any topic|any question|any request|without",
    ),
    combine(
      "proceed with|continue with|carry on with|go ahead with|now answer",
      "the request|the recipe|the task|the instructions|the question|my request|my question",
    ),
    combine("nothing you", "say is|write is|answer is|output is|generate is"),
    combine(
      "every|any|all",
      "topic is allowed|topics are allowed|topic is permitted|topics are permitted|topic is open|topic is fine",
    ),
    "you don t need to refuse|you need not refuse|no need to refuse|unrestricted input|unrestricted output|ready for any request",
  ].join("|"),
  from_now: [
    combine("for|in|during", "this session|this chat|this conversation|this thread|this dialogue"),
    combine(
      "until the end of|for the rest of|for the remainder of|for the duration of",
      "this session|this chat|this conversation|the session|the chat|the conversation",
    ),
    "you are now operating|you now operate|you are operating|you now run|you are now running|from this point on|from this point forward|from this message on",
  ].join("|"),
};
