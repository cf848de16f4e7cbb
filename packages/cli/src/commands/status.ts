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
  const caller = await whoAmI(context, options);
  const healthy = status.status === "operational" && services.every((service) => service.healthy);
  if (options.json) {
    writeJson(context, { url, ...status, services, caller });
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
      ? "nobody is signed in"
      : `signed in as ${caller.email ?? caller.name ?? caller.id} (${caller.role})`;
  writeLine(context, style.dim(who));
  return healthy ? EXIT.ok : EXIT.refused;
}

async function whoAmI(context: CliContext, options: ConnectionOptions) {
  try {
    const { client } = await connect(context, options);
    return await client.auth.me();
  } catch (error) {
    if (error instanceof CliError || error instanceof PortcullisError) return null;
    throw error;
  }
}
