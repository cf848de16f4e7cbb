// `tools register`: tells the registry what a tools file says of its HTTP tools. An edge takes their places from the file, and
// judgement, prices and caps from the registry.

import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { registerTools } from "../dev/register-tools.js";
import { entriesOfHttpTools, readTools } from "../dev/tools.js";
import { presentItems } from "../output/present.js";
import { shellWord } from "../text/shell-word.js";

type Options = ConnectionOptions & { readonly json?: boolean };

export function createToolsRegisterCommand(context: CliContext): Command {
  const command = new Command("register")
    .summary("tell the registry of a tools file's tools: schema, price, timeout")
    .description(
      "Registers each HTTP tool of a tools file, and updates those that are registered otherwise. Prices and caps count, and " +
        "policies read arguments, by what the registry says. MCP tools are registered by the edge that lists them.\n\n" +
        "Who may call: SECURITY, ADMIN.",
    )
    .argument("<file>", "tools file, as the sidecar has it; its ${NAME} need no values here")
    .addHelpText("after", "\nExample:\n  $ portcullis tools register tools.json");
  return addConnectionOptions(command).action(async (path: string, options: Options) => {
    const entries = entriesOfHttpTools(readTools(path), {});
    const { client } = await connect(context, options);
    const items = await registerTools(client, entries);
    if (options.json) return writeJson(context, { items });
    presentItems(context, items);
    const names = items.map(({ tool_name }) => shellWord(tool_name)).join(" ");
    if (names !== "") writeLine(context, context.style.dim(`To grant them: portcullis agents grant <agent> ${names}`));
  });
}
