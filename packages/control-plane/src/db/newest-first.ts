// Pages of lists that show the newest first: where the next page begins.
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Whether a row stands behind the last one of a page, by `at` (milliseconds), and by `key` among those of one instant. As one
 * comparison, so that an index begins there.
 */
export function isBehind(
  [instant, id]: readonly [number, string],
  { at = "created_at", key = "id" } = {},
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(key)}) < (${instant}, ${id})`;
}
