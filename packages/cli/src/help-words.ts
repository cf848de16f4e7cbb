// How help is asked for: `help audit list` is `audit list --help`, at any depth, and a word that is no command has no help: what
// it may have meant is said instead.

import type { Command } from "commander";

/** The command line in the words that commander understands; as it is where it asks for no help. */
export function readHelpWords(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  let isAsked = false;
  const path: string[] = [];
  for (const word of args) {
    const next = findCommand(command, word);
    if (next !== undefined) {
      command = next;
      path.push(word);
    } else if (word === "help" && command.commands.length > 0) isAsked = true;
    else if (isGroup(command) && !word.startsWith("-")) return [...path, word];
    else break;
  }
  return isAsked ? [...path, "--help"] : args;
}

function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((each) => each.name() === word || each.aliases().includes(word));
}

/** It does nothing itself, so that its first word is a command. */
function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}
