// Pages of lists that show the newest first: where the next page begins.
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Whether a row stands behind the last one of a page, by `created_at` (milliseconds), and by `key` among those of one instant.
 */
export function isBehind([createdAt, id]: readonly [number, string], key = "id"): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref("created_at")}, ${sql.ref(key)}) < (${createdAt}, ${id})`;
}
