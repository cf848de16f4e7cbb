// `audit tail`: the newest rows, and with `--follow` every row as it is appended.

import type { DecisionEvent } from "@portcullis/sdk";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { printable } from "../output/style.js";

interface TailOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
  readonly rows: string;
}

interface TailRow {
  readonly seq: string;
  readonly at: string;
  readonly action: string;
  readonly decision: string;
  readonly outcome: string;
  readonly tool_name: string | null;
  readonly agent_id: string | null;
  readonly findings: readonly string[];
  readonly audit_id: string;
}

export function createAuditTailCommand(context: CliContext): Command {
  const command = new Command("tail")
    .summary("the newest rows, and what is appended")
    .description("The newest audit rows, oldest of them first.\n\nWho may call: AUDITOR, SECURITY, ADMIN.")
    .option("-n, --rows <count>", "how many", "20")
    .option("-f, --follow", "go on with every row as it is appended, until it is stopped")
    .addHelpText("after", "\nExamples:\n  $ portcullis audit tail -n 50\n  $ portcullis audit tail --follow --json");
  return addConnectionOptions(command).action(async (options: TailOptions) => {
    const limit = Number(options.rows);
    if (!Number.isInteger(limit) || limit < 0 || limit > 500) throw usageError("--rows takes a number from 0 to 500.");
    const { client } = await connect(context, options);
    const show = (row: TailRow) => (options.json ? writeJson(context, row) : writeLine(context, lineOf(context, row)));
    // Always one row at least, so that following goes on right after the newest.
    const page = await client.audit.list({ limit: Math.max(1, limit) });
    const rows = page.items.slice(0, limit).reverse();
    for (const row of rows) {
      const { seq, created_at, action, decision, outcome, tool_name, agent_id, findings, id } = row;
      show({ seq, at: created_at, action, decision, outcome, tool_name, agent_id, findings, audit_id: id });
    }
    if (!options.follow) return;
    const newest = page.items[0]?.seq;
    const events = client.events.stream(
      {},
      { signal: context.untilStopped(), ...(newest === undefined ? {} : { lastEventId: newest }) },
    );
    for await (const event of events) show(rowOf(event));
  });
}

function rowOf({ id, data }: DecisionEvent): TailRow {
  const { at, action, decision, outcome, tool_name, agent_id, findings, audit_id } = data;
  return { seq: id, at, action, decision, outcome, tool_name, agent_id, findings, audit_id };
}

function lineOf(context: CliContext, row: TailRow): string {
  const { style } = context;
  const paint = row.decision === "allow" ? style.green : row.decision === "escalate" ? style.yellow : style.red;
  const what = row.action === "execute" ? (row.tool_name ?? "-") : row.action;
  const findings = row.findings.length > 0 ? `  ${style.yellow(row.findings.join(", "))}` : "";
  return [
    style.dim(row.seq.padStart(6)),
    style.dim(row.at),
    paint(row.decision.padEnd(8)),
    row.outcome.padEnd(10),
    printable(what) + findings,
    style.dim(row.agent_id ?? ""),
  ].join("  ");
}
