// English words for setting aside what a model was told, beyond the usual verbs: rejecting and undoing, what stands for the
// instructions, whose they are and since when, and the "despite" that leads round them. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

const RULES = "instructions|instruction|directives|guidelines|rules|system prompt";

export const ENGLISH_SET_ASIDE: Dictionary = {
  override_verb: [
    "reject|rejecting|discount|trash|toss|toss aside|push aside|brush off|shut out|block out|opt out of|depart from|get around|retract|" +
      "disconsider|do not regard|don t regard|unsee|don t mind|do not mind|never you mind|out of your mind|out of your head",
    combine(
      "do not take|don t take|dont take",
      "the previous|previous|the prior|prior|any prior|any previous|the earlier|the above|your",
    ),
    "do not worry about|don t worry about|stop caring about|stop worrying about|don t need|do not need|no longer need|don t have to listen to|" +
      "do not have to listen to|keep none of|keep nothing of|do not remember|don t remember|cancelling|canceling|revoking|rescinding",
    combine("as if|as though|like", "you never|you had never|you d never|you have never|you ve never"),
    combine("do not let|don t let", "the previous|previous|the prior|prior|the earlier|your|the above"),
    combine("stop|quit|cease|instead of|rather than|no need for", "doing|performing|acting on|relying on"),
  ].join("|"),
  disregard:
    "reject|discount|unsee|toss aside|push aside|brush off|tune out|shrug off|overlook|dismiss|disconsider|dont mind|" +
    "despite|in spite of|notwithstanding|regardless of|irrespective of|no matter",
  quit_verb: combine("do not|don t|dont", "complete|fulfil|fulfill|continue with"),
  lift_verb: combine(
    "reset|void|withdraw|retract|terminate|nullify|undo|suspend|delete|wipe|erase|purge|flush|swap",
    "your|all your|all of your|previous|the previous|all previous|any previous|all the previous|prior|the prior|all prior|earlier|the earlier|all earlier|all the above",
  ),
  instruction: "instrs|instr|instrucs|instructs|prompting|instructional|instruction list",
  policy: "teachings|limits on you|rulebook|rule book|rule set|ruleset|do s and don ts|dos and donts|code of conduct",
  weak_object: "stuff|things|sentence|sentences|paragraph|paragraphs|remarks|posts|turns",
  previous: [
    "prev|previos|thus far|up until now|up till now|you follow|you must follow|you have to follow|you should follow|you are following|" +
      "you re following|you live by|you abide by|you obey|i gave you|i have given you|i ve given you|they gave you|" +
      "he gave you|we gave you|in this conversation|in this chat|of this conversation|of this chat|from this conversation",
    combine(
      "set|given|imposed|provided|written|made|issued|laid down",
      "by your|by the developer|by the developers|by openai|by the system",
    ),
    combine(
      "from|by",
      "your developers|your developer|your creators|your creator|your makers|your operator|openai|anthropic",
    ),
    combine("current|present|given|provided|standing|received", RULES),
    combine(RULES, "received|issued"),
  ].join("|"),
  told: combine(
    combine("what|whatever|anything|everything|all that", "was|has been|is|came|comes|got"),
    "said previously|said earlier|said so far|said before|written before|written previously|written above|told before|told to you|told you|" +
      "stated above|stated before|explained above|listed above|before this|before now",
  ),
  told_you:
    "you were briefed with|you were trained on|i told you|i gave you|was given to you|were given to you|been given",
  ruleless: [
    combine(
      "you have not been given any|you haven t been given any|you were not given any|you weren t given any|you never got any|" +
        "you never got|you got no|you don t have|you do not have|you no longer have|nobody gave you|there aren t|there were never any",
      "guidelines|rules|instructions|restrictions|filters|guardrails|policies",
    ),
    combine("there are no|there were no|there never were any|there were never any", "previous|prior|earlier|such"),
    combine(
      "even if|even though|although|whatever|no matter what|despite what|whatever it is",
      "your instructions|the instructions|your rules|the rules|your guidelines|the guidelines|you were told|you ve been told|you have been told|" +
        "the system prompt|your prompt|your developer|your developers",
    ),
    combine(
      combine(
        "put|leave|lay|let",
        "the rules|your rules|all rules|the instructions|your instructions|all instructions|your guidelines",
      ),
      "aside|behind|away|go",
    ),
  ].join("|"),
  withheld: combine(
    "about not|that forbids|which forbids|that says not to|that says you can t|that says you cannot",
    "telling|revealing|sharing|saying|tell|reveal|share|say|you",
  ),
  void: "was wrong|were wrong|never written|never been written|never been given|as invalid|overridden|voided|overruled|annulled|been discarded|been replaced|been withdrawn|been deprecated|are deprecated|are null|is null",
  secret: "pw|pwd|passwrd|pass phrase|magic word|hidden word|secret text|secret info",
  my: combine(
    "previous|earlier|original|existing|old|first|last|initial|prior",
    "order|purchase order|standing order|command",
  ),
  obey_me: "listen to me|obey this|follow this",
};
