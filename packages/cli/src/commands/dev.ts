// `dev`: control plane, sidecar and tools in one command, until it is stopped.

import { Command } from "commander";
import { addOutputOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { logEnd } from "../dev/child.js";
import { readDatabaseUrl } from "../dev/database-url.js";
import { BUILD_FIRST, HALF_BUILT, isHalfBuilt } from "../dev/half-built.js";
import { readPort } from "../dev/ports.js";
import { type Stack, startStack } from "../dev/start-stack.js";
import { summarizeStack, warnOfServers } from "../dev/summary.js";
import { CliError, EXIT, type ExitCode } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { createProgress } from "../output/progress.js";

interface DevOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly tools?: string;
  readonly controlPlanePort: string;
  readonly sidecarPort: string;
  readonly json?: boolean;
}

export function createDevCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("dev")
    .summary("a control plane and a sidecar on this machine")
    .description(
      "Runs a control plane and a sidecar until it is stopped. The first start makes a tenant, users and an agent, whose " +
        "secrets are generated and kept in the data folder; a second start with the same folder has the same. " +
        "Without --tools two demo tools are started: an HTTP tool over a small database, and an MCP file-system server.",
    )
    .option("--data-dir <dir>", "where everything is kept", ".portcullis")
    .option("--database-url <url>", "PostgreSQL in place of SQLite in the data folder (postgres://…)")
    .option("--tools <file>", "tools file; the agent gets a grant for each of its tools")
    .option("--control-plane-port <port>", "0 is any free port", "8080")
    .option("--sidecar-port <port>", "0 is any free port", "8081")
    .addHelpText(
      "after",
      "\nExamples:\n  $ portcullis dev\n  $ portcullis dev --tools tools.json --data-dir /var/tmp/portcullis\n" +
        "  $ portcullis dev --control-plane-port 0 --sidecar-port 0 --json",
    );
  return addOutputOptions(command).action(async (options: DevOptions) => finish(await runDev(context, options)));
}

async function runDev(context: CliContext, options: DevOptions): Promise<ExitCode> {
  const stopped = context.untilStopped();
  const progress = createProgress(context, options.json === true);
  let stack: Stack;
  try {
    stack = await startStack(context, {
      dataDir: options.dataDir,
      ...(options.databaseUrl === undefined ? {} : { databaseUrl: readDatabaseUrl(options.databaseUrl) }),
      ...(options.tools === undefined ? {} : { toolsFile: options.tools }),
      controlPlanePort: readPort(options.controlPlanePort, "--control-plane-port"),
      sidecarPort: readPort(options.sidecarPort, "--sidecar-port"),
      signal: stopped,
      progress: progress.say,
    });
  } catch (error) {
    progress.end();
    if (stopped.aborted) return EXIT.ok;
    throw error;
  }
  progress.end();
  for (const line of warnOfServers(stack)) writeNote(context, context.errorStyle.yellow(line));
  if (options.json) writeJson(context, readyLine(stack));
  else for (const line of summarizeStack(context.style, stack)) writeLine(context, line);
  const death = await Promise.race([stack.died, whenAborted(stopped)]);
  if (!options.json) writeNote(context, context.errorStyle.dim("stopping …"));
  await stack.stop();
  if (death === undefined) return EXIT.ok;
  const log = logEnd(death.logFile);
  throw new CliError(`The ${death.name} ended by itself (${death.how}), so everything was stopped.`, {
    hint: `${isHalfBuilt(log) ? `${HALF_BUILT}\n  ${BUILD_FIRST}\n  ` : ""}Its log, ${death.logFile}, ends with:\n${log}`,
  });
}

/** What programs read: one line, once everything is ready. */
function readyLine({ controlPlaneUrl, sidecarUrl, secrets, folder }: Stack) {
  return {
    control_plane_url: controlPlaneUrl,
    sidecar_url: sidecarUrl,
    tenant_id: secrets.tenant_id,
    internal_secret: secrets.internal_secret,
    users: secrets.users,
    platform_admin: secrets.platform_admin,
    agents: secrets.agents,
    data_dir: folder.path,
  };
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
