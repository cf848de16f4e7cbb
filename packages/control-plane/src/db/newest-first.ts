// Pages of lists that show the newest first.
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";

/** Where a page begins: behind the row of this instant (milliseconds) and key. Null for the first page. */
export type Place = readonly [number, string] | null;

/**
 * For `$call`: the rows behind a place, by `at`, and by `key` among those of one instant; one more than `limit` when there is a
 * next page. The place is one comparison, so that an index begins there.
 */
export function newestFirst(after: Place, limit: number, { at = "created_at", key = "id" } = {}) {
  const [instant, id] = [sql.ref(at), sql.ref(key)];
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> => {
    const rest = after === null ? query : query.where(sql<SqlBool>`(${instant}, ${id}) < (${after[0]}, ${after[1]})`);
    return rest
      .orderBy(instant, "desc")
      .orderBy(id, "desc")
      .limit(limit + 1);
  };
}
