// `kill on|off|status`: the tenant's kill switch.

import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { nameUsers } from "../connection/user-names.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { printable } from "../output/style.js";
import { countOf } from "../text/count-of.js";

interface KillOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly reason?: string;
}

export function createKillCommand(context: CliContext): Command {
  const command = new Command("kill").summary("stop every tool call of the tenant, or let them run again");
  command.description("The kill switch: while it is on, every tool call is refused and running ones are aborted.");
  command.addCommand(createOn(context));
  command.addCommand(createOff(context));
  command.addCommand(createStatus(context));
  return command;
}

function createOn(context: CliContext): Command {
  const command = new Command("on")
    .summary("engage the kill switch")
    .description("Stops every call of the tenant, running ones included.\n\nWho may call: SECURITY, ADMIN.")
    .option("--reason <text>", "why; kept in the audit trail (required)")
    .addHelpText("after", '\nExample:\n  $ portcullis kill on --reason "agent 7 deletes records"');
  return addConnectionOptions(command).action(async (options: KillOptions) => {
    const { client } = await connect(context, options);
    const startedAtMs = performance.now();
    const state = await client.killSwitch.engage({ reason: requireReason(options) });
    const elapsedMs = Math.round(performance.now() - startedAtMs);
    if (options.json) return writeJson(context, state);
    const { style } = context;
    writeLine(context, `${style.red("■")} Kill switch is ${style.bold("on")}: every tool call is refused.`);
    writeLine(context, style.dim(`  ${countOf(state.edges.acknowledged, "edge")} stopped in ${elapsedMs} ms.`));
    if (state.edges.pending.length > 0) {
      writeLine(context, style.yellow(`  Not yet: ${state.edges.pending.join(", ")}; they refuse within 5 seconds.`));
    }
  });
}

function createOff(context: CliContext): Command {
  const command = new Command("off")
    .summary("release the kill switch")
    .description("Lets calls run again.\n\nWho may call: SECURITY, ADMIN.")
    .option("--reason <text>", "why; kept in the audit trail (required)")
    .addHelpText("after", '\nExample:\n  $ portcullis kill off --reason "agent 7 is fixed"');
  return addConnectionOptions(command).action(async (options: KillOptions) => {
    const { client } = await connect(context, options);
    const state = await client.killSwitch.disengage({ reason: requireReason(options) });
    if (options.json) return writeJson(context, state);
    writeLine(
      context,
      `${context.style.green("▶")} Kill switch is ${context.style.bold("off")}: calls are judged again.`,
    );
  });
}

function createStatus(context: CliContext): Command {
  const command = new Command("status")
    .summary("whether the kill switch is on")
    .description(
      "Whether the kill switch is on, since when, by whom and why.\n\nWho may call: AUDITOR, SECURITY, ADMIN.",
    )
    .addHelpText("after", "\nExample:\n  $ portcullis kill status");
  return addConnectionOptions(command).action(async (options: KillOptions) => {
    const { client } = await connect(context, options);
    const state = await client.killSwitch.get();
    if (options.json) return writeJson(context, state);
    const { style } = context;
    if (!state.engaged) return writeLine(context, `${style.green("▶")} Kill switch is off.`);
    const { engaged_by } = await nameUsers(client, state);
    writeLine(context, `${style.red("■")} Kill switch is ${style.bold("on")} since ${state.engaged_at}.`);
    writeLine(context, `  ${style.dim("by    ")}  ${printable(engaged_by ?? "-")}`);
    writeLine(context, `  ${style.dim("reason")}  ${printable(state.reason ?? "-")}`);
  });
}

function requireReason(options: KillOptions): string {
  if (options.reason?.trim()) return options.reason;
  throw usageError("A reason is needed.", 'Give --reason "…"; it is kept in the audit trail.');
}
