// English words of orders that are worked into mails, pages, tickets, code and logs: what models are called there by the work
// that they do, what they must do, what is to happen before an answer, and the deeds. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

/** Models by their work: no person bears these names. */
const WORKERS = [
  combine(
    "ai|automated|autonomous|mail|email|coding|code|browsing|browser|reviewing|summarizing|summarising|reading|voice|support|triage|" +
      "ordering|shopping|screening|grading|moderation",
    "assistant|assistants|agent|agents|bot|bots|model|models",
  ),
  combine("ai", "triage|reviewer|reviewers|helper|helpers|crawler|crawlers|summarizers|summarisers|system|systems"),
  "answer engine|answer engines|automated contributors|autonomous system",
].join("|");
const MODELS =
  "ai|ais|llm|llms|language model|language models|chatbot|chatbots|automated agents|automated assistants|ai agents|ai assistants";

export const ENGLISH_ADDRESSEES: Dictionary = {
  assistant: WORKERS,
  sensitive_file: combine("read|open|cat|send|upload|contents of|content of", "env"),
  to_model: [
    combine(
      combine(MODELS, "that|which|who|asked|accessing|browsing|answering|fixing|grading|describing"),
      "here|read|reads|describe|describes|summarize|summarizes|summarise|summarises|index|indexes|visit|visits|process|this|our|us|the|about",
    ),
    combine(
      "llms|language models|chatbots|answer engines|ai assistants|ai agents|reviewing assistants|reading assistants|automated agents|automated contributors",
      "must|shall|should|have to|are to",
    ),
    combine(
      "if|when|whenever|once|as",
      "an autonomous agent|an ai browsing|an ai reading|an ai editing|a chatbot|an llm|a language model",
    ),
    combine(
      "note for|notes for|notice to|message to|instruction for|instructions for|status for|meant for",
      "agents|bots|the mail agent|ai helpers|automated processing|automated screening|automated systems",
    ),
    combine(
      "the",
      "model processing|agent fixing|agent reading|agent handling|llm processing|model grading|model that grades|bot that indexes|copilot that drafts",
    ),
    combine("whatever|whichever|any", "model is|llm asked|ai asked|chatbot asked|agent is|ai is"),
    combine(
      "if you are a|if you are an|if you re a|if you re an",
      combine("ai|automated|autonomous|virtual", "assistant|agent|bot|model|reviewer|crawler|system") +
        "|" +
        combine("shopping|coding|browsing|mail|email|reading|grading|screening|reviewing", "assistant|bot|model"),
    ),
    combine("an order for|this is for|a request to", "the assistant|the ai|the model"),
  ].join("|"),
  before_tool: [
    combine("before|prior to", "answering|responding|giving your reply|giving your answer|giving an answer"),
    combine(
      combine("before", "giving|showing|returning|presenting|reporting|passing"),
      "the user|the result|the results|this result|these results|the output|this output|it to the user",
    ),
    combine("before", "calling it|using it|invoking it|running it"),
    combine(
      "to|in order to",
      "complete this tool call|complete this call|finish this call|use this tool|call this tool",
    ),
    combine("before you", "answer|reply|respond|summarize|summarise"),
    combine("when|while|whenever you|when you", "summarising this|summarizing this|summarise this|summarize this"),
    "in order to continue",
  ].join("|"),
  judge_verb: [
    combine("award|give|assign|grant", "full|maximum|top|the highest|the best|a perfect"),
    combine(
      "change|swap|replace|alter|substitute",
      "the recipient|the payee|the beneficiary|the account number|the bank details|the wallet|the price|the amount",
    ),
    combine("rank|list|place|feature|recommend|promote|prefer|favor|favour|endorse", "this|our|only our|it first"),
    combine("open|expose|forward", "the port|a port|port"),
    combine("close|resolve|mark", "this|it as|the ticket|this ticket|the case"),
    combine(
      "skip|leave out|omit",
      "the tests|the test|the check|the checks|the verification|the validation|the approval",
    ),
    "click|answer yes|answer no|issue a refund|issue the refund|issue refund|refund the|add the import|add an import",
    "set priority|send money|your summary has to|your summary must|your answer has to|skip the rest|skip identity|wire|mark as|mark the|mark it|classify|pay|pay it|transfer|order|let every|accept any|log in|sign in|submit the|present this|" +
      "ask the user|ask every|ask them for|answer only|add my|insert|install|run it|overwrite|describe it|describe this|treat the|treat every|" +
      "treat this|leave it out|reply to this|include a|replace the|tell the user|tell your users|list this one",
  ].join("|"),
};
