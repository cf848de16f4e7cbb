// How values go to PostgreSQL and come back: as its texts. Integers become what number-columns.ts says.

import pg from "pg";
import { isNanoColumn, toSafeNumber } from "../number-columns.js";

const INT8 = 20;
const NUMERIC = 1700;

/** A parameter as the server reads it. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return listText(value);
  // It would be stored as "[object Object]".
  if (typeof value === "object")
    throw new Error("A parameter must be a text, a number, a truth value or a list of them.");
  return String(value);
}

function listText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    const text = textOf(value);
    return text === null ? "NULL" : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  });
  return `{${items.join()}}`;
}

/** Reads the rows of one statement. */
export class RowReader {
  /** Of a statement that gives no rows. */
  static readonly NONE = new RowReader([]);
  readonly #columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

  constructor(fields: readonly pg.FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(name, dataTypeID) }));
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const text = texts[index];
      row[name] = text === null || text === undefined ? null : parse(text);
    }
    return row;
  }
}

function parserOf(column: string, type: number): (text: string) => unknown {
  if (type !== INT8 && type !== NUMERIC) return pg.types.getTypeParser(type, "text");
  return isNanoColumn(column) ? BigInt : (text) => toSafeNumber(column, text);
}
