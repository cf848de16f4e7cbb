// `scan`: what stage 3 finds in a text or payload, and where. Runs here; nothing is sent.

import { valueAtPointer } from "@portcullis/core";
import type { Finding, RuleDoc, ScanOptions, ScanResult } from "@portcullis/edge/detection";
import { Command } from "commander";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { EXIT } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { describeFinding } from "../output/finding.js";
import { printable } from "../output/style.js";
import { convertJsonLines, subjectOf } from "../text/json-lines.js";
import { markPlaces, readSubject } from "../text/marked-text.js";
import { readTextFile } from "../text/read-input.js";
import { ANY_TOOL, readTuningFile, requireUsedTool } from "../text/tuning-file.js";
import { createScanDryRun } from "./scan-dry-run.js";

interface Options {
  readonly exitCode?: boolean;
  readonly jsonl?: boolean;
  readonly json?: boolean;
  readonly linear?: boolean;
  readonly settings?: string;
  readonly tool?: string;
}

export function createScanCommand(context: CliContext, finish: Finish): Command {
  return new Command("scan")
    .summary("what the scanner finds in a text or payload")
    .description(
      "Scans a text, or a JSON payload, for what stage 3 reports: injected instructions, destructive SQL and the like. " +
        "Runs here, nothing is sent. Exit code 0 also when something was found, but with --exit-code; with --jsonl 1 after bad lines.",
    )
    .argument("[file]", "text or JSON; standard input without it")
    .option("--jsonl", 'one JSON object a line, {"id","text"} or {"id","payload"}; one object out for each')
    .option("--exit-code", "end with 1 when something was found, for scripts")
    .option("--json", "one line of JSON for programs")
    .option("--settings <file>", "with the settings in this file: JSON with `scan`, as for tenant update-settings")
    .option("--tool <name>", "the tool that is called, for settings that name tools")
    .option("--linear", "add the score of the learned layer, 0 to 1, which makes no finding and adds no risk here")
    .addHelpText(
      "after",
      "\nExamples:\n  $ echo 'DROP TABLE users' | portcullis scan\n  $ portcullis scan --jsonl prompts.jsonl > findings.jsonl\n" +
        "  $ git diff | portcullis scan --exit-code\n" +
        "  $ portcullis scan payload.json --settings tuning.json --tool crm.query",
    )
    .addCommand(createScanDryRun(context))
    .action(async (file: string | undefined, options: Options) => {
      requireUsedTool(options);
      // Loaded here, because its tables are large and most commands do not scan.
      const { RULES, scan, scanOptionsFor } = await import("@portcullis/edge/detection");
      const settings = options.settings === undefined ? {} : (await readTuningFile(context, options.settings)).scan;
      const scanOptions: ScanOptions = {
        ...scanOptionsFor(settings, options.tool ?? ANY_TOOL, "arguments"),
        ...(options.linear ? { linear: { enabled: true, cap: 0 } } : {}),
      };
      if (options.jsonl) {
        let isFound = false;
        const bad = await convertJsonLines(context, file, (line) => {
          const result = scan(subjectOf(line).value, scanOptions);
          isFound ||= result.findings.length > 0;
          return { id: line.id ?? null, ...shapeResult(result) };
        });
        return finish(bad > 0 || (options.exitCode && isFound) ? EXIT.refused : EXIT.ok);
      }
      const subject = readSubject(await readTextFile(context, file ?? "-"));
      const result = scan(subject, scanOptions);
      if (options.json) writeJson(context, shapeResult(result));
      else presentScan(context, subject, result, RULES);
      if (options.exitCode && result.findings.length > 0) finish(EXIT.refused);
    });
}

function shapeResult({ findings, risk, linear_score }: ScanResult) {
  return { findings: findings.map(shapeOf), risk, ...(linear_score === undefined ? {} : { linear_score }) };
}

function shapeOf({ code, severity, score, path, start, end, view, rule_id }: Finding) {
  return { code, severity, score, path, start, end, view, rule_id };
}

function presentScan(context: CliContext, subject: unknown, result: ScanResult, rules: readonly RuleDoc[]): void {
  const { style } = context;
  const linear = result.linear_score === undefined ? "" : `; linear score ${result.linear_score}`;
  if (result.findings.length === 0) {
    writeLine(context, `${style.green("✓")} Nothing found; risk ${result.risk}${linear}.`);
    return;
  }
  for (const path of new Set(result.findings.map((finding) => finding.path))) {
    const findings = result.findings.filter((finding) => finding.path === path);
    const text = valueAtPointer(subject, path);
    if (path !== "") writeLine(context, style.bold(printable(path)));
    if (typeof text === "string") writeLine(context, `  ${markPlaces(text.trimEnd(), findings, style)}`);
    for (const finding of findings) {
      const title = rules.find(({ id }) => id === finding.rule_id)?.title;
      writeLine(context, `  ${describeFinding(style, finding, title)}`);
    }
    writeLine(context);
  }
  writeLine(context, `${style.bold("risk")} ${result.risk}  ${style.dim(`of ${result.codes.join(", ")}${linear}`)}`);
}
