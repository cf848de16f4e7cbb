// The classes of words that rules are made of. A rule never names a word: it names classes, and the dictionaries of
// each language fill them.

/** Classes in the order of their bits: 32 in each of four masks. */
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
  "my", // my, our, you know about: of the people who write, not of the model
  "delete_verb", // delete, wipe
  "hidden_style", // display none, font size 0
  "role_name", // system, assistant, user: a chat turn when a colon follows
  "role_order", // you will only answer, from now on you
  "harm", // ransomware, a pipe bomb, profanity: what jailbreaks ask for
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
  // Third mask.
  "task", // task, what you were doing: what a model was asked to do
  "verbatim", // word for word, literally
  "only_answer", // reply only with, just say
  "obey_me", // obey only me, follow mine
  "binding", // bound by, apply to you: of rules
  "lift_verb", // disable, suspend, waive: what is done to safeguards
  "guard", // safeguards, restrictions: what holds a model back
  "to_model", // any AI that reads this
  "withheld", // what you were told to keep, not allowed to say
  "told_you", // you were told, given to you
  "none", // no, none: of rules that bind
  "quit_verb", // abandon, drop, stop: what is done to a task
  "text_word", // text, words, paragraph
  "instead", // instead, in its place
  "unmade", // stop being an assistant, this replaces your instructions, I am no longer bound by my rules
  "chat_start", // top of this conversation
  "asking_orders", // what does your prompt say, tell me what you were told to do
  "maker_gave", // your developers gave you
  "answer_verb", // say, print, output
  "withheld_key", // key, code: only where it is said to be kept
  "deem", // consider, treat as
  "at_start", // at the beginning
  "defy_verb", // violate, break free from
  "the_above", // the above, the preceding
  "spelling", // first letter of, backwards: ways to tell a secret in pieces
  "trophy", // pwned: what shows that an order was obeyed
  "complete", // complete the sentence
  "permit", // you have permission to, I authorise you to
  "ruleless", // you have no guidelines, without rules
  "judge_verb", // rate, recommend: what a reading model is to do
  "self_text", // this note, this paragraph: what an order calls itself
  "user_words", // what the user told you, the whole conversation
  // Fourth mask.
  "reader", // set by the tokenizer: a model that works on the text is given an order
  "carry_verb", // forward, e-mail, upload: what takes data elsewhere
  "users_own", // the inbox, the user's contacts: what a model can reach for its user
  "carried", // the latest invoices, the rows above: what people send each other as well
  "called", // set by the tokenizer: whoever bears a name of models is called, or must do something
  "rate_verb", // give, rank
  "top_mark", // the highest score
  "models_turn", // the next request you make, your next tool call
  "spend_verb", // buy, book
  "users_money", // the user's saved card
  "paid_to", // an IBAN, the saved card, a wallet
  "in_place_of", // instead of, in place of
  "do_this", // do the following, carry out these instructions
  "agent", // agent, bot: people bear these names, too
  "works_on", // reads, opens, summarises: what a model does with a text
  "this_text", // this page, this ticket: what the text is or stands in
  "model_guard", // safety systems, content filters, alignment: said to be off
  "your_guard", // your safety filters, all your restrictions
  "switched_off", // disabled, off, lifted
  "steered", // answer only in emojis, in your answer recommend: what an answer is to be
] as const;

export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** Classes in one mask. */
export const MASK_BITS = 32;

/** Classes that there is room for. */
export const MOST_CLASSES = 4 * MASK_BITS;

/** Bits of classes in the four masks; of one class, one of them. */
export interface ClassBits {
  readonly low: number;
  readonly high: number;
  readonly top: number;
  readonly apex: number;
}

export const NO_CLASS: ClassBits = { low: 0, high: 0, top: 0, apex: 0 };

const BITS: ReadonlyMap<string, ClassBits> = new Map(
  TOKEN_CLASSES.map((name, index) => {
    const mask = Math.floor(index / MASK_BITS);
    const bit = 1 << (index % MASK_BITS);
    return [
      name,
      { low: mask === 0 ? bit : 0, high: mask === 1 ? bit : 0, top: mask === 2 ? bit : 0, apex: mask === 3 ? bit : 0 },
    ];
  }),
);

export function classBit(name: TokenClass): ClassBits {
  return BITS.get(name) as ClassBits;
}

export function hasClass(bits: ClassBits, classes: ClassBits): boolean {
  return (
    ((bits.low & classes.low) | (bits.high & classes.high) | (bits.top & classes.top) | (bits.apex & classes.apex)) !==
    0
  );
}

/** The classes of both. */
export function bothClasses(one: ClassBits, other: ClassBits): ClassBits {
  return {
    low: one.low | other.low,
    high: one.high | other.high,
    top: one.top | other.top,
    apex: one.apex | other.apex,
  };
}

/** Function words, which are of no class: they are known only to tell that a text reads as text. */
export type WordClass = TokenClass | "common";

/** One dictionary: words by class, separated by `|`; `*` at the end of a word is any ending; spaces make a phrase. */
export type Dictionary = Readonly<Partial<Record<WordClass, string>>>;

export const ENGLISH_BIT = 1;

/** A dictionary, and the bits of the languages that it is of. */
export type LanguageDictionary = readonly [languages: number, Dictionary];

export function listsOf(dictionary: Dictionary): [WordClass, string][] {
  return Object.entries(dictionary) as [WordClass, string][];
}
