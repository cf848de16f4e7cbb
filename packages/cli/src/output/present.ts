// An answer of the service for eyes: lists as tables, objects as names and values, the rest as it is.

import { type CliContext, writeLine } from "../context.js";
import { printable } from "./style.js";
import { renderTable } from "./table.js";

/** Columns that say least in a table of a terminal's width; `--json` has them all. */
const LEFT_OUT = new Set([
  "content",
  "content_hash",
  "event_hash",
  "prev_hash",
  "signature",
  "key_fingerprint",
  "metadata_json",
  "tenant_id",
  "description_hash",
  "input_schema",
  "source",
]);

export function presentData(context: CliContext, data: unknown): void {
  if (data === undefined || data === null) writeLine(context, context.style.green("Done."));
  else if (typeof data !== "object") writeLine(context, String(data));
  else if (isPage(data)) presentPage(context, data);
  else presentObject(context, data as Record<string, unknown>);
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor?: unknown;
}

/** A page of a list, with how to get more. */
export function presentPage(context: CliContext, { items, next_cursor }: Page, names?: readonly string[]): void {
  presentItems(context, items, names);
  if (typeof next_cursor !== "string") return;
  writeLine(context, context.style.dim(`More: --cursor ${next_cursor}, or --all for every page.`));
}

/** A list as a table; the columns are the items' members. */
export function presentItems(context: CliContext, items: readonly unknown[], names?: readonly string[]): void {
  if (items.length === 0) {
    writeLine(context, context.style.dim("Nothing."));
    return;
  }
  const rows = items.map((item) => (isRecord(item) ? item : { value: item }));
  const shown = names ?? [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !LEFT_OUT.has(name));
  const columns = shown.map((name) => ({ title: name, cells: rows.map((row) => cellOf(row[name])) }));
  const width = context.stdout.isTTY ? context.stdout.columns : undefined;
  for (const line of renderTable(columns, context.style, width)) writeLine(context, line);
}

/** Members one below the other; lists of objects as tables of their own. */
export function presentObject(context: CliContext, object: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(object);
  const plain = entries.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...plain.map(([name]) => name.length));
  for (const [name, value] of plain) {
    writeLine(context, `${context.style.dim(name.padEnd(width))}  ${printable(cellOf(value))}`);
  }
  for (const [name, value] of entries) {
    if (!isTable(value)) continue;
    writeLine(context);
    writeLine(context, context.style.bold(name));
    presentItems(context, value);
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ") || "-";
  return JSON.stringify(value);
}

function isTable(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isPage(value: object): value is Page {
  return Array.isArray((value as Partial<Page>).items);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
