// `policy check`: what is wrong with a policy file, before it is uploaded. First the text by itself, then the service,
// which compiles it against the schema of the tenant's tools by running one test on it; nothing is stored.

import { PortcullisError } from "@portcullis/sdk";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { presentItems } from "../output/present.js";
import { checkCedarText, policyNameOf } from "../text/cedar-text.js";
import { readTextFile } from "../text/read-input.js";

interface CheckOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly offline?: boolean;
  readonly name?: string;
}

export function createPolicyCheckCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("check")
    .summary("what is wrong with a policy file; stores nothing")
    .description(
      "Checks a policy file: its text here, its meaning at the service, against the tenant's tools. Stores nothing.\n\n" +
        "Who may call: SECURITY, ADMIN; with --offline nobody has to be signed in.",
    )
    .argument("<file>", "Cedar policies; - for standard input")
    .option("--offline", "the text only")
    .option("--name <name>", "policy file that this is a draft of; without it the file's name, as for upload")
    .addHelpText(
      "after",
      "\nExamples:\n  $ portcullis policy check main.cedar\n  $ portcullis policy check main.cedar --offline",
    );
  return addConnectionOptions(command).action(async (file: string, options: CheckOptions) => {
    finish(await check(context, await readTextFile(context, file), { ...policyNameOf(file), ...options }));
  });
}

async function check(context: CliContext, text: string, options: CheckOptions): Promise<ExitCode> {
  const { problems, rules } = checkCedarText(text);
  const found: object[] = [...problems];
  if (found.length === 0 && !options.offline && text.trim() !== "")
    found.push(...(await askService(context, text, options)));
  const valid = found.length === 0;
  if (options.json) {
    writeJson(context, {
      valid,
      rules,
      errors: found,
      checked: problems.length > 0 || options.offline ? "text" : "text and meaning",
    });
    return valid ? EXIT.ok : EXIT.refused;
  }
  const { style } = context;
  if (valid) {
    const count = `${rules.length} ${rules.length === 1 ? "rule" : "rules"}`;
    const extent = options.offline ? " The text only: run without --offline to check it against the tools." : "";
    writeLine(context, `${style.green("✓")} ${count}, nothing wrong.${extent}`);
    return EXIT.ok;
  }
  writeLine(context, style.red(`✗ ${found.length} ${found.length === 1 ? "problem" : "problems"}`));
  presentItems(context, found);
  return EXIT.refused;
}

/** The service's complaints; none when the draft compiles. */
async function askService(context: CliContext, policy: string, options: CheckOptions): Promise<object[]> {
  const { client } = await connect(context, options);
  const { items } = await client.registry.listTools({ limit: 1 });
  const probe = {
    name: "compiles",
    tool_name: items[0]?.tool_name ?? "any.tool",
    payload: {},
    agent: {},
    granted: true,
    findings: [],
    risk: 0,
    behavior: 0,
    cost_usd: "0",
    expect: { decision: "deny" as const },
  };
  try {
    await client.policy.test({ name: options.name ?? "main", policy, tests: [probe] });
    return [];
  } catch (error) {
    if (!(error instanceof PortcullisError) || error.code !== "policy_invalid") throw error;
    const { errors } = (error.data ?? {}) as { errors?: readonly unknown[] };
    return (errors ?? [error.message]).map((entry) =>
      typeof entry === "object" && entry !== null ? entry : { message: String(entry) },
    );
  }
}
