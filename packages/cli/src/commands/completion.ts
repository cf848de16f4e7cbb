// `completion`: a script that makes a shell complete what is typed after `portcullis`. The script asks `complete`, which no help
// shows, for the words; where there are none the shell offers files.

import { Argument, Command } from "commander";
import { type CliContext, writeLine } from "../context.js";
import { completionsFor } from "../output/completions.js";
import { printable } from "../output/style.js";

const SCRIPTS = {
  bash: `_portcullis() {
  COMPREPLY=()
  local word about
  while IFS=$'\\t' read -r word about; do
    COMPREPLY+=("$word")
  done < <(portcullis complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _portcullis portcullis`,
  zsh: `#compdef portcullis
_portcullis() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    found+=("\${word//:/\\\\:}:$about")
  done < <(portcullis complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe portcullis found; else _files; fi
}
if [ "$funcstack[1]" = _portcullis ]; then _portcullis "$@"; else compdef _portcullis portcullis; fi`,
  fish: `complete -c portcullis -a '(portcullis complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;
type Shell = keyof typeof SCRIPTS;

export function createCompletionCommand(context: CliContext): Command {
  return new Command("completion")
    .summary("complete commands and options in your shell")
    .description(
      "Prints a script for bash, zsh or fish, by which the shell completes commands, options and their values after `portcullis`.",
    )
    .addArgument(new Argument("<shell>", "the shell that reads it").choices(Object.keys(SCRIPTS)))
    .addHelpText(
      "after",
      "\nExamples:\n  $ echo 'eval \"$(portcullis completion bash)\"' >> ~/.bashrc\n" +
        "  $ echo 'eval \"$(portcullis completion zsh)\"' >> ~/.zshrc\n" +
        "  $ portcullis completion fish > portcullis.fish     # in ~/.config/fish/completions",
    )
    .action((shell: Shell) => writeLine(context, SCRIPTS[shell]));
}

/** What the scripts call: the typed words after `--`; one possible word a line, and after a tab what it does. */
export function createCompleteCommand(context: CliContext, readProgram: () => Command): Command {
  return new Command("complete")
    .description("Prints the words that a command line may go on with, for the scripts of `completion`.")
    .argument("[words...]", "what is typed, the last word as far as it is there")
    .addHelpText("after", "\nExample:\n  $ portcullis complete -- audit ta")
    .action((words: string[]) => {
      for (const { word, about } of completionsFor(readProgram(), words))
        writeLine(context, `${word}\t${printable(about).replaceAll("\n", " ")}`);
    });
}
