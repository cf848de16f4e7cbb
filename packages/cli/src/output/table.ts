// Tables for eyes: aligned columns that fit the terminal, nothing cut when the output is not one.

import { printable, type Style } from "./style.js";

export interface Column {
  readonly title: string;
  readonly cells: readonly string[];
}

const GAP = "  ";
const NARROWEST = 8;
/** The first column names the row: it is shortened only where it is longer than this. */
const WIDEST_NAME = 40;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Lines of a table. With `width` the widest columns are shortened until it fits; ids stay whole, to be copied, and so does
 * the first column, which names the row.
 */
export function renderTable(columns: readonly Column[], style: Style, width: number | undefined): string[] {
  const clean = columns.map((column) => ({ title: column.title, cells: column.cells.map(oneLine) }));
  const widths = clean.map((column) => Math.max(column.title.length, ...column.cells.map((cell) => cell.length)));
  const isKept = clean.map(
    ({ cells }, index) => cells.some((cell) => UUID.test(cell)) || (index === 0 && (widths[0] ?? 0) <= WIDEST_NAME),
  );
  if (width !== undefined) shrink(widths, isKept, width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cut(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const rows = Math.max(0, ...clean.map((column) => column.cells.length));
  const lines = [style.dim(line(clean.map((column) => column.title)))];
  for (let row = 0; row < rows; row++) lines.push(line(clean.map((column) => column.cells[row] ?? "")));
  return lines;
}

function shrink(widths: number[], isKept: readonly boolean[], width: number): void {
  const total = () => widths.reduce((sum, value) => sum + value, 0) + GAP.length * (widths.length - 1);
  while (total() > width) {
    const widest = Math.max(0, ...widths.filter((_, index) => !isKept[index]));
    if (widest <= NARROWEST) return;
    const index = widths.findIndex((value, at) => value === widest && !isKept[at]);
    widths[index] = Math.max(NARROWEST, widest - (total() - width));
  }
}

function cut(cell: string, width: number): string {
  return cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, Math.max(0, width - 1))}…`;
}

function oneLine(cell: string): string {
  return printable(cell.replaceAll("\n", "⏎"));
}
