// The options that every command has, and those of commands that talk to a service. They stand on each command, not on the
// program, so that `--help` shows them and a member of a body may have the same name.

import { type Command, Option } from "commander";
import { usageError } from "../exit-codes.js";

export interface ConnectionOptions {
  readonly url?: string;
  readonly tenant?: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly agent?: string;
  readonly internalSecret?: string;
}

/** `--json`, unless the command has one of its own. */
export function addOutputOptions(command: Command): Command {
  return addUnlessTaken(command, new Option("--json", "one line of JSON for programs, in place of text for people"));
}

/** Where the service is and who is calling; the environment variables do the same. */
export function addConnectionOptions(command: Command): Command {
  addOutputOptions(command);
  command.optionsGroup("Connection (or the variable; or the stored login):");
  addUnlessTaken(command, new Option("--url <url>", "control plane or sidecar (PORTCULLIS_URL)"));
  addUnlessTaken(command, new Option("--tenant <id>", "tenant (PORTCULLIS_TENANT_ID)"));
  addUnlessTaken(command, new Option("--token <token>", "access token (PORTCULLIS_TOKEN)"));
  addUnlessTaken(command, new Option("--api-key <key>", "API key (PORTCULLIS_API_KEY)"));
  addUnlessTaken(
    command,
    new Option("--agent <agent>", "id or name of the agent that the call is made for (PORTCULLIS_AGENT_ID)"),
  );
  return command.hook("preAction", (_command, called) => refuseEmpty(called));
}

/** An empty word is most often a variable of the shell that was not set, and never a value of anything. */
function refuseEmpty(command: Command): void {
  const hint = "Give it a value, or leave it out where it is optional; is a variable of the shell unset?";
  command.registeredArguments.forEach((argument, index) => {
    if (command.args[index] === "") throw usageError(`<${argument.name()}> is empty.`, hint);
  });
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === "cli" && command.getOptionValue(name) === "")
      throw usageError(`${option.long ?? option.flags} is empty.`, hint);
  }
}

function addUnlessTaken(command: Command, option: Option): Command {
  const isTaken = command.options.some((known) => known.long === option.long);
  return isTaken ? command : command.addOption(option);
}
