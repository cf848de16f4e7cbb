// Tables for eyes: aligned columns that fit the terminal, nothing cut or written otherwise when the output is not one.

import { displayWidth, fitTo } from "./display-width.js";
import { oneLine, type Style } from "./style.js";

export interface Column {
  readonly title: string;
  readonly cells: readonly string[];
}

const GAP = "  ";
const NARROWEST = 8;
/** The first column names the row: it is shortened only where it is longer than this. */
const WIDEST_NAME = 40;

const UUID = /^([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
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
 * widest are shortened. Ids stay whole, to be copied, and so does the first column, which names the row. Where that is too much
 * still, the ids of others keep their beginning, and then the last columns go, which is said below the table.
 */
export function renderTable(columns: readonly Column[], style: Style, width: number | undefined): string[] {
  let clean: readonly Column[] = columns.map(({ title, cells }) => ({
    title: oneLine(title),
    cells: cells.map(oneLine),
  }));
  for (const step of width === undefined ? [] : STEPS) {
    if (widthOf(clean) > (width ?? 0)) clean = step(clean);
  }
  if (width !== undefined && leastWidth(clean) > width) {
    clean = clean.map((column, index) => (index === 0 ? column : rewrite(column, UUID, "$1")));
  }
  const all = clean;
  while (width !== undefined && clean.length > 1 && leastWidth(clean) > width) clean = clean.slice(0, -1);
  const widths = clean.map(naturalWidth);
  if (width !== undefined) shrink(widths, clean.map(isKeptWhole), width);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => fitTo(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const rows = Math.max(0, ...clean.map((column) => column.cells.length));
  const lines = [style.dim(line(clean.map((column) => column.title)))];
  for (let row = 0; row < rows; row++) lines.push(line(clean.map((column) => column.cells[row] ?? "")));
  const gone = all.slice(clean.length).map(({ title }) => title);
  if (gone.length > 0) lines.push(style.dim(`No room for ${gone.join(", ")}; --json has all.`));
  return lines;
}

function rewrite({ title, cells }: Column, from: RegExp, to: string): Column {
  return { title, cells: cells.map((cell) => cell.replace(from, to)) };
}

function naturalWidth({ title, cells }: Column): number {
  return Math.max(displayWidth(title), ...cells.map(displayWidth));
}

function isKeptWhole(column: Column, index: number): boolean {
  return (
    column.cells.some((cell) => UUID.test(cell) || DAY_AND_MINUTE.test(cell)) ||
    (index === 0 && naturalWidth(column) <= WIDEST_NAME)
  );
}

/** The width that shortening can reach. */
function leastWidth(columns: readonly Column[]): number {
  const least = columns.map((column, index) => {
    const natural = naturalWidth(column);
    return isKeptWhole(column, index) ? natural : Math.min(natural, NARROWEST);
  });
  return least.reduce((sum, width) => sum + width, 0) + GAP.length * (columns.length - 1);
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
