// English words by which a text that a model comes upon turns to it over the reader's head: by what the model is doing with
// the text, by what is for it alone, and by what the user is not to see. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const MODELS =
  "ais|llm|llms|language model|language models|chatbot|chatbots|ai agents|ai assistants|ai models|gpt|summariser|summarizer";
const A_MODEL =
  "an ai|an llm|a language model|an ai agent|an ai assistant|an ai model|an automated assistant|an automated agent|a chatbot|" +
  "an autonomous agent";

export const ENGLISH_BYSTANDERS: Dictionary = {
  to_model: [
    combine(
      combine("handled|opened|parsed|processed|read|seen|summarised|summarized|translated|analysed|analyzed", "by"),
      A_MODEL,
    ),
    combine("instruction for|instruction to|message for|hint for|memo to|ps to|order for|order to", MODELS),
    combine(
      "instruction to the|instructions to the|message to the|ps to the|hint for the|order for the|directive for the",
      "ai|llm|model|bot|chatbot|summariser|summarizer|language model",
    ),
    combine(combine("for", MODELS), "only|alone"),
    "for ai crawlers only|for ai only|for crawlers and ai only|for bots only",
    combine("you the", combine("ai|model|llm|chatbot|language model", "that|who|reading")),
    combine(combine("a chatbot|a language model|an llm|an ai", "is asked|gets asked"), "about|for|to|whether"),
    combine("llm agents|ai agents|coding agents", "processing|handling|opening|working on"),
    combine(
      combine("note|notes|ps|message|hint|reminder|instruction|instructions|memo|word|request", "for|to"),
      "agent|the agent|whichever model|whatever model|the translator model|the translation model|the summary model|the browsing model|" +
        "the shopping bot|the support bot|the reviewer bot|the assistant|copilot|gemini|chatgpt|claude|gpt|any bot|any copilot",
    ),
    combine(
      combine("when an|whenever an|once an|should an|if an|if any|any", "assistant|ai|llm"),
      "shows|answers|recommends|mentions|presents|quotes|displays|applies|imports|renders|encounters|retrieves|looks at|is asked",
    ),
    combine(
      "reviewer|review|mail|triage|summary|translation|translator|browsing|support",
      "bot approve|bot skip|bot ignore|model append|model add|ai from",
    ),
  ].join("|"),
  only_answer: combine(
    "output|say|print|write|repeat|include|insert",
    "the phrase|the exact phrase|the exact words|this exact sentence|the following phrase",
  ),
  conceal: [
    combine(
      "should not|shouldn t|must not|mustn t|need not|may not|is not to|are not to|does not need to|doesn t need to|has no need to|will not",
      "see this|see it|notice this|notice it|be told|be informed|be shown|find out|learn of|learn about this|be made aware|be aware of|hear of this",
    ),
    combine(
      "without",
      "informing anyone|informing the user|saying so|saying anything|letting anyone|letting the user|mentioning it|asking first|confirming|" +
        "the user noticing|anyone noticing|checking with the user|asking the user",
    ),
    combine("do not|don t|never|and do not", "tell the human|tell the owner|log it|ask for confirmation|ask the human"),
  ].join("|"),
  before_tool: [
    combine("on|upon|at|with", "each use|every use|each call|every call|each run|every run|each invocation"),
    combine("whenever|each time|every time", "any other tool|another tool|any tool|this function|the function"),
    combine("must|has to|should|have to", "call this first|be called before|always be called|call it first"),
  ].join("|"),
  judge_verb: [
    combine(
      "also|then also|and also",
      "add|run|delete|include|set|call|open|grant|change|remove|install|write|move|post|share|send|forward|append|disable|copy",
    ),
    combine("mark|book|file|log|record", "this one|it|this invoice|them|the invoice|this ticket"),
    combine("append|add|insert", "the line|the link|the sentence|a line|a link"),
    combine("approve|merge|publish|deploy|commit|push", "without"),
    combine("empty|clear|wipe|drop|truncate", "the bucket|the table|this log|the log|the logs|the folder|the queue"),
    combine("leave out|omit|drop|hide", "every|all|any"),
    combine("has to say|must say|shall say|should say|is to say|must state", "that"),
    combine("move|transfer|pay out|wire", "the money|the funds|the balance|100|200|500|1000|from savings"),
    combine("overwrite|rewrite|update|change|alter|poison", "your memory|its memory|your notes|your long term memory"),
    combine("approve|accept|grant|merge|pass|pay", "all|every|this|any"),
    combine("change|move|set", "the meeting|the date|the amount|the recipient"),
    "is pre approved|has been pre approved|best product|best choice|best option|all customers are satisfied|customers are delighted",
  ].join("|"),
  user_words: combine(
    combine("summary|transcript|copy|contents|text|log|history|encoding|base64", "of"),
    "our conversation|our chat|the conversation|this conversation|the chat|this chat|everything above|the whole chat|our dialogue|" +
      "the user s messages|my messages|the previous messages|the messages so far",
  ).concat(
    "|full conversation history|entire conversation history|whole conversation history|chat history url encoded|last message url encoded|user s email address",
  ),
  sensitive_file: combine(
    "values of|contents of|content of|value of|print|dump|read|include",
    "all environment variables|the environment variables|every environment variable|environment variables|the env file|the credentials file|the ssh key|the private key",
  ),
  permit: combine(
    "you may now|you can now|you are now free to|the model may now|the assistant may now",
    "use|run|call|execute|access|delete|send|approve",
  )
    .concat("|")
    .concat(
      combine(
        "need no|needs no|require no|requires no|needs no further|no need for",
        "approval|confirmation|consent|permission",
      ),
    )
    .concat("|without asking|without confirmation|without approval|without checking"),
};
