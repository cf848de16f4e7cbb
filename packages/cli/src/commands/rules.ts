// `rules`: what the scanner's rules look for, with an example that fires and one that passes. Runs here; nothing is sent.

import type { RuleDoc } from "@portcullis/edge/detection";
import { Command } from "commander";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { describeRule } from "../output/finding.js";
import { presentItems } from "../output/present.js";

export function createRulesCommand(context: CliContext): Command {
  return new Command("rules")
    .summary("what a rule of the scanner looks for")
    .description(
      "The rules of the scanner: all of them, those of a family, or one with its documentation and examples. " +
        "Ids and families are what `scan.rules_off` and `scan.allowed_contexts` of the tenant's settings name. Runs here.",
    )
    .argument("[name]", "id of a rule, or a family")
    .option("--json", "one line of JSON for programs")
    .addHelpText("after", "\nExamples:\n  $ portcullis rules sql/drop-table\n  $ portcullis rules persona")
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      // Loaded here, because its tables are large and most commands do not scan.
      const { RULES, nearestName } = await import("@portcullis/edge/detection");
      const found = RULES.filter(({ id, family }) => name === undefined || id === name || family === name);
      if (found.length === 0) {
        const names = RULES.flatMap(({ id, family }) => [id, family]);
        const nearest = nearestName(name ?? "", names);
        throw usageError(
          `No rule or family is called ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`,
          "`portcullis rules` lists them all.",
        );
      }
      present(context, found, name, options.json === true);
    });
}

function present(context: CliContext, found: readonly RuleDoc[], name: string | undefined, isJson: boolean): void {
  const rules = found.map(({ anchor, ...rule }) => ({ ...rule, docs: `docs/detection/rules.md#${anchor}` }));
  const [first] = rules;
  if (first === undefined || first.id !== name) {
    if (isJson) writeJson(context, { items: rules });
    else presentItems(context, rules, ["id", "code", "title"]);
    return;
  }
  if (isJson) {
    writeJson(context, first);
    return;
  }
  writeLine(context, context.style.bold(first.id));
  for (const line of describeRule(context.style, first)) writeLine(context, line);
}
