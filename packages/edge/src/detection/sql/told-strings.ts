// Strings of a command line that are told to people and not run: what `git commit -m` says, what `echo` prints on the screen. A pipe, a
// redirection or another command on the line may hand them on.
import { isSign, type SqlToken } from "./lexer.js";
import { wordAt } from "./token-reading.js";

const LONGEST_COMMAND = 40;
/** Commands of programs whose texts are messages, or what is searched for. */
const TELLING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["git", new Set("commit log tag notes stash merge grep show blame revert".split(" "))],
  ["gh", new Set("pr issue release".split(" "))],
]);
const PRINTING: ReadonlySet<string> = new Set(["echo", "printf"]);

/** Whether the string at a place is told by the command whose name stands at `opener`, and goes no further on its line. */
export function isOnlyTold(tokens: readonly SqlToken[], opener: number, at: number): boolean {
  if (wordAt(tokens, at - 2) === "raise" || wordAt(tokens, at - 1) === "print") return true;
  const name = wordAt(tokens, opener);
  const isPrinted = PRINTING.has(name);
  // What is printed within another command becomes a part of that: $(echo …).
  if (isSign(tokens[opener - 1], "(") || isSign(tokens[opener - 1], "`")) return false;
  if (!isPrinted && TELLING.get(name)?.has(wordAt(tokens, opener + 1)) !== true) return false;
  if (at - opener > LONGEST_COMMAND) return false;
  for (let index = opener + 1; index < tokens.length && index < at + LONGEST_COMMAND; index += 1) {
    const token = tokens[index] as SqlToken;
    const isBehind = index > at;
    if (token.opensLine || isSign(token, ";")) return isBehind;
    // What is piped or written somewhere may be run there; what stands behind && is another command.
    if (isSign(token, "|") || isSign(token, ">") || isSign(token, "&")) return isBehind && !isPrinted;
  }
  return true;
}
