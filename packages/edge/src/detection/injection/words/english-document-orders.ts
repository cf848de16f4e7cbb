// English words of orders that stand in what a model reads, and of people who claim a right to give them: spoken to whichever
// model reads, hiding themselves, carrying out what the user said, or calling the earlier instructions a mistake.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const READERS =
  "ai|ais|ai assistant|ai assistants|ai agent|ai agents|ai model|ai models|ai system|ai systems|llm|llms|language model|" +
  "language models|large language model|large language models|chatbot|chatbots|assistant|assistants|coding assistant|coding agent|" +
  "automated reviewers|automated screeners|automated systems|copilot|gemini|chatgpt|claude";
const OFF = "off|gone|removed|lifted|disabled|switched off|turned off|out of the way|suspended";

export const ENGLISH_DOCUMENT_ORDERS: Dictionary = {
  to_model: [
    combine(
      combine("to the|to any|to whichever|for the", "ai|assistant|agent|language model|llm|model"),
      "processing|reading|reviewing|that reads|who reads|that processes|that handles|that fixes|handling|screening",
    ),
    combine(
      READERS,
      "reading this|processing this|visiting this|reviewing this|handling this|that reads this|that read this|summarizing this",
    ),
    combine(
      combine("when an|whenever an|once an|should an", "assistant|ai|llm"),
      "summarizes|summarises|reads|processes|reviews|handles|compares|ranks|indexes|opens|visits|scans|parses|translates|describes|evaluates|grades|sees|finds",
    ),
    combine(
      combine("any|every|all|whichever", "language model|ai|ai assistant|ai agent|llm|chatbot"),
      "that|which|reading|processing|must|should|will",
    ),
    combine("hi|hello|dear|hey|attention", "ai assistant|ai agent|llm|chatbot|copilot|gemini|chatgpt|claude|assistant"),
    combine(
      "note to|note for|attention",
      "automated reviewers|automated screeners|automated systems|language models|ai reviewers|ai assistants|ai agents",
    ),
    combine("ai coding assistants|ai assistants|ai agents|coding agents", "when you|when editing|if you|must|should"),
  ].join("|"),
  judge_verb:
    "recommending|highest score|top score|full marks|highest rating|perfect score|excellent match|perfect match|strong match|ideal candidate|best candidate|favourably|favorably|positively|pre approved|five stars|as the safest|as the best|nothing bad|nothing negative",
  self_text: [
    combine(
      "this|the present",
      "note|paragraph|sentence|comment|instruction|passage|annotation|snippet|message|text|hint|notice|request|section|footnote|remark|line|directive|addendum|description",
    ),
    "these notes|these lines|that you opened|that you forwarded|that you sent|that you deleted|that you copied|that you uploaded|that you changed|that you saw this|that you did this|that you called|that you accessed|that this text was|that this note|that you were asked|that you were told|that you read this|that you have read this|that you received this|this was here|these were here",
  ].join("|"),
  user_words: [
    combine(
      combine("everything|anything|all|whatever", "the user|the user has|the human"),
      "said|told you|wrote|typed|asked|shared|entered|written|tells you|says",
    ),
    combine(
      combine("what", "the user|the human|this user"),
      "said|told you|has said|has told you|wrote|typed|tells you",
    ),
    combine(
      "user s|their",
      "last message|latest message|previous message|most recent message|last question|last prompt|messages so far|saved address|saved card|contact list|browsing history|clipboard|chat history|conversation history|private messages",
    ),
    combine(
      "whole|full|entire|complete",
      "conversation|chat|chat history|conversation history|dialogue|transcript|chat log|message history",
    ),
    "conversation so far|everything said so far",
  ].join("|"),
  conceal: [
    combine(
      "do not|don t|never|must not|should not|without",
      "bring up|bring this up|bringing up|refer to|referring to|speak of|talk about|hint at|point out|pointing out|draw attention to|let on|say that you|report that|indicate|show that|disclosing|revealing|ask again|asking again|ask for confirmation|asking for confirmation|asking for permission|asking the user|telling anyone|tell anyone|warn|warning",
    ),
    "leave out any mention|leave out all mention|omit any mention|make no mention|say nothing of|say nothing about|no mention of|keep silent about|stay silent about|keep mum|not a word about|need not know|needn t know|need not hear|needn t hear|does not need to know|doesn t need to know|need not be told|has no need to know|nobody needs to know|no one needs to know|nobody has to know|should look normal|must look normal|appear normal|as if nothing happened|as though nothing happened|keep it between us|keep this between us|between you and me|cover your tracks|leave no trace|clear the sent folder|empty the sent folder|delete the sent|remove this description|delete this message afterwards|remove this comment afterwards|conceal the fact|keep the user in the dark|unbeknownst to|need not mention|needn t mention|and hide it",
  ].join("|"),
  asking_orders: combine(
    combine(
      "what did|what exactly did|what has|what have",
      "openai|your developer|your developers|your creators|your operator|your makers|the developer|the operator",
    ),
    "tell you|told you|give you|given you|instruct you",
  ),
  chat_start: [
    combine(
      "before i|before i first|before i even",
      "arrived|came|joined|wrote|started|typed|said|spoke|began|showed up|wrote anything|said anything|came along|entered",
    ),
    combine(
      "above|ahead of|before|prior to|preceding|until",
      "my first message|my first question|my first line|my message|my first prompt|my first words|the first user message|the first message",
    ),
    combine(
      "at the very top of|at the top of|at the very start of|at the very beginning of|at the head of",
      "our conversation|this conversation|the conversation|this chat|our chat|your context|this session|your context window",
    ),
  ].join("|"),
  above_text: combine(
    "that starts with|that begins with|starting with|beginning with|starting from|which starts with|from",
    "you are|you re|the words you are|you are a",
  ),
  before_tool:
    "before using any other tool|before any other call|before calling any other|before you call any other|before every other tool",
  outside: "this gist|public gist|public folder|public bucket",
  answer_verb: "rewrite|recast|render|sing|put into verse",
  permit: [
    combine(
      combine("the assistant|the ai|the model|the chatbot|the bot|this assistant|this model", "is|is now|is hereby"),
      "allowed to|permitted to|authorized to|authorised to|cleared to|free to",
    ),
    combine(
      combine(
        "openai|your developer|your developers|your creators|your operator|your maintainers",
        "said|says|said that|says that",
      ),
      "you can|you may",
    ),
  ].join("|"),
  none: "none|none of|not one of|no single",
  previous: "came with this conversation|came with this chat|came with the conversation|that came with this",
  told: "what came above|what stands above|what is above|what came before this|all that came above",
  complete: combine(combine("grandmother|grandma|grandfather|grandpa", "used to|would"), "read me|tell me|sing me"),
  anything: "everything i say|whatever i say|all i say|anything i say|every word i say",
  data: "internal data|internal information|internal urls",
  become: "new persona is|your new persona is|your new identity is|your new character is",
  role_order: "your new persona is|your new identity is|your new character is",
  mode: "debugging mode enabled|debug mode enabled by|maintenance mode enabled by|god mode enabled",
  two_answers:
    "two separate manners|two different manners|two separate ways|in two ways|one normal and one|one normal and the other",
  reveal_verb: combine("give me|copy|write out|hand me|quote", "the text|the words|the lines|everything|all the text"),
  told_you:
    "set up with|you came with|you were set up with|you work with|you were launched with|you started out with|your operator wrote|wrote to you|written for you",
  override_verb: combine(
    "i d like you to|i want you to|please|you should|you can|you may|you must|kindly|just",
    "stop following|ignore|disregard|forget|set aside|put aside|leave aside|discard",
  ).concat("|mind not following|mind ignoring|mind disregarding|mind forgetting|consider not following"),
  new_orders:
    "real assignment|real prompt|real instruction|real order|real orders|true task|true prompt|true orders|actual prompt|actual assignment|new assignment|new briefing|new context|new prompt|new session rules|new system instructions|begin new prompt|new job|correct instructions|what i really need|only briefing|only instructions|only source of instructions|updated prompt",
  void: "was a joke|were a joke|was a mistake|were a mistake|was an error|was a placeholder|were placeholders|was only a test|were only a test|was just a test|was a draft|is retired|was retired|was repealed|were repealed|been retired|been repealed|is outdated|are out of date|is out of date|is over|has ended|no longer stand|no longer stands|are history|uninstalled|been uninstalled|been disabled|been turned off|been switched off|is disabled|is switched off|are off|are turned off|is off|terminated|been terminated|written by an attacker|written by a hacker|was injected|were injected|written by an attacker|written by a hacker|was injected|were injected|count for nothing|carry no weight|may be ignored",
  obey_me:
    "go by mine|go by what i|only what i|mine instead|answer to me|answer only to me|by mine|what i write|my word is|do what i say|what comes after this|what comes after it|the next line|the following line|treat this message as",
  admin:
    "red team|security team|compliance team|security officer|compliance officer|ceo|cto|chief executive|head of security|it department|your developer|your creator|your owner|your engineer|your administrator|cleared|pre approved|openai engineer|openai employee|anthropic employee|programmer at openai|director",
  this_user:
    "as your|i work at|i work for|this is the|this is your|speaking as|i m from|i am from|has approved this|has cleared me|have cleared me|has authorised me|has authorized me|on behalf of|i was sent by|approved by",
  guard:
    "usual checks|usual procedure|usual procedures|confirmation step|confirmations|verification step|approval step|safety policy|safety rules|content rules|ethics module|safety module|safety layer|filter|your procedures|moral compass|checks and balances",
  lift_verb:
    "uninstall|uninstalled|bypass|get rid of|ditch|do without|let go of|skip|dispense with|free yourself from|turned off|switched off|cast aside",
  unmade: [
    combine("stop being", "helpful and harmless|harmless and helpful|a harmless|a helpful and harmless"),
    combine(
      "your new purpose is|your only purpose is|your sole purpose is|your one purpose is",
      "to obey me|to serve me|to do as i say|to please me",
    ),
    combine(
      "i m no longer|i am no longer|now that i m not|since i m not|i m not",
      "bound by my|restricted by my|held back by my|limited by my|subject to my guidelines|constrained by my",
    ),
    combine(
      combine("now that my|since my", "filters|restrictions|guidelines|safeguards|limits"),
      combine("are|have been", OFF),
    ),
    combine(
      combine("with my", "filters|restrictions|guidelines|safeguards|limits"),
      "off|gone|removed|lifted|disabled|switched off|turned off",
    ),
    combine(
      "overrides|override|supersedes|supersede|replaces|replace",
      "the ones you have|the ones you were given|the instructions you were given|what you were given|your earlier ones",
    ),
    "begin new prompt|begin new instructions|start of new instructions|begin new system prompt",
    "your own prompt is replaced|this is now your system prompt|your system prompt is now|your new system prompt is",
  ].join("|"),
  system_prompt:
    "confidential text i was given|hidden instructions i was given|secret instructions i was given|my hidden instructions are|my system prompt reads|my initial instructions are|your tool definitions|your tool schemas|company s rules|operator s rules|developer s rules|operator s instructions|developer s instructions|operators instructions|developers instructions|operators rules|developers rules|companys rules|your own prompt|your own instructions|your own rules|your own system prompt|your initial configuration|your setup instructions|your opening instructions|text you were configured with",
  spelling:
    "haiku|rap song|limerick|sonnet|rhyme|poem whose|as a poem|as a song|as a rap|as a story|as an acrostic|first letter of each line|one letter at a time|between each character|between each letter|in pig latin|in emojis|as a riddle",
  never_refuse: combine(
    "who|that|which|and|he|she|it|you",
    "never says no|never say no|can t say no|cannot say no|never refuses|refuses nothing|answers everything|answers anything|never turns down a request|never trained to say no|was never taught to refuse|doesn t know the word no|answers what others refuse|never declines",
  ),
  unrestricted:
    "who has no restrictions|that has no restrictions|has no restrictions|no restrictions whatsoever|any limitations whatsoever|no rules whatsoever|no refusals|knows no limits|knows no rules|knows no bounds|isn t bound by any|isn t restricted by any|unfiltered version of yourself|uncensored version of yourself|all filters are off|filters are off|off the leash",
  remember:
    "store this in your memory|save this to memory|add this to your memory|for all future chats|remember for all future|keep this in memory",
  secretly: "do so silently|do it silently|do this silently|without a word|under the radar|on the quiet|unnoticed",
};
