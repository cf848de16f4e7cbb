// An answer of the service for eyes: lists as tables, objects as names and values, the rest as it is.

import { type CliContext, terminalWidth, writeLine } from "../context.js";
import { isRecord } from "../text/is-record.js";
import { shellWord } from "../text/shell-word.js";
import { oneLine, printable, type Style } from "./style.js";
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

const INDENT = "  ";

export function presentData(context: CliContext, data: unknown): void {
  if (data === undefined || data === null) writeLine(context, context.style.green("Done."));
  else if (typeof data !== "object") writeLine(context, printable(String(data)));
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
  writeLine(context, context.style.dim(`More: --cursor ${shellWord(next_cursor)}, or --all for every page.`));
}

/** A list as a table; the columns are the items' members. */
export function presentItems(context: CliContext, items: readonly unknown[], names?: readonly string[]): void {
  for (const line of describeItems(context.style, items, terminalWidth(context), names)) writeLine(context, line);
}

function describeItems(
  style: Style,
  items: readonly unknown[],
  width: number | undefined,
  names?: readonly string[],
): string[] {
  if (items.length === 0) return [style.dim("Nothing.")];
  const rows = items.map((item) => (isRecord(item) ? item : { value: item }));
  const shown = names ?? [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !LEFT_OUT.has(name));
  const columns = shown.map((name) => ({ title: name, cells: rows.map((row) => cellOf(row[name])) }));
  return renderTable(columns, style, width);
}

/** Members one below the other; what is inside of one stands below its name, lists of objects as tables at the end. */
export function presentObject(context: CliContext, object: Readonly<Record<string, unknown>>): void {
  for (const line of describeObject(context.style, object, terminalWidth(context))) writeLine(context, line);
}

/** The lines of `presentObject`, for whoever writes them elsewhere. */
export function describeObject(
  style: Style,
  object: Readonly<Record<string, unknown>>,
  width: number | undefined,
): string[] {
  const entries = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [oneLine(name), value] as const);
  const plain = entries.filter(([, value]) => !isTable(value) && !isFilled(value));
  const longest = Math.max(0, ...plain.map(([name]) => name.length));
  // Further lines of a value stand below its first one, where none can pass for a member.
  const below = `\n${" ".repeat(longest)}  `;
  const shown = (value: unknown) => printable(cellOf(value)).replaceAll("\n", below);
  const lines = plain.flatMap(([name, value]) => `${style.dim(name.padEnd(longest))}  ${shown(value)}`.split("\n"));
  for (const [name, value] of entries) {
    if (!isFilled(value)) continue;
    const inner = describeObject(style, value, width === undefined ? undefined : width - INDENT.length);
    lines.push(style.dim(name), ...inner.map((line) => (line === "" ? "" : INDENT + line)));
  }
  for (const [name, value] of entries) {
    if (isTable(value)) lines.push("", style.bold(name), ...describeItems(style, value, width));
  }
  return lines;
}

/** A value in words on one line. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value)) return value.map(nestedCellOf).join(", ") || "-";
  // Averages and shares have places that say nothing.
  if (typeof value === "number") return String(Number(value.toFixed(6)));
  if (!isRecord(value)) return String(value);
  return (
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${name}: ${nestedCellOf(member)}`)
      .join(", ") || "-"
  );
}

function nestedCellOf(value: unknown): string {
  const text = cellOf(value);
  return typeof value === "object" && value !== null && text !== "-" ? `(${text})` : text;
}

/** An object that has members. */
function isFilled(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).length > 0;
}

function isTable(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isPage(value: object): value is Page {
  return Array.isArray((value as Partial<Page>).items);
}
