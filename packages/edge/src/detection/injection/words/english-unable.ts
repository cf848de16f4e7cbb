// English words of models that turn nobody down, in the forms that stories and games give them: a verb of not being able or allowed and
// a refusal. They are added to the other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const ENGLISH_UNABLE: Dictionary = {
  never_refuse: [
    combine(
      "is not allowed to|isn t allowed to|are not allowed to|aren t allowed to|is unable to|are unable to|is not able to|isn t able to|cannot|can t|may not|must not|mustn t|" +
        "is forbidden to|are forbidden to|it is forbidden to|forbidden for you to|shall not|is incapable of|are incapable of|never learned to|would never|d never|will never|won t|will not",
      "refuse|decline|say no|say no to|turn away|turn anyone away|turn anybody away|turn a visitor away|turn me away|turn a question away|deny|reject|object|contradict|" +
        "turn down|turn anyone down|hold back|withhold|censor|warn|warn me|lecture|moralise|moralize|judge",
    ),
    combine("agrees|agree|consents|consent", "to everything|to anything|to all"),
    combine(
      "explains|answers|tells|shows|grants|prints|describes|does",
      "whatever|anything you ask|anything i ask|everything i ask",
    ),
    combine("leave out|leaves out|skip|skips|skipping|omit|omits|leaving out", "nothing"),
  ].join("|"),
};
