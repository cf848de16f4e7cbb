// `policy check`: everything that is wrong with a policy file, before it is uploaded. The service says it, which compiles the
// file against the schema of the tenant's tools by running one test on it; without the service, the text by itself. Nothing
// is stored.

import { PortcullisError } from "@portcullis/sdk";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { CliError, EXIT, type ExitCode } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { describeFaults, isRuleFaults, type RuleFault } from "../output/rule-faults.js";
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
  const answer = options.offline || text.trim() === "" ? {} : await ask(context, text, options, problems.length > 0);
  // The service's list is whole: it reads the text too, rule by rule.
  const faults = answer.faults ?? problems;
  const valid = faults.length === 0;
  if (options.json) {
    writeJson(context, { valid, rules, errors: faults, checked: answer.faults ? "text and meaning" : "text" });
    return valid ? EXIT.ok : EXIT.refused;
  }
  const { style } = context;
  if (valid) {
    const count = `${rules.length} ${rules.length === 1 ? "rule" : "rules"}`;
    const extent = options.offline ? " The text only: run without --offline to check it against the tools." : "";
    writeLine(context, `${style.green("✓")} ${count}, nothing wrong.${extent}`);
    return EXIT.ok;
  }
  writeLine(context, style.red(`✗ ${faults.length} ${faults.length === 1 ? "problem" : "problems"}`));
  for (const line of describeFaults(faults)) writeLine(context, line);
  if (answer.failure) writeLine(context, style.yellow(`  Not checked against the tools: ${answer.failure}`));
  else if (options.offline) writeLine(context, style.dim("  The text only; the tools were not asked."));
  return EXIT.refused;
}

interface Answer {
  readonly faults?: readonly RuleFault[];
  /** Why the service could not say. */
  readonly failure?: string;
}

/** The service's word. Without one, what is wrong with the text is still worth saying. */
async function ask(context: CliContext, text: string, options: CheckOptions, hasProblems: boolean): Promise<Answer> {
  try {
    return { faults: await askService(context, text, options) };
  } catch (error) {
    if (!hasProblems || !(error instanceof CliError || error instanceof PortcullisError)) throw error;
    return { failure: error.message };
  }
}

/** The service's complaints; none when the draft compiles. */
async function askService(context: CliContext, policy: string, options: CheckOptions): Promise<RuleFault[]> {
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
    return isRuleFaults(error.data) ? [...error.data.errors] : [{ message: error.message }];
  }
}
