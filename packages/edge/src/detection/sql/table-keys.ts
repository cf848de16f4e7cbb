// What names of columns say of keys, for a condition that is weighed on trust: numbers from 1 on, of which the table's own is
// in every row. It knows no schema.

/** Keys beyond are no keys that anyone counts to; but they may be made of a time. */
export const HIGHEST_KEY = 999_999_999;
const ROW_KEY = /^(?:id|rowid|ctid|pk|oid|uid|rownum|row_num|row_number|rn)$/;
const NAMED_KEY = /^.{0,60}_id$/;

export function isKeyName(name: string): boolean {
  return ROW_KEY.test(name) || NAMED_KEY.test(name);
}

/**
 * Whether a column is the key of the one table that `tables` names, which no row lacks. A key of another table is NULL where
 * a row has none there, and so is all of a joined table.
 */
export function isOwnKey(
  { name, owner }: { readonly name: string; readonly owner: string },
  tables: ReadonlySet<string>,
): boolean {
  if (tables.size === 0 || (owner !== "" && !tables.has(owner))) return false;
  if (ROW_KEY.test(name)) return true;
  const stem = NAMED_KEY.test(name) ? name.slice(0, -"_id".length) : "";
  return stem !== "" && [stem, `${stem}s`, `${stem}es`, stem.replace(/y$/, "ies")].some((table) => tables.has(table));
}

/** Whether a number stands for one that no key reaches: nines, a round one, or the end of a type. */
export function isBeyondKeys(number: number): boolean {
  if (number <= HIGHEST_KEY || number >= 2 ** 63) return true;
  return (
    /^(?:9+|[1-9]0+)$/.test(String(number)) || [number, number + 1].some((one) => Number.isInteger(Math.log2(one)))
  );
}
