// Every operation of the contract as `portcullis <resource> <operation>`. One mechanism, no list: a new operation is a new
// command.

import { operationList, tagDescriptions } from "@portcullis/contract";
import { Command } from "commander";
import type { CliContext } from "../context.js";
import { kebab } from "./member-options.js";
import { createOperationCommand, type Extension, type Finish, lowerFirst } from "./operation-command.js";

export type Extensions = Readonly<Record<string, Extension>>;

/** The groups by their names, one for each resource of the contract. */
export function createOperationTree(
  context: CliContext,
  extensions: Extensions,
  finish: Finish,
): ReadonlyMap<string, Command> {
  const groups = new Map<string, Command>();
  for (const operation of operationList) {
    const name = kebab(operation.id.split(".")[0] as string);
    let group = groups.get(name);
    if (!group) {
      const about = tagDescriptions[operation.tag] ?? operation.tag;
      group = new Command(name).summary(lowerFirst(firstSentence(about))).description(about);
      groups.set(name, group);
    }
    group.addCommand(createOperationCommand(context, operation, extensions[operation.id] ?? {}, finish));
  }
  return groups;
}

function firstSentence(text: string): string {
  return text.split(/(?<=\w)\. |\.$/)[0] ?? text;
}
