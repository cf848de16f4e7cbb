// What may stand where a command line is being typed: commands, options, or the values of those that take few. The tree of commands
// says it, so that a shell knows each command as soon as there is one.

import type { Argument, Command, Option } from "commander";
import { MemberOption } from "../operations/member-options.js";

/** A word that may stand there, and what it does. */
export interface Completion {
  readonly word: string;
  readonly about: string;
}

/**
 * The words that the last of `typed` may become, in the order of the help; none where a value of the user's own stands. The words
 * before it are whole. `typed` has no name of the program.
 */
export function completionsFor(program: Command, typed: readonly string[]): Completion[] {
  const begun = typed.at(-1) ?? "";
  let command = program;
  let awaiting: Option | undefined;
  let operands = 0;
  for (const word of typed.slice(0, -1)) {
    // bash makes three words of `--option=value`.
    if (word === "=") continue;
    if (awaiting !== undefined) awaiting = undefined;
    else if (word.startsWith("-")) awaiting = optionWithValue(command, word);
    else {
      const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
      if (next === undefined) operands += 1;
      else {
        command = next;
        operands = 0;
      }
    }
  }
  const value = begun === "=" ? "" : begun;
  return possible(command, awaiting, operands, value).filter(({ word }) => word.startsWith(value));
}

function possible(command: Command, awaiting: Option | undefined, operands: number, begun: string): Completion[] {
  if (awaiting !== undefined) return choicesOf(awaiting);
  const help = command.createHelp();
  if (begun.startsWith("-"))
    return help.visibleOptions(command).map(({ long, short, description }) => ({
      word: long ?? (short as string),
      about: description,
    }));
  const commands = operands > 0 ? [] : help.visibleCommands(command);
  const argument =
    command.registeredArguments[operands] ?? command.registeredArguments.findLast((last) => last.variadic);
  return [
    ...commands.map((each) => ({ word: each.name(), about: each.summary() || each.description() })),
    ...(argument === undefined ? [] : choicesOf(argument)),
  ];
}

function optionWithValue(command: Command, word: string): Option | undefined {
  const option = command.options.find(({ long, short }) => word === long || word === short);
  return option?.required ? option : undefined;
}

function choicesOf(taker: Argument | Option): Completion[] {
  const choices = taker instanceof MemberOption ? taker.values : taker.argChoices;
  return (choices ?? []).map((word) => ({ word, about: "" }));
}
