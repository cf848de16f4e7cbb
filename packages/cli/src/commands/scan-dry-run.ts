// `scan dry-run`: what other settings of the scan would have found in past calls, before they are saved.

import type { DataOf } from "@portcullis/contract";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { presentItems } from "../output/present.js";
import { countOf } from "../text/count-of.js";
import { readTime, TIME_WORDS } from "../text/read-time.js";
import { readTuningFile } from "../text/tuning-file.js";

interface DryRunOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly settings: string;
  readonly since: string;
  readonly until?: string;
  readonly limit: string;
}

type Simulation = DataOf<"policy.simulate">;
type Report = NonNullable<Simulation["findings"]>;

export function createScanDryRun(context: CliContext): Command {
  const command = new Command("dry-run")
    .summary("what other settings would have found in past calls; saves nothing")
    .description(
      "Judges past calls with the `scan` settings of a file: by the findings that were kept of each, and by those values of " +
        "its payload that the tenant keeps because policies read them, on which new phrases and patterns are tried. Saves " +
        "nothing.\n\nWho may call: SECURITY, ADMIN.",
    )
    .requiredOption("--settings <file>", "JSON with `scan`, as for tenant update-settings --data @FILE")
    .option("--since <time>", `from when on: ${TIME_WORDS}`, "24h")
    .option("--until <time>", "up to when; now, unless given")
    .option("--limit <count>", "how many calls at most, the newest", "10000")
    .addHelpText("after", "\nExample:\n  $ portcullis scan dry-run --settings tuning.json --since 48h --until 24h");
  return addConnectionOptions(command).action(async (options: DryRunOptions) => {
    const { scan } = await readTuningFile(context, options.settings);
    const limit = Number(options.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
      throw usageError("--limit takes a number from 1 to 10000.");
    const nowMs = Date.now();
    const since = readTime("--since", options.since, nowMs);
    const until = options.until === undefined ? {} : { until: readTime("--until", options.until, nowMs) };
    const { client } = await connect(context, options);
    const done = (await client.policy.simulate({ scan: scan as never, since, ...until, limit })) as Simulation;
    if (options.json) writeJson(context, done);
    else present(context, done, until.until === undefined ? `since ${since}` : `from ${since} to ${until.until}`);
  });
}

function present(context: CliContext, done: Simulation, when: string): void {
  const { style } = context;
  const report = done.findings as Report;
  const judged = report.from_findings + report.from_payloads;
  if (judged === 0 && done.note !== null) {
    writeLine(context, done.note);
    return;
  }
  writeLine(
    context,
    `${countOf(judged, "call")} ${when}: ${report.from_payloads} judged from kept values of their payload, ${report.from_findings} from findings alone.`,
  );
  if (report.unknown > 0)
    writeLine(context, style.dim(`Of ${countOf(report.unknown, "more call")} no findings are kept.`));
  writeLine(
    context,
    `${style.red("▲")} ${report.newly_flagged} newly flagged   ${style.green("✓")} ${report.no_longer_flagged} no longer flagged   ${report.changed.length} with other findings   ${done.changed.length} with another verdict of the policies`,
  );
  if (report.rules.length > 0) {
    writeLine(context);
    presentItems(context, report.rules, ["rule_id", "was", "now"]);
  }
  if (report.changed.length === 0) return;
  writeLine(context);
  const rows = report.changed.map(({ audit_id, tool_name, at, gone, come }) => ({
    audit_id,
    at,
    tool_name,
    findings: [...gone.map((id) => `- ${id}`), ...come.map((id) => `+ ${id}`)].join(" "),
  }));
  presentItems(context, rows);
}
