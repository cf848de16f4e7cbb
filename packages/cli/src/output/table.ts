// Tables for eyes: aligned columns that fit the terminal, nothing cut or written otherwise when the output is not one.

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
const INSTANT = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/;
/** As the first and the last step leave them. */
const DAY_AND_SECOND = /^(\d\d-\d\d \d\d:\d\d):\d\dZ$/;
const DAY_AND_MINUTE = /^\d\d-\d\d \d\d:\d\dZ$/;
/** What stands for nothing. */
const EMPTY = /^-?$/;

/** Each loses less than the next. */
const STEPS: readonly ((columns: readonly Column[]) => readonly Column[])[] = [
  (columns) => columns.map((column) => rewrite(column, INSTANT, "$1 $2Z")),
  (columns) => columns.filter(({ cells }, index) => index === 0 || !cells.every((cell) => EMPTY.test(cell))),
  (columns) => columns.map((column) => rewrite(column, DAY_AND_SECOND, "$1Z")),
];

/**
 * Lines of a table. With `width` it is made to fit: instants lose what few read, columns without a value go, and then the
 * widest are shortened. Ids stay whole, to be copied, and so does the first column, which names the row.
 */
export function renderTable(columns: readonly Column[], style: Style, width: number | undefined): string[] {
  let clean: readonly Column[] = columns.map(({ title, cells }) => ({ title, cells: cells.map(oneLine) }));
  for (const step of width === undefined ? [] : STEPS) {
    if (widthOf(clean) > (width ?? 0)) clean = step(clean);
  }
  const widths = clean.map(naturalWidth);
  const isKept = clean.map(
    ({ cells }, index) =>
      cells.some((cell) => UUID.test(cell) || DAY_AND_MINUTE.test(cell)) ||
      (index === 0 && (widths[0] ?? 0) <= WIDEST_NAME),
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

function rewrite({ title, cells }: Column, from: RegExp, to: string): Column {
  return { title, cells: cells.map((cell) => cell.replace(from, to)) };
}

function naturalWidth({ title, cells }: Column): number {
  return Math.max(title.length, ...cells.map((cell) => cell.length));
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + naturalWidth(column), 0) + GAP.length * (columns.length - 1);
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
