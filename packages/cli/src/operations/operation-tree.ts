// Every operation of the contract as `portcullis <resource> <operation>`. One mechanism, no list: a new operation is a new
// command.

import { operationList } from "@portcullis/contract";
import { Command } from "commander";
import type { CliContext } from "../context.js";
import { kebab } from "./member-options.js";
import { createOperationCommand, type Extension, type Finish } from "./operation-command.js";

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
      group = new Command(name);
      groups.set(name, group);
    }
    group.addCommand(createOperationCommand(context, operation, extensions[operation.id] ?? {}, finish));
  }
  for (const group of groups.values()) {
    const names = group.commands.map((command) => command.name());
    group.summary(names.length > 6 ? `${names.slice(0, 5).join(", ")}, …` : names.join(", "));
    group.description(`Operations of the API: ${group.name()}.`);
  }
  return groups;
}
