// What operators do with agents every day, beside the generated operations of the same group: short words for common
// changes. `agents create` and `agents list` are the generated ones.

import { foldToolName } from "@portcullis/core";
import { ConflictError } from "@portcullis/sdk";
import { Command } from "commander";
import { mapAtOnce } from "../connection/at-once.js";
import { connect } from "../connection/connect.js";
import { findAgent } from "../connection/find-agent.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { usageError } from "../exit-codes.js";
import { presentItems, presentObject } from "../output/present.js";
import { oneLine, printable } from "../output/style.js";

type Client = Awaited<ReturnType<typeof connect>>["client"];
type Options = ConnectionOptions & { readonly json?: boolean };

export function addAgentCommands(context: CliContext, group: Command): void {
  group.addCommand(createShow(context));
  group.addCommand(createGrant(context));
  group.addCommand(createRevoke(context));
  group.addCommand(createSetStatus(context, "quarantine", "QUARANTINED", "refuse every call of an agent"));
  group.addCommand(createSetStatus(context, "activate", "ACTIVE", "lift an agent's quarantine"));
}

function createShow(context: CliContext): Command {
  const command = new Command("show")
    .summary("an agent with its grants, baseline and today's use")
    .description(
      "One agent with its grants, behaviour baseline and today's use.\n\nWho may call: AUDITOR, SECURITY, ADMIN.",
    )
    .argument("<agent>", "id or name")
    .addHelpText("after", "\nExample:\n  $ portcullis agents show billing-bot");
  return addConnectionOptions(command).action(async (agent: string, options: Options) => {
    const { client } = await connect(context, options);
    const profile = await client.agents.profile(await findAgent(client, agent));
    if (options.json) return writeJson(context, profile);
    const { permissions, ...rest } = profile;
    presentObject(context, rest);
    writeLine(context);
    writeLine(context, context.style.bold("grants"));
    presentItems(context, permissions, ["tool_name", "action", "id", "created_at"]);
  });
}

function createGrant(context: CliContext): Command {
  const command = new Command("grant")
    .summary("let an agent call tools")
    .description(
      "Grants tools to an agent; a grant that it has already stays. An agent that is signed in has them with its next token.\n\nWho may call: SECURITY, ADMIN.",
    )
    .argument("<agent>", "id or name")
    .argument("<tools...>", "tool names")
    .option("--action <action>", "ALLOW, DENY or ESCALATE", "ALLOW")
    .addHelpText("after", "\nExample:\n  $ portcullis agents grant billing-bot customers.query customers.update");
  return addConnectionOptions(command).action(
    async (agent: string, tools: string[], options: Options & { action: string }) => {
      const action = options.action.toUpperCase();
      if (action !== "ALLOW" && action !== "DENY" && action !== "ESCALATE") {
        throw usageError("--action takes ALLOW, DENY or ESCALATE.");
      }
      const { client } = await connect(context, options);
      const id = await findAgent(client, agent);
      const answers = await mapAtOnce(tools, async (tool_name) => {
        try {
          return await client.agents.grantPermission(id, { tool_name, action });
        } catch (error) {
          // What is asked for is there already; the tools that come after it are not to be lost for it.
          if (!(error instanceof ConflictError) || error.code !== "conflict") throw error;
          writeNote(context, `The agent has the grant ${action} of ${printable(tool_name)} already.`);
          return undefined;
        }
      });
      const granted = answers.filter((answer) => answer !== undefined);
      await warnOfUnregistered(context, client, granted);
      if (options.json) return writeJson(context, { items: granted });
      if (granted.length === 0) return;
      presentItems(context, granted, ["tool_name", "action", "id"]);
      writeLine(context, context.style.dim("A token has the grants of its sign-in: these count from the next one on."));
    },
  );
}

/** A grant may come before its tool; one of a mistyped name never has a use. */
async function warnOfUnregistered(
  context: CliContext,
  client: Client,
  granted: readonly { readonly tool_name: string }[],
): Promise<void> {
  const missing = new Set(granted.map(({ tool_name }) => tool_name));
  if (missing.size === 0) return;
  for await (const { tool_name } of client.registry.listTools({ limit: 500 })) missing.delete(tool_name);
  for (const name of missing) {
    writeNote(
      context,
      context.errorStyle.yellow(
        `! No tool ${oneLine(name)} is registered: the grant has no use unless an edge has one.`,
      ),
    );
  }
  if (missing.size > 0) writeNote(context, "  The registered ones: portcullis registry list-tools");
}

function createRevoke(context: CliContext): Command {
  const command = new Command("revoke")
    .summary("take grants back, by tool name")
    .description(
      "Takes every grant of the named tools back; a name that the agent has no grant of is an error, also beside others.\n\nWho may call: SECURITY, ADMIN.",
    )
    .argument("<agent>", "id or name")
    .argument("<tools...>", "tool names")
    .addHelpText("after", "\nExample:\n  $ portcullis agents revoke billing-bot customers.update");
  return addConnectionOptions(command).action(async (agent: string, tools: string[], options: Options) => {
    const { client } = await connect(context, options);
    const id = await findAgent(client, agent);
    const names = new Set(tools.map(foldToolName));
    const missing = new Set(names);
    const revoked = [];
    for await (const grant of client.agents.listPermissions(id)) {
      if (!names.has(grant.tool_name)) continue;
      await client.agents.revokePermission(id, grant.id);
      missing.delete(grant.tool_name);
      revoked.push(grant);
    }
    if (options.json) writeJson(context, { items: revoked });
    else if (revoked.length > 0) presentItems(context, revoked, ["tool_name", "action", "id"]);
    // A mistyped name would leave the tool granted.
    if (missing.size > 0) {
      throw usageError(
        `The agent has no grant of ${[...missing].map(printable).join(", ")}.`,
        `See portcullis agents show ${agent}`,
      );
    }
  });
}

function createSetStatus(
  context: CliContext,
  name: string,
  status: "ACTIVE" | "QUARANTINED",
  summary: string,
): Command {
  const command = new Command(name)
    .summary(summary)
    .description(`Sets an agent ${status}. Independent of the kill switch.\n\nWho may call: SECURITY, ADMIN.`)
    .argument("<agent>", "id or name")
    .addHelpText("after", `\nExample:\n  $ portcullis agents ${name} billing-bot`);
  return addConnectionOptions(command).action(async (agent: string, options: Options) => {
    const { client } = await connect(context, options);
    const changed = await client.agents.update(await findAgent(client, agent), { status });
    if (options.json) return writeJson(context, changed);
    writeLine(context, `${oneLine(changed.name)} is ${changed.status}.`);
  });
}
