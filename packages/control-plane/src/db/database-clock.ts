// The database's clock inside a statement: what is over by it is over at every replica, whatever a process's own clock says.

import { type RawBuilder, sql } from "kysely";
import type { TenantDb } from "./tx.js";

/** Milliseconds since the epoch when the statement runs. SQLite has no clock but the process's. */
export function databaseClock({ dialect }: Pick<TenantDb, "dialect">): RawBuilder<number> {
  if (dialect === "sqlite") return sql<number>`${Date.now()}`;
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}
