// Cursors of lists: opaque texts that hold the sort key of the last item. A cursor names its list, so that another
// list's cursor is refused instead of misread.

import { Refusal } from "@portcullis/contract";
import { decodeBase64Url, encodeBase64Url } from "@portcullis/core";

type CursorPart = string | number;
type PartType = "string" | "number";
/** The parts of a cursor by their types. */
type Parts<Shape extends readonly PartType[]> = {
  readonly [Index in keyof Shape]: Shape[Index] extends "number" ? number : string;
};

/** The cursor after an item with the given sort key. */
export function encodeCursor(list: string, key: readonly CursorPart[]): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify([list, ...key])));
}

/**
 * The sort key of a cursor, null for the first page. `shape` names the type of each part. Refuses `invalid_cursor`.
 */
export function decodeCursor<const Shape extends readonly PartType[]>(
  list: string,
  cursor: string | undefined,
  shape: Shape,
): Parts<Shape> | null {
  if (cursor === undefined) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(decodeBase64Url(cursor)));
  } catch {
    throw new Refusal("invalid_cursor");
  }
  if (!Array.isArray(parts) || parts[0] !== list || parts.length !== shape.length + 1) {
    throw new Refusal("invalid_cursor");
  }
  const key: unknown[] = parts.slice(1);
  if (!isOfShape(key, shape)) throw new Refusal("invalid_cursor");
  return key;
}

/** U+0000 is in no key: PostgreSQL stores it in no text, and takes none to compare with. */
function isOfShape<Shape extends readonly PartType[]>(key: unknown, shape: Shape): key is Parts<Shape> {
  const isPart = (part: unknown, at: number): boolean =>
    typeof part === shape[at] && (typeof part === "string" ? !part.includes("\0") : Number.isSafeInteger(part));
  return Array.isArray(key) && key.every(isPart);
}

/** A page of `limit` items from one row more than that: the row beyond only says that there is a next page. */
export function pageOf<Row, Item>(
  list: string,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly CursorPart[],
  itemOf: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null;
  return { items: shown.map(itemOf), next_cursor: next };
}
