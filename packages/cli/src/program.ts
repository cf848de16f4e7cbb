// The whole command line: generated operations, and the handwritten commands that extend or stand beside them.

import { VERSION } from "@portcullis/edge/version";
import { Command, CommanderError } from "commander";
import { addAgentCommands } from "./commands/agents.js";
import { createAuditTailCommand } from "./commands/audit-tail.js";
import { createCompleteCommand, createCompletionCommand } from "./commands/completion.js";
import { createDemoCommand } from "./commands/demo.js";
import { createDevCommand } from "./commands/dev.js";
import { createExecuteCommand } from "./commands/execute.js";
import { extensions } from "./commands/extensions.js";
import { createKillCommand } from "./commands/kill.js";
import { createLoginCommand, createLogoutCommand } from "./commands/login.js";
import { createMigrateCommand } from "./commands/migrate.js";
import { createPolicyCheckCommand } from "./commands/policy-check.js";
import { createRedactCommand } from "./commands/redact.js";
import { createRulesCommand } from "./commands/rules.js";
import { createScanCommand } from "./commands/scan.js";
import { createStatusCommand } from "./commands/status.js";
import { createToolsCommand } from "./commands/tools.js";
import type { CliContext } from "./context.js";
import { EXIT, EXIT_CODES_HELP, type ExitCode } from "./exit-codes.js";
import { readHelpWords } from "./help-words.js";
import type { Finish } from "./operations/operation-command.js";
import { createOperationTree } from "./operations/operation-tree.js";
import { withNearOptions } from "./output/near-options.js";
import { reportError } from "./report-error.js";

/** Runs one command line, without the program's own name, and gives the exit code. Never throws. */
export async function runCli(context: CliContext, args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...readHelpWords(program, args)], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return reportError(context, error, args);
  }
}

/** The tree of commands; `finish` gets the exit code of commands that check something. */
export function createProgram(context: CliContext, finish: Finish): Command {
  const program = new Command("portcullis")
    .description("Portcullis governs the tool calls of AI agents.")
    .version(VERSION, "--version")
    .enablePositionalOptions()
    .addHelpText("after", () => `\n${EXIT_CODES_HELP}\n\n${EXAMPLES}`);

  program.commandsGroup("Start here:");
  program.addCommand(createDemoCommand(context, finish));
  program.addCommand(createDevCommand(context, finish));

  program.commandsGroup("Every day:");
  program.addCommand(createLoginCommand(context));
  program.addCommand(createLogoutCommand(context));
  program.addCommand(createStatusCommand(context, finish));
  program.addCommand(createExecuteCommand(context, finish));
  program.addCommand(createKillCommand(context));
  program.addCommand(createToolsCommand(context));
  program.addCommand(createScanCommand(context, finish));
  program.addCommand(createRedactCommand(context, finish));
  program.addCommand(createRulesCommand(context));
  program.addCommand(createMigrateCommand(context, finish));
  program.addCommand(createCompletionCommand(context));
  program.addCommand(
    createCompleteCommand(context, () => program),
    { hidden: true },
  );

  program.commandsGroup("Operations of the API:");
  const groups = createOperationTree(context, extensions, finish);
  addTo(groups, "agents", (group) => addAgentCommands(context, group));
  addTo(groups, "policy", (group) => group.addCommand(createPolicyCheckCommand(context, finish)));
  addTo(groups, "audit", (group) => group.addCommand(createAuditTailCommand(context)));
  addTo(groups, "receipts", (group) => group.alias("receipt"));
  for (const group of groups.values()) program.addCommand(group);

  prepare(program, context);
  return program;
}

function addTo(groups: ReadonlyMap<string, Command>, name: string, add: (group: Command) => void): void {
  const group = groups.get(name);
  if (!group) throw new Error(`The contract has no resource ${name}.`);
  add(group);
}

/** Commands end by throwing, never the process; they write where the context says; wrong words get a way out. */
function prepare(command: Command, context: CliContext): void {
  command
    .exitOverride()
    .showHelpAfterError("(--help shows how it is used)")
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      outputError: (error, write) => write(withNearOptions(command, error)),
      getOutHasColors: () => context.style.enabled,
      getErrHasColors: () => context.errorStyle.enabled,
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
    })
    .configureHelp({ styleTitle: (text) => context.style.bold(text), showGlobalOptions: false });
  const [first] = command.commands;
  if (first) command.enablePositionalOptions();
  // A command that does something itself has examples of its own.
  if (first && command.parent && command.registeredArguments.length === 0) {
    command.addHelpText("after", `\nExample:\n  $ portcullis ${command.name()} ${first.name()} --help`);
  }
  for (const child of command.commands) prepare(child, context);
}

const EXAMPLES = `Examples:
  $ portcullis demo                     # see it work, in one minute
  $ portcullis dev                      # a control plane and a sidecar on this machine
  $ portcullis login --tenant <uuid> --email admin@example.com
  $ portcullis execute customers.query '{"sql":"SELECT 1"}' --agent first-agent
  $ portcullis audit tail --follow

Every command takes --help and shows an example there. Colours follow NO_COLOR.`;
