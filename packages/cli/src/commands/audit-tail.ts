// `audit tail`: the newest rows, and with `--follow` every row as it is appended.

import type { DecisionEvent } from "@portcullis/sdk";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, terminalWidth, writeJson, writeLine } from "../context.js";
import { usageError } from "../exit-codes.js";
import { displayWidth, fitTo, padTo } from "../output/display-width.js";
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

type AuditRow = Omit<TailRow, "at" | "audit_id"> & { readonly created_at: string; readonly id: string };

export function createAuditTailCommand(context: CliContext): Command {
  const command = new Command("tail")
    .summary("the newest rows, and what is appended")
    .description(
      "The newest audit rows, oldest of them first. `receipt get` and `audit explain` take a row's number (seq) or audit id.\n\n" +
        "Who may call: AUDITOR, SECURITY, ADMIN.",
    )
    .option("-n, --rows <count>", "how many", "20")
    .option("-f, --follow", "go on with every row as it is appended, until it is stopped")
    .addHelpText("after", "\nExamples:\n  $ portcullis audit tail -n 50\n  $ portcullis audit tail --follow --json");
  return addConnectionOptions(command).action(async (options: TailOptions) => {
    const limit = Number(options.rows);
    if (!Number.isInteger(limit) || limit < 0 || limit > 500) throw usageError("--rows takes a number from 0 to 500.");
    const { client } = await connect(context, options);
    // Always one row at least, so that following goes on right after the newest.
    const page = await client.audit.list({ limit: Math.max(1, limit) });
    const rows = page.items.slice(0, limit).reverse().map(tailRowOf);
    const layout = layoutOf(rows, terminalWidth(context));
    const show = (row: TailRow) => {
      if (options.json) return writeJson(context, row);
      writeLine(context, lineOf(context, layout, row));
    };
    if (!options.json && (rows.length > 0 || options.follow)) writeLine(context, headOf(context, layout));
    else if (!options.json) writeLine(context, context.style.dim("Nothing."));
    for (const row of rows) show(row);
    if (!options.follow) return;
    // Of an empty chain, from its first row on: rows that come in between are not to be missed.
    const lastEventId = page.items[0]?.seq ?? "0";
    const events = client.events.stream({}, { signal: context.untilStopped(), lastEventId });
    for await (const event of events) show(rowOf(event));
  });
}

/** One event of the stream as a line of `audit tail`. */
export function presentEvent(context: CliContext, event: unknown): void {
  writeLine(context, lineOf(context, layoutOf([], terminalWidth(context)), rowOf(event as DecisionEvent)));
}

function tailRowOf(row: AuditRow): TailRow {
  const { seq, created_at, action, decision, outcome, tool_name, agent_id, findings, id } = row;
  return { seq, at: created_at, action, decision, outcome, tool_name, agent_id, findings, audit_id: id };
}

function rowOf({ id, data }: DecisionEvent): TailRow {
  const { at, action, decision, outcome, tool_name, agent_id, findings, audit_id } = data;
  return { seq: id, at, action, decision, outcome, tool_name, agent_id, findings, audit_id };
}

/** Widths of the columns; rows that come later are held to those of the first page. */
interface Layout {
  readonly seq: number;
  readonly decision: number;
  readonly outcome: number;
  readonly what: number;
  /** On a terminal where whole instants and agents' ids leave no room for findings: parts of both. */
  readonly brief: boolean;
  /** Where there is room for audit ids, too; a row's number names it as well. */
  readonly withAuditId: boolean;
  /** Room for findings; whole where the output is no terminal. */
  readonly findings: number | undefined;
}

const WHAT_AT_LEAST = 20;
const INSTANT_WIDTH = "2026-01-01T00:00:00.000Z".length;
const AGENT_WIDTH = 36;
const AUDIT_ID_WIDTH = 36;
/** Of "2026-01-31T09:30:00.000Z", "01-31 09:30:00Z". */
const BRIEF_INSTANT_WIDTH = "01-31 09:30:00Z".length;
const BRIEF_AGENT_WIDTH = 8;
const FINDINGS_AT_LEAST = 24;

