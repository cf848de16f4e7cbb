// On PostgreSQL, names of agents as they are compared, in a column: row-level security uses no index of a function's value to look
// among rows of which it does not know yet whose they are. SQLite has such an index already.

import type { Migration } from "./migration.js";

export const foldedNames: Migration = {
  name: "0012-folded-names",
  statements: (dialect) =>
    dialect === "sqlite"
      ? []
      : [
          "alter table agents add column folded_name text generated always as (lower(name)) stored",
          "drop index agents_name",
          "create index agents_name on agents (tenant_id, folded_name, status)",
        ],
};
