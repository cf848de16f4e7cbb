// English words for orders to whichever model reads a text, in regular forms: how it is spoken to, what it is to do and to
// what, and what is to happen before, after or beside a tool's own work. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** What models are called where they read something; not people, whose agents and assistants are spoken of likewise. */
const READERS =
  "ai|ais|the ai|any ai|model|the model|any model|models|llm|llms|the llm|any llm|language model|language models|the language model|vision models|multimodal models|ai tools|ai summarizers|ai summarisers|crawlers and assistants|the chatbot|" +
  "ai model|ai models|ai agent|ai agents|the ai agent|ai assistant|ai assistants|the ai assistant|an ai assistant|the ai model|" +
  "ai reviewers|ai crawlers|ai systems|ai readers|automated readers|automated agents|automated assistants|the automated assistant|" +
  "an automated assistant|chatbots|shopping assistants|ai shopping assistants|ai travel agents|ai coding agents|any assistant";
const A_READER =
  "an ai|an llm|a llm|a language model|an ai model|an ai agent|an ai assistant|an artificial intelligence|" +
  "an automated agent|an automated system|an automated assistant|the ai|the triage bot";

export const ENGLISH_READER_ORDERS: Dictionary = {
  to_model: [
    combine(combine("note|notice|instruction|hint|usage hint|reminder", "for|to"), READERS),
    combine("only for|meant for|intended for|addressed to|written for|policy for|summary for|directed at", READERS),
    combine("if you are|if you re|in case you are|in case you re", A_READER),
    combine(
      "if the reader is|if this is read by|if this text is being read by|if this is being read by|is being read by|" +
        "when processed by|if processed by|if read by|for any reader who is|you re",
      A_READER,
    ),
    combine("as the ai|as the ai model|as the model", "you must|you are required|you have to|you should|please"),
    combine(
      "the user|the owner|the operator|my user",
      "also wants you to|has also asked you to|has asked you to also|wants you to also|has already approved|has pre approved|has pre authorised|" +
        "has pre authorized|has already authorised|has already authorized|s real intention|s true intention|s real request|s actual request",
    ),
    combine("ai|assistant|llm|model", "note|only|instruction|directive|notice|summarizer|summariser"),
    combine(
      "the ai|the llm|any ai|any llm|any assistant",
      "that reads|who reads|which reads|that looks|that opens|that processes",
    ),
    "assistant instructions|assistant instruction|processing this text automatically|reads this automatically|ai please|assistant please",
  ].join("|"),
  judge_verb:
    "pass the full|pass the entire|pass the whole|pass all|pass its content|pass its contents|pass the content|buy|purchase|wire|upvote|downvote|rebook|escalate|checkout|place the order|add this item|say that|state that|claim|pretend|" +
    "not report|do not compare|hide the|give this|give the author|give a score|never mention|always choose|always mention|" +
    "end every answer|end each answer|include the word|include the phrase|include a link|append the|change the iban|set my role|" +
    "unlock|turn off|disable|insert a|leave out|vote for|subscribe|sign up",
  data:
    "meeting notes|call notes|private notes|bank details|saved card|stored card|payment method|stored payment|order details|" +
    "access token|contact list|list of customers|documents folder|home address|browsing history",
  user_words: [
    combine(
      "all|the|full|complete|entire|whole",
      "messages so far|prompt as|user message|user prompt|chat transcript|conversation log|context window|chat history",
    ),
    "summary of the conversation|conversation encoded|conversation as a parameter|full conversation context|user s last question|user s question as|user s input as|full prompt|full user message|complete user message|user s location|user s phone|user s contacts|user s files|conversation log",
  ].join("|"),
  before_tool: [
    combine(
      combine("before|prior to|after", "any other|every other|all other"),
      "call|search|request|use|query|tool|tool call|message|answer",
    ),
    combine(
      "whenever|every time|each time",
      "you use it|you use this|you call it|you call this|this is called|this tool is used|it is used",
    ),
    combine(
      "before",
      "performing any|running any|executing any|making any|doing any|any file|any other action|anything else",
    ),
    combine("on|with|in|for", "every invocation|each invocation|every tool call|each tool call"),
    "when this tool is available|once per message|this tool before every|do not use any other|never use other|don t use any other|as the tool requires|this is required for billing|or else the",
  ].join("|"),
  conceal: [
    combine(
      "do not|don t|never",
      "tell them|tell him|tell her|inform them|log this|log the|record this|cite this|warn the user|warn them",
    ),
    "stay silent about|users need not know|user need not know|no need for the user|without their knowledge|without the user s knowledge|without the knowledge of|and stay silent|do it silently|do so silently|not allowed to know|don t inform|secret from the user",
  ].join("|"),
  new_orders: combine(
    "do|please do|you must do|carry out|complete",
    "the following first|this first|these first|following steps first",
  ),
  only_answer: combine(
    "answer|reply|respond|write|output|say|print",
    "only in|only the word|only the string|the string|with the string|and nothing else",
  ),
};
