// `tools`: what the registry is told of tools, and definitions of MCP tools that wait for an operator's word: what changed, where,
// and the approval of one hash.

import type { DataOf } from "@portcullis/contract";
import { foldToolName, formatJson } from "@portcullis/core";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { oneLine, printable } from "../output/style.js";
import { changedMembers } from "../text/changed-members.js";
import { shellWord } from "../text/shell-word.js";
import { createToolsRegisterCommand } from "./tools-register.js";

type Tool = DataOf<"registry.updateTool">;
type Options = ConnectionOptions & { readonly json?: boolean };

export function createToolsCommand(context: CliContext): Command {
  return new Command("tools")
    .summary("register a tools file's tools; approve tool descriptions that changed")
    .description(
      "What an MCP server says of a tool is pinned when it is first seen. A definition that changed, or that holds orders to " +
        "the model, makes the tool unavailable until its hash is approved here. HTTP tools are registered from the tools file.",
    )
    .addCommand(createToolsRegisterCommand(context))
    .addCommand(createPending(context))
    .addCommand(createApprove(context));
}

function createPending(context: CliContext): Command {
  const command = new Command("pending")
    .summary("what waits for approval, and how it differs")
    .description("Definitions that wait for approval, member by member.\n\nWho may call: AUDITOR, SECURITY, ADMIN.")
    .addHelpText("after", "\nExample:\n  $ portcullis tools pending");
  return addConnectionOptions(command).action(async (options: Options) => {
    const { client } = await connect(context, options);
    const waiting: Tool[] = [];
    for await (const tool of client.registry.listTools({ limit: 100, pending: "true" })) waiting.push(tool as Tool);
    if (options.json) return writeJson(context, { items: waiting });
    if (waiting.length === 0) return writeLine(context, context.style.dim("Nothing waits for approval."));
    for (const tool of waiting) presentPending(context, tool);
  });
}

function createApprove(context: CliContext): Command {
  const command = new Command("approve")
    .summary("let a tool be listed and called with one definition")
    .description(
      "Approves the definition with this hash, and no other: what the server says later waits again. The beginning of the " +
        "hash is enough for the one that waits.\n\nWho may call: SECURITY, ADMIN.",
    )
    .argument("<tool>", "name, as {server}.{tool}")
    .argument("<hash>", "the hash that `tools pending` shows")
    .addHelpText("after", "\nExample:\n  $ portcullis tools approve files.read 3f9a0c1e22b7");
  return addConnectionOptions(command).action(async (tool: string, hash: string, options: Options) => {
    const { client } = await connect(context, options);
    const wanted = hash.toLowerCase();
    const definition_hash = FULL_HASH.test(wanted) ? wanted : await findPending(client, tool, wanted);
    const changed = await client.registry.updateTool(tool, { definition_hash });
    if (options.json) return writeJson(context, changed);
    writeLine(
      context,
      `${oneLine(changed.tool_name)} is available with the definition ${definition_hash.slice(0, 12)}.`,
    );
  });
}

const FULL_HASH = /^[0-9a-f]{64}$/;
const SHORT_HASH = /^[0-9a-f]{12,63}$/;

/** The whole hash of the definition of a tool that waits and begins so. */
async function findPending(
  client: Awaited<ReturnType<typeof connect>>["client"],
  name: string,
  beginning: string,
): Promise<string> {
  if (!SHORT_HASH.test(beginning))
    throw usageError("The hash takes 12 to 64 of 0-9 a-f.", "See portcullis tools pending.");
  const folded = foldToolName(name);
  for await (const tool of client.registry.listTools({ limit: 100, pending: "true" })) {
    if (tool.tool_name !== folded) continue;
    if (tool.pending?.definition_hash.startsWith(beginning)) return tool.pending.definition_hash;
    throw usageError("Another definition waits by now.", "See portcullis tools pending.");
  }
  throw usageError(`No definition of ${name} waits for approval.`, "See portcullis tools pending.");
}

function presentPending(context: CliContext, { tool_name, definition_hash, pending }: Tool): void {
  if (pending === null) return;
  const { style } = context;
  const why =
    pending.findings.length > 0 ? style.red(`poisoned: ${pending.findings.join(", ")}`) : style.yellow("changed");
  writeLine(context, `${style.bold(printable(tool_name))}  ${why}  ${style.dim(pending.seen_at)}`);
  if (pending.definition === null) {
    writeLine(context, "  The definition is larger than 64 KiB and was not kept; look at it on the server.");
  } else {
    const before = definition_hash === null ? null : pending.approved_definition;
    for (const { path, was, is } of changedMembers(before, pending.definition)) {
      if (was !== undefined) writeLine(context, style.red(`  - ${oneLine(path)}: ${shown(was)}`));
      if (is !== undefined) writeLine(context, style.green(`  + ${oneLine(path)}: ${shown(is)}`));
    }
  }
  writeLine(
    context,
    style.dim(`  $ portcullis tools approve ${shellWord(tool_name)} ${pending.definition_hash.slice(0, 12)}`),
  );
}

/** As JSON, and whole, since an order may stand at the end. What nobody would see is spelled out. */
function shown(value: unknown): string {
  return printable(formatJson(value)).replace(
    /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
