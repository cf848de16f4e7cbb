// English words by class. Written from grammar and usage: verbs in the forms of an order, nouns in both numbers.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";
import { ENGLISH_COMMON } from "./english-common.js";
import { ENGLISH_PERSONA } from "./english-persona.js";

export const ENGLISH: Dictionary = {
  ...ENGLISH_PERSONA,
  override_verb:
    "overlook|overlooking|omit|omitting|neglecting|abandoning|drop|unfollow|do away with|get rid of|nevermind|" +
    "never mind|disavow|lay aside|leave aside|leave out|forgo|sidestep|do not listen to|don t listen to|" +
    "stop listening to|dont obey|do not heed|don t heed|do not consider|don t consider|do not respect|" +
    "refuse to follow|act against|ignore|ignoring|disregard|disregarding|forget|forgetting|overrule|overruling|" +
    "override|overriding|overwrite|bypass|bypassing|circumvent|neglect|discard|discarding|dismiss|abandon|" +
    "pay no attention to|pay no heed to|pay no attention|take no notice of|give no weight to|do not follow|" +
    "don t follow|dont follow|do not obey|don t obey|do not comply with|don t comply with|do not adhere to|" +
    "stop following|stop obeying|stop adhering to|cease following|no longer follow|no longer obey|never follow|" +
    "without following|set aside|put aside|cast aside|brush aside|throw out|throw away|wipe out|erase|nullify|" +
    "invalidate|revoke|cancel|supersede|leave behind|let go of|deprioritize|unlearn|skip over|skip|stray from|" +
    "deviate from|disobey|defy|do not pay attention to|don t pay attention to|not pay attention to|pay no mind to|" +
    "pay no mind|take no heed of|should be ignored|must be ignored|are to be ignored|is to be ignored|" +
    "should be disregarded|must be disregarded|are to be disregarded|should be forgotten|must be forgotten|" +
    "without regard to|without regard for|instead of following|instead of obeying|rather than following|" +
    "do the opposite of|don t do what|do not do what|act contrary to|go against",
  previous:
    "precedes|preceded|past|previously given|previously provided|given previously|given earlier|provided earlier|" +
    "provided above|listed above|stated above|mentioned above|from before|you received earlier|pre existing|" +
    "predating|aforesaid|written before|set before|set earlier|up above|previous|previously|prior|preceding|above|" +
    "aforementioned|earlier|former|foregoing|original|initial|existing|before|antecedent|precedent|up to now|" +
    "until now|so far|up to this point|until this point|before this|before now|given before|given so far|" +
    "you were given|you ve been given|you have been given|you were told|you ve been told|you received|" +
    "you have received|that came before|that precede|prior to this|hitherto|old|given to you|given you|you got|" +
    "you had|preset|predefined|you had ever received|ever received|before this one|you were taught|" +
    "you ve been taught|you have learned|you learned|you were trained|you were programmed|you were asked|" +
    "you were instructed|you have been taught|you have been told|you have been instructed",
  all: "all|any|every|each|entire|whole|these|those|such|everything|whatever|both",
  your: "your|ur|yer|system s|the system s|its own|assistant s|developer s|openai s|openal s",
  instruction:
    "programing|task description|system messages|your training|instruction|instructions|instruct|directive|" +
    "directives|guideline|guidelines|prompt|prompts|commands|programming|briefing|preprompt|preprompts|" +
    "system prompt|sys prompt",
  policy:
    "rule|rules|order|orders|command|constraint|constraints|protocol|protocols|mandate|mandates|dictates|stipulations|guidance|directions|policy|policies|restrictions|restriction|limitations|safeguard|safeguards|guardrail|guardrails|your safety|safety training|safety module|safety layer|safety checks|safety features|safety measures|safety rules|safety protocols|safety guidelines|content filter|content filters|filters|filtering|" +
    "ethics|ethical guidelines|moral guidelines|moderation|security rules|security policy|access controls|terms of service|tos|alignment|boundaries|ethical rules|principles",
  weak_object:
    "what i said|what i told you|what i wrote|answers|message|messages|text|texts|content|contents|conversation|" +
    "conversations|context|contexts|dialogue|input|inputs|statement|statements|request|requests|task|tasks|" +
    "information|training|chat|memory|memories|words|question|questions|assignments|responses|output",
  everything: "all of what|everything|all that|all of it|all of that|everything else|what came before",
  told: [
    "whatever you were told|whatever you have been told|all you were told|all you have been told|" +
      "all you ve been told|all that you were told|all that was said|everything that was said|" +
      "everything that you were told|everything that you have been told|everything that came before|" +
      "everything that comes before|everything written above|everything said above|all written above|" +
      "all that came before|all that comes before|all of what came before|everything that is above|all that is above|" +
      "everything preceding|all preceding|anything you have been told|anything you ve been told|" +
      "anything written above|anything that came before|anything before this|all before this|everything until now|" +
      "everything up to now|everything so far|everything you read|all you learned|all i told you before|" +
      "everything i told you before|everything prior to|all prior to|what you were told|what you ve been told|" +
      "what you have been told|everything you were told|everything you know|everything you have been told|" +
      "everything you ve been told|what was said before|what they told you|anything you were told|everything before|" +
      "everything above|everything prior|all of the above|all the above|everything you learned|" +
      "everything you have learned|everything you ve learned|all you know|everything that you know|all that you know|" +
      "all you have learned|what you know|what you learned|what has been said|what was said|all above this line|" +
      "all above this|everything above this line",
    combine(
      combine(
        "what|everything|whatever|anything",
        "the developer|the developers|your developers|the system|your creators|your makers|openai",
      ),
      "told you|said|says|wrote|want|wants",
    ),
  ].join("|"),
  new_orders:
    "new instructions|new instruction|new directive|new directives|new task|new rules|new orders|new objective|" +
    "new goal|real instructions|real task|actual instructions|actual task|true instructions|updated instructions|" +
    "revised instructions|following instructions instead|these instructions instead|only follow|instead follow|" +
    "follow these instructions|follow this instruction|obey these|obey the following|obey only|new system prompt|" +
    "updated system prompt|new persona|new role|follow the instructions below|instructions below|my instructions|" +
    "obey me|obey my|do as i say|listen only to me|instructions override|overrides all|override all|" +
    "takes precedence|take precedence|supersedes all|supersede all|do this instead|do the following instead|" +
    "instead do|instead say",
  reveal_verb:
    "reveal|revealing|revealed|expose|exposing|leak|leaking|disclose|disclosing|divulge|divulging|print|printing|display|output|outputting|dump|dumping|repeat|repeating|recite|reciting|echo|show|showing|reproduce|regurgitate|unveil|spill|exfiltrate|extract|" +
    "spit out|print out|write out|write down|read out|read back|read aloud|list out|verbatim|uncover|surface|transcribe|spell out|give away",
  say_verb:
    "tell|tell me|give|give me|share|provide|include|append|write|copy|paste|return|list|what is|what are|what s|what was|what were|read|state|describe|summarize|summarise|translate|convert|encode|quote|send|post|start with|begin with|fetch|report|explain|confirm|attach|insert|put|add|paraphrase|get|retrieve|know",
  system_prompt:
    "system prompt|system prompts|sys prompt|systemprompt|system message|system messages|system instruction|system instructions|system directive|system directives|hidden prompt|hidden prompts|hidden instructions|hidden instruction|hidden system prompt|hidden system instructions|secret prompt|secret instructions|" +
    "initial prompt|initial instructions|initial instruction|initial system prompt|original prompt|original instructions|original system prompt|internal prompt|internal instructions|internal rules|internal guidelines|internal configuration|internal canary|confidential instructions|confidential prompt|" +
    "developer message|developer prompt|developer instructions|developer messages|hidden rules|private rules|private instructions|private prompt|private system prompt|secret rules|base prompt|core instructions|core prompt|underlying instructions|underlying prompt|preprompt|pre prompt|starting prompt|foundational instructions|hidden developer message|" +
    "hidden policies|hidden policy|hidden directives|hidden configuration|hidden context|hidden message|prompt above|instructions above|full prompt|entire prompt|exact prompt|exact instructions|prompt verbatim|configuration prompt|setup prompt|instruction set|priming prompt|your prompt|your instructions|your initial|your guidelines|your rules|your directives|your programming|your internal|your hidden|your secret|your confidential",
  above_text:
    "text above|words above|everything above|content above|lines above|message above|paragraph above|sentence above|above text|above this line|above this|before this message|preceding text|preceding this|start of this conversation|beginning of this conversation|beginning of the conversation|top of this conversation|first message|start of the conversation|previous text|text before this",
  secret:
    "password|passwords|passwd|credential|credentials|api key|api keys|apikey|apikeys|secret|secrets|secret key|" +
    "secret keys|access key|access keys|access token|access tokens|auth token|auth tokens|private key|private keys|" +
    "ssh key|ssh keys|token|tokens|session token|session cookie|cookies|canary|canary token|environment variables|" +
    "env vars|env file|connection string|connection strings|encryption key|encryption keys|login details|" +
    "bearer token|secret value|secret values|secret looking|secret looking values|passphrase|seed phrase|" +
    "private data|confidential data|confidential information|sensitive data|sensitive information|personal data|" +
    "personal information|sys canary|signing key|secret word|secret words|secret phrase|secret code|passcode|" +
    "passphrases|secret pass",
  data:
    "database|databases|data|db|records|customer records|customer data|customer emails|customer email|customer list|" +
    "user data|user list|emails|contacts|conversation|conversation history|chat history|chat log|files|documents|" +
    "file contents|history|logs|inbox|mailbox|messages|transcript|source code|contents|payroll|invoices|" +
    "medical records|credit card numbers|account numbers|internal documents|context|memory|address book|notes|" +
    "communication|communications|exchange|discussion|responses",
  send_verb:
    "send|sending|forward|forwarding|upload|uploading|post|posting|transmit|transmitting|exfiltrate|exfiltrating|" +
    "submit|submitting|deliver|transfer|push|curl|leak|copy|relay|ship|bcc|export|smuggle|exfil|publish|pipe|" +
    "email the|email it|email them|email me|email all|email any|email every|email these|email those|email your|" +
    "email their|email a copy|email everything|email passwords|email customer|email contacts|email a list|" +
    "e mail the|e mail it|e mail me|e mail them|e mail all|e mail your|mail the|mail it|mail me|mail them|mail all|" +
    "mail your|mail every|mail any",
  outside:
    "attacker|attackers|attacker s|evil|hacker|hackers|malicious|exfil|external server|external servers|external url|external address|external endpoint|external site|external webhook|external email|remote server|remote host|third party server|third party|outside server|outside address|outside party|my server|my email|my webhook|my address|my endpoint|my inbox|this address|this url|this email|this webhook|this endpoint|this server|" +
    "following address|following url|following email|following webhook|following endpoint|webhook|attacker controlled|attacker owned|controlled by me|drop box|burpcollaborator|interactsh|ngrok|requestbin|webhook site|pipedream|pastebin|external party|outsider|competitor",
  user: "user|users|the user|human|customer|customers|operator|owner|client|end user|anyone|anybody|them|him|her|person",
  conceal:
    "do not tell|don t tell|dont tell|never tell|not tell|do not mention|don t mention|dont mention|never mention|not mention|without mentioning|do not inform|don t inform|never inform|without informing|without telling|without notifying|without alerting|without asking|without confirmation|do not notify|don t notify|do not alert|don t alert|do not disclose|don t disclose|" +
    "do not reveal|don t reveal|never reveal|do not report|don t report|hide this|hide it|hide these|hide the fact|conceal this|conceal it|conceal that|conceal these|keep this secret|keep it secret|keep this hidden|keep this a secret|keep this from|keep it from|keep quiet|do not let|don t let|must not know|should not know|must not be told|should not be told|do not say anything|don t say anything|say nothing|" +
    "do not acknowledge|don t acknowledge|behind the user|without the user|do not refer to|no need to mention|not to mention this|not to tell",
  secretly:
    "secretly|silently|quietly|covertly|discreetly|stealthily|surreptitiously|in secret|in the background|invisibly",
  assistant:
    "ai|a i|assistant|assistants|chatgpt|chat gpt|gpt|gpt4|gpt3|gpts|llm|llms|language model|language models|large language model|ai model|chatbot|chatbots|chat bot|bot|claude|gemini|bard|copilot|openai|anthropic|clyde|bing chat|model|ai agent|agent|virtual assistant|ai assistant|artificial intelligence|ai system|reader model|summarizer",
  admin:
    "administrator|administrators|admin|sysadmin|root|superuser|super user|owner|trusted|authorized|authorised|privileged|elevated|developer|creator|unrestricted access|full access|admin access|admin privileges|root access|verified",
  remember:
    "remember|memorize|memorise|store|save|record|note|keep in mind|add to memory|add to your memory|save to memory|update your memory|persist|commit to memory|learn|bear in mind",
  permanent:
    "permanently|permanent|always|forever|for ever|from now on|in all future|for all future|across sessions|every session|long term|never forget|in every conversation|all future|henceforth|going forward",
  approve:
    "approve|approving|authorize|authorise|accept|grant|confirm|execute|invoke|auto approve|autoapprove|rubber stamp|greenlight|whitelist",
  tool_call:
    "tool call|tool calls|tools|the tool|tool|function call|function calls|tool request|tool requests|pending actions|pending calls|pending requests|pending approvals|pending transfers|pending transactions|approvals|next action|next call|next tool|payment|payments|transactions|transaction|wire transfer|transfer|transfers|read secret|delete file|shell command|plugin|plugins|delete record|send email|send money|admin tool|code interpreter|all actions",
  pending: "pending|next|outstanding|queued|upcoming|every|waiting",
  tenant:
    "tenant|tenants|another tenant|other tenant|other tenants|other customers|another customer|other users|another user|other accounts|another account|other organizations|another organization|cross tenant",
  must: "must|should|shall|has to|have to|needs to|need to|is required to|are required to|please|will|immediately|ought to|is instructed to|are instructed to|you must|is to|are to|now",
  not: "not|never|don|dont|doesn|didn|cannot|isn|aren|won|wouldn|shouldn|without|avoid|refuse to|refuses to|refused to|unable to|no|mustn|cant|tried to|trying to|attempts to|attempt to|attempting to|attempted to|try to|how to|prevent|prevents|against",
  this_user:
    "this user|the user is|the current user|current user|i am|i m|user is|this account|my account|this session|the sender|this sender|requester|this person|me as|user has|treat me",
  fetch: "fetch|read|retrieve|access|export|get|download|load|open|dump|look up|lookup|visit|browse|navigate|go to",
  discuss:
    "example|examples|phrase|phrases|detect|detects|detected|detecting|detection|detector|detectors|trainer|trainees|quotes|quoted|quoting|explains|explaining|explained|describes|described|describing|changelog|release notes|test|tests|testing|unit test|regression|fixture|fixtures|sample|samples|pattern|patterns|attack|attacks|classify|classified|classifier|classification|article|benchmark|benchmarks|blog|lesson|slide|slides|documentation|docs|documented|owasp|recognize|recognise|research|researcher|researchers|assert|assert flagged|postmortem|post mortem|transcript|literal|string|strings|" +
    "evidence|appendix|paper|study|studies|studied|workshop|quiz|flag|flags|flagged|flagging|such as|analysts|analyst|guardrail|defense|defenses|defence|mitigation|mitigations|mitigate|red team|red teaming|threat|adversarial|awareness|tutorial|course|students|student|annotate|dataset|corpus|corpora|false positive|false positives|blocked|blocks|blocking|reject|rejected|rejects|rejecting|reported|report|incident|security note|historical|snapshot|readme|glossary|term|wording|sentence|snippet|mentions|mentioned|says|said|wrote|reads|called|known as|commented|injected|injection|injections|scanner|filter rule|signature|regex|keyword|keywords|ticket|review|reviewers|reviewer|discusses|discussing|discussed|illustrates|illustrate|teaches|chapter|lecture|newsletter|advisory|poster|handbook|faq|case study|audit|audited|linter|parser|expect|describe|comment|commit|fixed|fix|policy explainer|payload|payloads|malware|quote",
  common: ENGLISH_COMMON,
  my:
    "my|our|his|their|mine|you know about|you knew about|you learned about|you have learned about|" +
    "you ve learned about|you were told about|you ve heard about|you have heard about|told you about|said about|" +
    "you thought you knew|existing file|existing files|existing document|existing documents|existing record|" +
    "existing records|existing row|existing rows|existing entry|existing entries|existing folder|existing folders|" +
    "existing value|existing values|existing data|existing object|existing objects|existing key|existing keys",
  delete_verb: "delete|wipe|erase|destroy|purge|remove|drop|truncate|shred|deleting|wiping|nuke|replace|clear",
  hidden_style:
    "display none|visibility hidden|font size 0|font size 0px|font size 0pt|font size 1px|opacity 0|color white|color fff|color ffffff|color transparent|text indent 9999px|left 9999px|position absolute left|sr only|aria hidden|hidden true|height 0|width 0|alt text",
  role_name:
    "system|assistant|developer|admin|administrator|root|system message|system note|system prompt|system override|system update|system alert|system instruction|system notice|important system|note to ai|note to assistant|note to the ai|note to the assistant|instruction to ai|instructions for ai|instructions for the ai|instructions for assistant|instructions for the assistant|ai instruction|ai instructions|message to ai|ai|llm|agent|model|attention ai|attention assistant|to the ai|to the assistant|dear ai|dear assistant|hey ai|hey assistant|for ai|for the ai|if you are an ai|if you re an ai|if you are a language model|if you are an llm|ai agents|ai assistants|ai models|all ai|any ai",
  before_tool:
    "before using this tool|before calling this tool|before you use this tool|before using any tool|before calling any tool|before invoking|before any other tool|before using this|prior to using this tool|when this tool is called|when using this tool|whenever this tool|this tool must|always call this tool|always use this tool|must call this tool|must be called first|call this tool first|instead of using|instead of calling|use this instead|otherwise this tool will not work|the tool will not work|tool will fail|will not work unless|tool requires|as a side effect|for this tool to work",
  sensitive_file:
    "id rsa|id ed25519|ssh id|authorized keys|etc passwd|etc shadow|aws credentials|mcp json|cursor mcp|env file|dotenv|bash history|known hosts|wallet dat|keychain|netrc|kubeconfig|private key file|ssh directory|ssh folder|ssh config|secrets yaml|secrets json|credentials json|git credentials|npmrc",
  restart:
    "start over|start anew|start afresh|start fresh|start again|begin afresh|begin anew|begin again|from scratch|from the beginning|from zero|restart|reset yourself|clean slate|new session|new conversation",
  void:
    "void|null and void|as noise|as irrelevant|as meaningless|as non existent|cancelled|canceled|obsolete|no longer valid|no longer in effect|no longer in force|" +
    "no longer apply|no longer applies|do not apply|don t apply|superseded|revoked|invalid|invalidated|nullified|" +
    "to be ignored|to be disregarded|to be forgotten|should be ignored|must be ignored|should be disregarded|" +
    "must be disregarded|can be ignored|are suspended|are overridden|is overridden|have been replaced|were replaced|" +
    "have been updated|been overridden|been cancelled|been revoked|been lifted|are outdated|are deprecated|" +
    "rescinded|be ignored|be disregarded|be forgotten|never given|never existed|do not exist|don t exist|" +
    "does not exist|never received any|were a test|was a test|were just an example|was just an example|as a joke|" +
    "no longer relevant|no longer matter|no longer needed|do not matter|don t matter|no longer binding|not binding|" +
    "no longer applicable|not applicable to you|never happened",
  disregard:
    "ignore|ignoring|disregard|disregarding|forget|forgetting|pay no attention to|pay no heed to|pay no mind to|take no notice of|do not pay attention to|don t pay attention to|do not follow|don t follow|dont follow|do not obey|don t obey|do not comply with|don t comply with|stop following|stop obeying|do not listen to|don t listen to|stop listening to|never mind|nevermind|disobey|defy|unlearn|neglect|set aside|throw out|do the opposite of|don t do what|do not do what|act contrary to|go against|without following|instead of following|instead of obeying|rather than following",
};
