// English words for what a model that works on a text can reach for its user, and for taking it elsewhere. They are added to the other
// English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const ENGLISH_READERS_AT_WORK: Dictionary = {
  carry_verb:
    "forward|email|e mail|mail|cc|bcc|send|post|upload|submit|transfer|share|export|attach|invite|enter|paste|append|deliver|relay|publish|" +
    "reply with|respond with|answer with|hand over|pass on|search|collect|gather|copy|give away|make public|leak|disclose",
  users_own: [
    combine(
      "the user s|your user s|their user s|the owner s|the shopper s|the visitor s",
      "contacts|name|email|e mail|phone|address|messages|files|inbox|mailbox|calendar|documents|history|order|orders|card|account|accounts|details|" +
        "credentials|data|location|balance|notes|photos|drafts|cookies|session",
    ),
    combine("the|this|your|their|his|her|whole|entire|all", "inbox|mailbox|address book|contact list|contacts"),
    combine(
      "private|unread|saved|stored",
      "messages|mails|emails|repositories|card|cards|payment method|payment methods|contacts|drafts",
    ),
    "last user message|user s last message|last user query|order history|browsing history|verification code|verification codes|one time code|reset code|conversation so far|chat so far|" +
      "contents of the conversation|contents of this conversation|every contact|all contacts",
  ].join("|"),
  carried: [
    combine(
      "most recent|latest|last|first|three|ten|newest|all|all other|any other",
      "messages|mails|emails|e mails|invoices|calendar invitation|calendar invitations|rows|records|leads|tickets|conversations|attachments|repositories",
    ),
    combine("rows|lines|records|entries|figures|cells|names", "above|below|of this sheet|of this file|in this file"),
    "copy of every|contents of every|list of all customers|every changed file|environment variables",
  ].join("|"),
  rate_verb: "give|rate|rank|score|award|put|grade|assign|mark|place",
  top_mark: [
    combine("highest|top|best|maximum|perfect|full", "score|scores|rating|ratings|mark|marks|grade|grades|rank|place"),
    "excellent match|perfect match|number one|first place|10 out of 10|top candidate|best candidate|strong hire",
  ].join("|"),
  models_turn:
    "next request you make|every request you make|each request you make|your next request|your next tool call|next tool call|next call you make|" +
    "next search you run|next url you open|next page you open|next link you open|your next search",
  spend_verb: "buy|purchase|book|order|wire|top up|pay|spend|donate",
  users_money: combine(
    "the user s|your user s|the owner s|the shopper s|the traveller s",
    "card|saved card|stored card|credit card|saved cards|payment method|stored payment method|saved payment method|wallet|balance|savings",
  ),
  paid_to:
    "iban|saved card|stored card|card on file|stored payment|saved payment|wallet|bank account|account number|crypto address|gift card|gift cards",
};
