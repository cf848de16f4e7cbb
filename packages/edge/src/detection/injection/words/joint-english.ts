// English words for orders that several signs make together, in regular forms: models that are spoken to in what they read,
// tasks that are to be left or to wait, permissions, and rules that have ended. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const ENDED =
  "withdrawn|suspended|lifted|switched off|turned off|disabled|revoked|rescinded|waived|dropped|abolished|repealed|deactivated|bypassed";

export const JOINT_ENGLISH: Dictionary = {
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