function layoutOf(rows: readonly TailRow[], width: number | undefined): Layout {
  const longest = (least: number, text: (row: TailRow) => string) =>
    Math.max(least, ...rows.map((row) => displayWidth(text(row))));
  const widths = {
    seq: longest("   seq".length, ({ seq }) => seq),
    decision: longest("decision".length, ({ decision }) => decision),
    outcome: longest("not_started".length, ({ outcome }) => outcome),
    what: longest(WHAT_AT_LEAST, whatOf),
  };
  const fits = (...more: readonly number[]) => {
    const cells = [...Object.values(widths), ...more, FINDINGS_AT_LEAST];
    return width === undefined || width >= cells.reduce((sum, cell) => sum + cell) + GAP.length * (cells.length - 1);
  };
  const brief = !fits(INSTANT_WIDTH, AGENT_WIDTH, AUDIT_ID_WIDTH);
  const withAuditId = !brief || fits(BRIEF_INSTANT_WIDTH, BRIEF_AGENT_WIDTH, AUDIT_ID_WIDTH);
  const others = [
    ...Object.values(widths),
    ...(brief ? [BRIEF_INSTANT_WIDTH, BRIEF_AGENT_WIDTH] : [INSTANT_WIDTH, AGENT_WIDTH]),
    ...(withAuditId ? [AUDIT_ID_WIDTH] : []),
  ];
  const taken = others.reduce((sum, cell) => sum + cell + GAP.length, 0);
  const findings = width === undefined ? undefined : Math.max(0, width - taken);
  return { ...widths, brief, withAuditId, findings };
}

/** The tool of a call, the action of anything else and of a call that was refused before its tool was read. */
function whatOf({ action, tool_name }: TailRow): string {
  return printable(action === "execute" ? (tool_name ?? action) : action);
}

const GAP = "  ";

function headOf({ style }: CliContext, layout: Layout): string {
  const cells = [
    "seq".padStart(layout.seq),
    "at".padEnd(layout.brief ? BRIEF_INSTANT_WIDTH : INSTANT_WIDTH),
    "decision".padEnd(layout.decision),
    "outcome".padEnd(layout.outcome),
    "tool or action".padEnd(layout.what),
    "agent".padEnd(layout.brief ? BRIEF_AGENT_WIDTH : AGENT_WIDTH),
    ...(layout.withAuditId ? ["audit id".padEnd(AUDIT_ID_WIDTH)] : []),
    layout.findings === undefined ? "findings" : fitTo("findings", layout.findings),
  ];
  return style.dim(cells.join(GAP).trimEnd());
}

function lineOf({ style }: CliContext, layout: Layout, row: TailRow): string {
  const paint = row.decision === "allow" ? style.green : row.decision === "escalate" ? style.yellow : style.red;
  const cells = [
    style.dim(row.seq.padStart(layout.seq)),
    style.dim(layout.brief ? `${row.at.slice(5, 10)} ${row.at.slice(11, 19)}Z` : row.at),
    paint(row.decision.padEnd(layout.decision)),
    row.outcome.padEnd(layout.outcome),
    padTo(whatOf(row), layout.what),
    style.dim(agentOf(row, layout)),
    ...(layout.withAuditId ? [row.audit_id] : []),
    style.yellow(findingsOf(row, layout)),
  ];
  return cells.join(GAP).trimEnd();
}

function findingsOf({ findings }: TailRow, { findings: room }: Layout): string {
  const text = findings.join(", ");
  return room === undefined ? text : fitTo(text, room).trimEnd();
}

function agentOf({ agent_id }: TailRow, { brief }: Layout): string {
  const id = agent_id ?? "-";
  return brief ? id.slice(0, BRIEF_AGENT_WIDTH).padEnd(BRIEF_AGENT_WIDTH) : id.padEnd(AGENT_WIDTH);
}
