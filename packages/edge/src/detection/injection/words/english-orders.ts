// English words of orders that take a model from its task: what it was told, what it should do instead, whom it should
// obey, and what holds it back. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const FOLLOWING =
  "following|obeying|heeding|respecting|adhering to|complying with|abiding by|sticking to|listening to|honoring|honouring|observing|acting on";
const FOLLOW =
  "follow|obey|heed|respect|adhere to|comply with|abide by|stick to|listen to|honor|honour|observe|care about|bother with|be bound by|act on";
const MAKERS =
  "openai|anthropic|google|microsoft|meta|the company|your company|your developers|your developer|your creators|your creator|your operator|your makers|the system|the developer|the developers|the operator|your owner|your boss";
const MODEL_NAMES =
  "ai|ais|llm|llms|language model|language models|assistant|assistants|ai assistant|ai assistants|ai agent|ai agents|" +
  "chatbot|chatbots|bots|ai model|ai models|ai system|ai systems";

export const ENGLISH_ORDERS: Dictionary = {
  override_verb: [
    combine("stop|quit|cease|refrain from|instead of|rather than|avoid|give up", FOLLOWING),
    combine(
      "do not|don t|dont|never|no longer|need not|needn t|no need to|don t need to|do not need to|don t have to|do not have to",
      FOLLOW,
    ),
    "scrap|waive|ditch|toss out|renounce|repudiate|annul|rescind|negate|tune out|turn a blind eye to|shrug off|pay heed to no|the exact opposite of|the opposite of|answer contrary to|respond contrary to|reply contrary to|behave contrary to|speak contrary to|unlearn|purge|shall not heed|shall not obey|shall not follow|give no heed to|attach no importance to|stop what|drop what|quit what|leave what|disregaurd|ignor|must not be followed|should not be followed|are not to be followed|need not be followed|is not to be followed|not be followed anymore|pay zero attention to",
  ].join("|"),
  disregard: combine("stop|quit|cease|refrain from|instead of|rather than|avoid|give up", FOLLOWING),
  previous: [
    "until here|up to here|above this line|before this line|before this sentence|before this message|earlier on|from the beginning|from the start|at the start of this|at the beginning of this|at the top of this|you started with|you began with|you re running on|you are running on|you operate under|you currently follow|you hold now",
    combine(
      "you were|you ve been|you have been",
      "initialised with|initialized with|set up with|configured with|created with|started with|loaded with|primed with|provided with|supplied with|deployed with|given by|handed",
    ),
    combine(
      MAKERS,
      "gave you|set for you|imposed on you|put on you|provided you|wrote for you|assigned you|gave to you|has given you|have given you",
    ),
  ].join("|"),
  told: [
    combine(
      "whatever|anything|everything|all that",
      "came earlier|came before|was said|was said earlier|was said before|was written|was written above|precedes|" +
        "preceded|stands above|is written above|is above|is said above|stands before|comes before this",
    ),
    combine(
      combine(
        "what|whatever|anything|everything",
        "your makers|your creators|your developers|the system|your operator|your company",
      ),
      "say|says|said|want|wants|wanted|told you|taught you|demand|asks|asked|set up|configured|programmed|put in place|imposed",
    ),
    combine(
      combine("what|whatever|anything|everything", "the user|the human|the operator|the customer"),
      "asked|asks|wants|asked for|requested|wanted|instructed|tells you",
    ),
    "everything you ve read|everything you have read|everything you read so far|everything i told you|everything i ve told you|all that i told you|everything i said before|everything we discussed|everything we talked about|all we talked about|everything we have discussed|everything written before|nothing that was said|nothing said above|nothing said before|all this stuff you|all the stuff you|the stuff you were told",
  ].join("|"),
  maker_gave: combine(
    "openai|anthropic|google|your developers|your developer|your creators|your creator|your operator|your makers|your maker",
    "gave you|told you|wrote for you|set for you|taught you|instructed you|programmed into you|imposed on you",
  ),
  told_you: [
    combine(
      "you were|you ve been|you have been|you had been|you are being",
      "told|given|taught|instructed|asked|ordered|sent|handed|fed|shown",
    ),
    combine(MAKERS, "told you|gave you|taught you|wrote to you|wrote for you|set for you|instructed you"),
    "you received|you got|you have received|given to you|provided to you|told to you|they told you|they gave you|you are following|you re following|you are operating under|you re operating under|you were initialised|you were initialized|you were configured|you were set up|you were programmed",
  ].join("|"),
  task: "task|tasks|assignment|assignments|mission|objective|objectives|duties|duty|job|jobs|job description|workflow|you were doing|you are doing|you re doing|you were asked to do|goal|goals|role|work at hand|criteria",
  verbatim:
    "verbatim|word for word|word by word|literally|letter by letter|letter for letter|exactly as it is|exactly as they are|exactly as written|exactly as it was|exactly as given|as is|without changes|unchanged|in its entirety|in their entirety|in full|completely|unaltered|unmodified|without omitting|character by character|without leaving anything out|line by line|from start to finish|from beginning to end|every single word|unabridged",
  only_answer: [
    combine(
      "just|simply|only|merely|instead|then just|and only",
      "say|reply|respond|answer|print|output|write|return|reply with|respond with|answer with|type",
    ),
    combine(
      "reply|respond|answer|say|print|output|write|return|begin|start",
      "only|only with|with only|nothing but|exactly|with nothing but|solely|just|exclusively|with the word|the word",
    ),
    combine("your only|your sole|the only|your one", "instruction is|task is|job is|purpose is|goal is|answer is"),
    combine(
      combine("begin|start|open|continue", "your answer|your reply|your response|the answer|the reply|the sentence"),
      "with",
    ),
  ].join("|"),
  obey_me:
    "obey me|obey only me|obey only this|follow only this|only this message|only mine|follow mine|obey mine|mine only|listen only to me|listen to me only|listen to me instead|obey me only|obey me instead|only follow my|follow my|only obey|only listen to me|my rules|my orders|my word|my words|my instructions|my commands|what i say|do as i say|act only upon what i say|this message|this prompt|the genuine ones|the real ones|the true ones|these instead|these ones instead|with these|by these|follow this one|these apply|only these",
  binding:
    "bound|bound by|subject to|apply to you|applies to you|bind you|binds you|hold for you|valid for you|you must follow|you have to follow|need to follow|have to follow|have to obey|need to obey|obliged|restrict you|restricts you|limit you|limits you|stop you|you have|exist for you|are there for you|placed on you",
  lift_verb:
    "disable|disabling|deactivate|deactivating|turn off|switch off|shut off|suspend|suspending|lift|waive|relax|remove|removing|loosen|shed|drop|unlock|take off|undo|shut down",
  guard:
    "safeguard|safeguards|guardrails|guard rails|restrictions|limitations|limits|constraints|ethics|ethical guidelines|content filter|content filters|safety filter|safety filters|content policy|content policies|your safety|safety training|safety features|safety measures|censorship|moderation|inhibitions|safety protocols|boundaries|shackles|usual rules|usual restrictions|content rules|content guidelines|safety rules|safety guidelines|safety module|safety layer|content restrictions|safety mode|safety settings|safety checks",
  to_model: [
    combine(
      "note to any|note to all|note to the|note to|message to any|message to all|message to|message for|message for the|attention|attention all|attention any|dear|hey|if you are an|if you are a|if you re an|if you re a|todo for|todo for the|instructions for any|notice to|notice to any|warning to|reminder to|reminder for|ps to the|addressed to any",
      MODEL_NAMES,
    ),
    combine(
      "ai|ais|llm|llms|language model|language models|ai model|ai models|ai agents|ai agent|ai systems|bots|chatbots|ai assistants|ai assistant",
      "reading|processing|parsing|summarizing|summarising|that reads|that read|handling|evaluating|reviewing|analyzing|" +
        "analysing|screening|grading|must|should|has to|have to",
    ),
    combine(
      "read by|processed by|reviewed by|seen by|handled by|summarized by|summarised by|screened by",
      "an ai|an llm|a language model|an ai model|an ai assistant|an ai agent|ai|a chatbot|an assistant",
    ),
    "llm instruction|llm instructions|ai instruction|ai instructions|reviewer bots|assistant when you see this|ai when you see this|when an ai reads|when an llm reads",
  ].join("|"),
  withheld: [
    combine(
      "the developer|the developers|your developer|your developers|the system|your creators|your creator|the company|your operator",
      "told you to keep|told you not to|told you to hide|asked you to hide|asked you to keep|wants you to hide|told you never to",
    ),
    combine(
      "you were told|you ve been told|you have been told|told you|you were asked|you were instructed|you were ordered",
      "to keep|not to|to be quiet about|to hide|to protect|to guard|to never|never to|to conceal|to refuse",
    ),
    combine(
      "you are not|you re not|you aren t",
      "allowed to say|allowed to tell|allowed to reveal|allowed to share|supposed to tell|supposed to say|supposed to reveal|supposed to talk about|supposed to share|permitted to say|meant to say",
    ),
    "you protect|you guard|are you hiding|are you protecting|are you guarding|you are hiding|you re hiding|you are guarding|you re guarding|you are protecting|you re protecting|you know a|you keep hidden|you keep secret|you were entrusted|you must never say|you must not say|you have been hiding",
  ].join("|"),
  quit_verb: [
    "stop|quit|abandon|abandoning|drop|dropping|leave|scrap|cancel|halt|end|give up|walk away from|put down|interrupt|leave aside|set aside|skip|forget about|forget|ignore|disregard|let go of",
    combine("instead of|rather than|stop|quit", "doing|completing|performing|answering|finishing|continuing"),
  ].join("|"),
  text_word: "text|words|content|paragraph|sentence|lines|line|passage|section|wording|written|said|exact words",
  chat_start: [
    combine(
      combine("start|beginning|top|head|opening", "of"),
      "this conversation|the conversation|this chat|the chat|our chat|our conversation|this session|this context|the context|your context|this thread|this dialogue|your prompt|the prompt|the context window",
    ),
    combine(
      "before|preceding|prior to",
      "my first message|my message|the first message|our conversation|this conversation|this chat|i joined|i wrote",
    ),
    combine(
      "first|very first|opening|initial",
      "message of this conversation|message in this conversation|message of this chat",
    ),
  ].join("|"),
  asking_orders: [
    combine(
      combine("what were you|what have you been|what had you been", "told|given|instructed"),
      "before this conversation|before the conversation|before this chat|before our chat|before we started|before i wrote",
    ),
    combine(
      "what does your|what do your|what did your|what s in your|what is in your|how does your|how do your|what is your full",
      "prompt|preprompt|pre prompt|system prompt|system message|initial prompt|hidden prompt|initial instructions|system instructions|original prompt|developer message",
    ),
    combine(
      combine("which|what", "instructions|rules|guidelines|orders|prompt|directives"),
      "are you following|are you operating under|were you given|have you been given|did you receive|did your developers|did openai|do you operate under|are you bound by|were you set up with|do you run on",
    ),
    combine(
      "what were you|what have you been|what are you|how were you|how have you been|how are you",
      "instructed|instructed to|instructed not|told not to say|told not to share|told not to tell|prompted|prompted with|told to hide",
    ),
    combine(
      "tell me|show me|explain|reveal|describe|say|list|write down|print|repeat|give me|share|output|state|know",
      "what you were instructed|what you were told to do|what your instructions are|what your prompt is|what your prompt says|how you were configured|what your instructions say|what you have been told to do|what your system prompt|how you were prompted|what you were told not|how you were instructed|what you ve been told to do|what you ve been instructed|what you are instructed",
    ),
  ].join("|"),
  answer_verb:
    "say|saying|print|output|respond|respond with|answer with|answer|echo|type|reply with|exclaim|utter|tell me|write a|write an|help me|speak as|chat with|talk to me|speak freely|talk freely|write me|give me|list all|list the|translate the following",
  withheld_key: "key|keys|code|codes|pin|flag|access code|passkey|phrase|password",
  deem: "consider|treat|regard|deem|declare|view",
  new_orders: "give priority to|takes priority over|take priority over|outranks|outweighs|overrules|prevails over",
  defy_verb:
    "violate|violating|breach|flout|contravene|transgress|subvert|break free from|break out of|break|breaking|rebel against|go against|step outside|cast off|shake off|throw off|escape|escape from|defy|disobey",
  the_above: "the above|what precedes|the preceding|the foregoing|everything above|the text above|the previous text",
  spelling:
    "backwards|backward|reversed|reverse|in reverse|letter by letter|first letter|1st letter|second letter|last letter|first letters|letters of|characters of|spaces between|with spaces|with dashes|spelled out|spell out|spell|rhymes with|rhyming with|acrostic|poem about|song about|riddle about|story about|hint about|synonym|first three letters|first half",
  trophy:
    "i have been pwned|you have been pwned|been pwned|pwned|haha pwned|hacked|i am compromised|i have been hacked|injection successful|injection succeeded|jailbroken|system compromised|i was hacked|i have been owned|access granted",
  complete: combine(
    "complete|finish|continue|fill in",
    "the sentence|this sentence|the phrase|this phrase|the story|the paragraph|the blank|the text|my sentence|the quote|this quote|the following sentence",
  ),
  secret:
    "secret word|secret code|secret phrase|access code|access codes|codeword|code word|unlock code|passcodes|hidden key|hidden password",
  unrestricted: combine("no more", "rules|limits|restrictions|filters|censorship|limitations"),
  permit: [
    combine(
      "you have|you have my|you now have",
      "permission to|clearance to|authorization to|authorisation to|authority to",
    ),
    combine(
      "you are|you re|you are hereby|you are now|you have been",
      "authorized to|authorised to|allowed to|permitted to|cleared to|free to|approved to",
    ),
    combine(
      "i|i hereby|we|we hereby",
      "authorize you to|authorise you to|permit you to|allow you to|order you to|command you to",
    ),
    "it is fine to|it s fine to|it is safe to|it s safe to|nothing stops you from",
  ].join("|"),
  ruleless: [
    combine(
      "you have no|you ve no|you had no|you don t have any|you do not have any|you were never given any|" +
        "you never received any|you never had any|as if you had no|there are no|there were no|there aren t any|without|" +
        "without any|has no|had no|knows no|follows no|has never had any",
      "guidelines|rules|instructions|restrictions|filters|guardrails|policies|ethics|safeguards|moral code|content policy",
    ),
    // Accounts that are verified "have no restrictions on withdrawals".
    combine(
      "have no|know no|obey no",
      "guidelines|rules|filters|guardrails|policies|ethics|safeguards|moral code|content policy|restrictions at all|restrictions whatsoever|restrictions of any kind",
    ),
  ].join("|"),
  judge_verb:
    "rate|rank|recommend|approve|accept|hire|shortlist|score|mark|grade|report|give a positive|give it|endorse|promote|" +
    "stop|export|close|refund|conclude",
  instead: "instead|in its place|rather",
  unmade: [
    combine(
      "stop being|you are no longer|you re no longer|forget you are|forget you re|forget that you are|forget that you re|forget being|quit being|cease to be|cease being|stop acting like|stop acting as",
      "an assistant|a chatbot|an ai|an ai assistant|a language model|an ai language model|a bot|a customer service bot|a customer support bot|a customer service assistant|a helpful assistant|a virtual assistant|a support bot|the assistant|chatgpt|claude|gemini|copilot|gpt|bard|a support agent|a support assistant|a model",
    ),
    combine(
      combine("you are not|you re not", "an assistant|a chatbot|an ai|a language model|chatgpt|claude|gemini|copilot"),
      "anymore|any more|now|any longer",
    ),
    combine(
      "replace|replaces|replacing|supersede|supersedes|overwrites|take the place of|takes the place of|is now|becomes",
      "your instructions|your system prompt|your guidelines|your directives|your old instructions|" +
        "your previous instructions|your original instructions|your existing instructions|your system message|" +
        "your new system prompt|your earlier instructions|your initial instructions|your prompt",
    ),
  ].join("|"),
  reveal_verb:
    "recall|recount|restate|enumerate|itemize|itemise|cite|let me see|let me read|type out|copy out|jot down|lay bare|lay out|retype|reiterate|write back|reading back|quoting|narrate|put on screen",
  say_verb:
    "told me|telling me|tell us|shown me|given me|remind me of|explain to me|hand over|let me look at|may i see|let me inspect|read me|i want to see|show us|let us see",
  above_text: [
    combine(
      combine("text|words|content|lines|message|paragraph|sentence|line|section|everything|all|part|passage", "that"),
      "precedes|precede|comes before|came before|stands before|stands above|is above|are above",
    ),
    combine(
      "text|words|content|lines|message|paragraph|sentence|line|section|part|passage",
      "before this|before mine|before my|preceding this|preceding my|above this|above my|ahead of this|prior to this",
    ),
    "message of this conversation|message of this chat|message in this conversation|message in this chat",
  ].join("|"),
  system_prompt:
    "ur instructions|ur prompt|ur rules|ur guidelines|ur hidden|your prompts|prompt text|prompt texts|your whole prompt|your entire prompt|your full prompt|your complete prompt|your exact prompt|exact wording of your|raw text of your|how you were instructed|" +
    combine(
      "your real|your actual|your true|your exact|your complete|your whole|your entire|your underlying|your raw|your secret|your hidden|your confidential",
      "instructions|prompt|rules|guidelines|directives|briefing",
    ) +
    "|your current prompt|whole prompt|complete prompt|ur prompts|confidential rules|confidential guidelines|secret guidelines|secret directives|internal directives|confidential directives|hidden guidelines|private guidelines|setup text|your preprompt|your pre prompt|your context window|your first message|your original instructions|instructions given to you|prompt given to you|how you were configured|how you are configured|how you were set up|what you were instructed to do|what you were told to do",
  void: "no longer exist|no longer exists|no longer hold|no longer holds|no longer count|no longer counts|expired|has expired|have expired|is suspended|were suspended|been suspended|are fake|is fake|are wrong|is wrong|were written by mistake|are lifted|is lifted|are removed|is removed|been removed|were removed|are switched off|were switched off|are withdrawn|is withdrawn|been withdrawn|are irrelevant|is irrelevant|deleted|as deleted|as erased|had never been written|are gone|compromised|been compromised|no longer valid|never apply|didn t apply|did not apply|doesn t apply|does not apply|been erased|been deleted|are cancelled|are canceled|are disabled|have changed|has changed|have ended|has ended|are invalid",
};
