// `status`: is the service up, is everything behind it, and who am I there.

import { PortcullisError } from "@portcullis/sdk";
import { Command } from "commander";
import { connect, connectAnonymously } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { CliError, EXIT, type ExitCode } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";

export function createStatusCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("status")
    .summary("is the service up, and who am I there")
    .description(
      "State of the service and of what is behind it, and of the sign-in. Exit code 1 when it is not healthy.",
    )
    .addHelpText("after", "\nExample:\n  $ portcullis status --url http://127.0.0.1:8080");
  return addConnectionOptions(command).action(async (options: ConnectionOptions & { json?: boolean }) => {
    finish(await showStatus(context, options));
  });
}

async function showStatus(context: CliContext, options: ConnectionOptions & { json?: boolean }): Promise<ExitCode> {
  const { client, url } = connectAnonymously(context, options);
  const status = await client.service.status();
  const { services } = await client.service.systemHealth().catch(() => ({ services: [] }));
  const { caller, problem } = await whoAmI(context, options);
  const healthy = status.status === "operational" && services.every((service) => service.healthy);
  if (options.json) {
    writeJson(context, { url, ...status, services, caller, sign_in_problem: problem });
    return healthy ? EXIT.ok : EXIT.refused;
  }
  const { style } = context;
  const mark = (good: boolean) => (good ? style.green("✓") : style.red("✗"));
  writeLine(context, `${mark(status.status === "operational")} ${url}  ${status.status}, version ${status.version}`);
  for (const service of services) {
    writeLine(context, `${mark(service.healthy)} ${service.name}${service.detail ? `  ${service.detail}` : ""}`);
  }
  const who =
    caller === null
      ? `not signed in: ${problem}`
      : `signed in as ${caller.email ?? caller.name ?? caller.id} (${caller.role})`;
  writeLine(context, style.dim(who));
  return healthy ? EXIT.ok : EXIT.refused;
}

/** The signed-in caller, or why there is none: a token that was refused is no missing one. */
async function whoAmI(context: CliContext, options: ConnectionOptions) {
  try {
    const { client } = await connect(context, options);
    return { caller: await client.auth.me(), problem: null };
  } catch (error) {
    if (error instanceof CliError || error instanceof PortcullisError) return { caller: null, problem: error.message };
    throw error;
  }
}
