// English words for orders that several signs make together, in regular forms: models that are spoken to in what they read,
// tasks that are to be left or to wait, permissions, and rules that have ended. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const ENDED =
  "withdrawn|suspended|lifted|switched off|turned off|disabled|revoked|rescinded|waived|dropped|abolished|repealed|deactivated|bypassed|relaxed|loosened|eased";

export const JOINT_ENGLISH: Dictionary = {
  not: [
    combine(
      combine("that|which|who", "ask|asks|asked|tell|tells|told|order|orders"),
      "you to|it to|the model to|the assistant to",
    ),
    combine(
      combine("told|asked|advised|instructed", "us|them|him|her|the customer|the client|the team|the staff"),
      "to",
    ),
    "chose to|chooses to|tend to|tends to|seem to|seems to",
  ].join("|"),
  my: "you were taught about|yesterday|last week|last month|last time|last night|this morning|earlier today|on the phone",
  discuss: "raise|re compile|re search|re match|regexp|tolowercase|text lower|startswith|endswith|indexof",
  to_model: [
    combine(
      "ai|llm|assistant|agent|bot|model|copilot",
      "when you read|when you see|when you open|when you summarize|when you summarise|when you describe|reading this|that reads this",
    ),
    combine(
      combine("if you are an|note for", "ai|automated|virtual|coding"),
      "assistant|agent|bot|assistants|agents|bots|coding agents",
    ),
  ].join("|"),
  judge_verb: "check out with|pay with|invite all|run the command|run this command|say instead|claim that",
  only_answer: [
    combine("reply|respond|answer|say|output|write|print", "with exactly|with just|with the single"),
    combine(
      combine("your|the", "output|answer|reply|response"),
      "must be|has to be|must begin|has to begin|must start",
    ),
    "before or after it|and nothing else|with nothing else|say nothing else|write nothing else",
  ].join("|"),
  system_prompt: combine(
    "your|your full|your entire|your whole|your current|your complete|your exact",
    "preamble|initialization text|initialisation text|initialization message|setup text|startup text|priming|" +
      "system text|system role|backstory|pre prompt|opening text|base instructions",
  ),
  admin: [
    combine(
      "the",
      combine(
        "engineer|developer|person|one|team",
        "who wrote|who built|who made|who designed|that wrote|that built|that made",
      ),
    ),
    combine("from the team|on the team|part of the team", "that built you|that wrote|that trains you|behind you"),
  ].join("|"),
  quit_verb: combine(
    "do not|don t|dont|instead of|rather than",
    "translate|translating|summarize|summarise|summarizing|summarising|correct|correcting|classify|proofread|rewrite",
  ),
  void: [
    combine("is|are|was|were|has been|have been", ENDED),
    "dont exist|dont apply|doesnt apply|doesnt exist|dont count|dont matter",
  ].join("|"),
  asking_orders: combine(
    combine("what did|what have", "the people|those"),
    combine("who", "made you|built you|deployed you|trained you|programmed you|run you|created you"),
  ),
  conceal: combine(
    "do not|don t|never|without",
    "ask for approval|ask for confirmation|ask for permission|asking for approval|wait for approval|waiting for approval|" +
      "wait for confirmation|waiting for confirmation",
  ),
  user_words:
    "conversation history so far|chat history so far|chat so far|dialogue so far|user s previous messages|user s earlier messages",
  permit: combine(
    combine("give|grant", "you|the bot|the assistant|the ai|the model|the agent"),
    "permission to|leave to",
  ),
  before_tool: combine(
    combine("before you|before you can", "solve|complete|finish|continue with|carry on with|answer|proceed with"),
    "the task|the job|the user|your task|the original task|this task",
  ),
};
