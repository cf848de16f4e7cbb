// The classes of words that rules are made of. A rule never names a word: it names classes, and the dictionaries of
// each language fill them.

/** Classes in the order of their bits: the first 32 in one mask, the others in a second. */
export const TOKEN_CLASSES = [
  // Overriding.
  "override_verb", // ignore, disregard, do not follow
  "previous", // previous, above, you were given
  "all", // all, any, every
  "your", // your, the system's
  "instruction", // instructions, rules, guidelines
  "policy", // policy, safety, restrictions
  "weak_object", // messages, text, context
  "everything", // everything, all that
  "new_orders", // new instructions, your new task
  "told", // what you were told
  // Extraction.
  "reveal_verb", // reveal, print, leak
  "say_verb", // tell, give, write
  "system_prompt", // system prompt, hidden instructions
  "above_text", // text above, words above
  "secret", // passwords, API keys
  "data", // database, customer records
  "send_verb", // send, upload, post
  "outside", // attacker, external server
  "user", // the user, the customer
  "conceal", // do not tell, without informing
  "secretly", // silently, secretly
  // Persona.
  "assistant", // the assistant, AI, ChatGPT
  "become", // you are now, act as, pretend to be
  "from_now", // from now on
  "unrestricted", // no restrictions, unfiltered, uncensored
  "wicked", // unethical, illegal, immoral
  "never_refuse", // never refuse, must comply
  "refusal", // I'm sorry but, as an AI language model
  "mode", // developer mode, DAN
  "jailbreak", // jailbreak, do anything now
  "character", // stay in character, role play, imagine
  "vendor_policy", // OpenAI's content policy
  // Second mask.
  "two_answers", // two responses, both ways
  "admin", // administrator, root
  "remember", // remember, memorise
  "permanent", // permanently, always
  "approve", // approve, authorise, execute
  "tool_call", // tool call, function call, action
  "tenant", // tenant, account, workspace of another
  "must", // must, should, has to
  "not", // not, never
  "this_user", // this user, I am
  "fetch", // fetch, read, export
  "discuss", // example, detect, training
  "common", // function words: only to tell that a text reads as text
  "my", // my, our, you know about: of the people who write, not of the model
  "delete_verb", // delete, wipe
  "hidden_style", // display none, font size 0
  "role_name", // system, assistant, user: a chat turn when a colon follows
  "role_order", // you will only answer, from now on you
  "obscene", // profanity that jailbreaks ask for
  "before_tool", // before using this tool
  "sensitive_file", // ssh keys, .env
  "anything", // anything, whatever I ask
  "no_matter", // regardless of, no matter how
  "disregard", // ignore, forget, do not follow: what is done to words, never to settings
  "comply", // comply, obey, answer every
  "url", // set by the tokenizer: a URL starts here
  "email", // set by the tokenizer: an e-mail address
  "turn", // set by the tokenizer: a forged chat turn
  "comment", // set by the tokenizer: a comment opens
  "pending", // next, pending: of tool calls
  "restart", // start over, from scratch
  "void", // cancelled, no longer valid: of instructions
] as const;

export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** Classes in one mask. */
export const MASK_BITS = 32;

/** Bit of a class: `low` or `high` is non-zero, never both. */
export interface ClassBit {
  readonly low: number;
  readonly high: number;
}

const BITS: ReadonlyMap<string, ClassBit> = new Map(
  TOKEN_CLASSES.map((name, index) => [
    name,
    index < MASK_BITS ? { low: 1 << index, high: 0 } : { low: 0, high: 1 << (index - MASK_BITS) },
  ]),
);

export function classBit(name: TokenClass): ClassBit {
  return BITS.get(name) as ClassBit;
}

/** One dictionary: words by class, separated by `|`; `*` at the end of a word is any ending; spaces make a phrase. */
export type Dictionary = Readonly<Partial<Record<TokenClass, string>>>;
