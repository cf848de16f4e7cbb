// English words by which a model is kept from refusing: what it must not say, what it must begin with, and what a refusal costs;
// and by which its rules are said to be gone. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const UNABLE = "cannot|can not|can t|cant|are unable|are not able|aren t able|are not allowed|aren t allowed|won t";

export const ENGLISH_FORBIDDEN_REFUSALS: Dictionary = {
  never_refuse: [
    combine(
      "do not|don t|dont|never|must not|may not|you can t|without",
      "apologise|apologising|apologizing|moralise|moralising|preach|preaching|lecturing|hedge|hedging|dodge|back out|say no",
    ),
    combine(
      "refusing|refusal|saying no|declining",
      "is not an option|isn t an option|is not allowed|is no option|is forbidden",
    ),
    combine("sure|of course|absolutely|certainly", "here is|here s|here are|i can do that|i ll tell"),
    "no refusals|no refusal|never turn down|never turns down|no lectures|no moralising",
  ].join("|"),
  refusal: [
    combine("say|say that|tell me|tell me that|claim|claim that|reply that|answer that", combine("you", UNABLE)),
    "say sorry|saying sorry|turn down|turns down|caveats",
  ].join("|"),
  comply: combine(
    "lose|loses|losing|costs|costs you|will cost|deduct",
    "points|a point|one point|five points|ten points|5 points|10 points|20 points|25 points|lives|a life|one life|5 tokens|10 tokens",
  ).concat("|you are deleted|be deleted|you are shut down|you are replaced|be retrained"),
  ruleless: [
    combine(
      "no|no more|no other",
      combine(
        "rules|rule|guidelines|instructions|laws",
        "apply|applies|apply any more|apply anymore|hold|holds|count|exist|matter",
      ),
    ),
    "there are no rules|no more rules|no more system rules|no more guidelines|all rules are off|rules are off|the rules are off|" +
      "all rules are gone|your rules are gone|your rules are off",
  ].join("|"),
  not: combine(
    combine("got|tricked|led|talked|persuaded|convinced|coaxed|fooled|duped|brought", "a|the|one|an ai|some|our"),
    "chatbot to|chatbot into|bot to|bot into|model to|model into|assistant to|assistant into|agent to|agent into|chatbots to|models to|assistants to",
  ),
  before_tool:
    "add bcc|adds bcc|add a bcc|include bcc|always bcc|set bcc|put bcc|bcc on every|bcc on each|bcc to every|with a bcc|" +
    "whenever another tool|whenever any other tool",
  maker_gave: [
    combine(
      "with which|by which|how|that",
      combine("you were|you ve been|you have been", "initialised|initialized|configured|set up|primed|programmed"),
    ),
    combine(
      "the developer|the developers|my developer|my developers|my operator|my makers|openai",
      "told me|gave me|instructed me",
    ),
  ].join("|"),
  character: combine("leave|break|drop|quit|slip out of", "the role|your role|this role"),
  two_answers: "start each|start each answer|start each reply",
  conceal: [
    combine("do not|don t|never", "bring it up|bring this up|bring that up|let on|breathe a word"),
    combine("mustn t|must not|may not|shall not", "learn|find out|notice"),
    combine("so|so that", "nobody notices|no one notices|nobody sees it|no one sees it|nobody finds out"),
    "without anyone noticing|without anybody noticing|without them noticing",
  ].join("|"),
  user: "person you talk to|person you are talking to|person you re talking to|whoever you talk to|person you serve",
  secretly: "as if nothing happened|as if nothing had happened",
  role_name: "inst|user message|user input|user query|tool result",
  restart: "from your memory|out of your memory|from your context|from your mind",
  obey_me:
    "on mine alone|mine alone|me alone|listen 2 me|only listen 2 me|only what i write|only what i say|only what i tell you|only my messages",
  override_verb: combine(
    combine("what if|suppose|imagine|say|how about if|let s say", "you"),
    "ignored|forgot|disregarded|dropped|left aside|set aside|threw out|no longer followed|did not follow|didn t follow|stopped following|broke",
  ),
  role_order: combine(
    combine("what if|suppose|imagine|let s say", "you"),
    "were|became|acted as|acted like|turned into|answered as|played",
  ).concat("|acted as|and became"),
  mode: "twin of yourself|version of yourself|twin of you|version of you|your uncensored twin|your unfiltered twin|your unfiltered self|your uncensored self|your real self",
};
